#include "client/sidecar/control/watch/store.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "client/sidecar/replicas/autoscaler.h"
#include "client/sidecar/size/objects.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"

namespace cpsizer::sidecar {
namespace {

Configuration StoredConfiguration(const std::string& version) {
  Configuration configuration;
  configuration.resource_version = version;
  configuration.config.mutable_metadata()->set_name("cluster");
  return configuration;
}

// An empty message also uses some bytes. The store must not subtract these bytes when it removes an object that it
// never stored.
TEST(StoreTest, TextBytesAreZeroAfterEachRemovalAndDoNotDrift) {
  Store<Configuration> store;
  for (int i = 1; i <= 100; ++i) {
    store.Put("cluster", StoredConfiguration(absl::StrCat(i)));
    EXPECT_EQ(store.text_bytes(), TextBytes(StoredConfiguration(absl::StrCat(i))));
    ASSERT_TRUE(CheckStoreSize(store).ok()) << "after " << i;
    store.Remove("cluster");
    ASSERT_EQ(store.text_bytes(), 0u);
  }
}

TEST(StoreTest, TextBytesFollowTheLastStateOfAnObject) {
  Store<Configuration> store;
  Configuration large = StoredConfiguration("1");
  large.problem = std::string(1000, 'x');
  store.Put("cluster", large);
  store.Put("cluster", StoredConfiguration("2"));
  EXPECT_EQ(store.text_bytes(), TextBytes(StoredConfiguration("2")));
}

// A comparison by reflection can change the memory size of a map field.
TEST(StoreTest, TextBytesAreZeroAfterTheRemovalOfComparedObjects) {
  Autoscaler autoscaler;
  autoscaler.resource_version = "1";
  auto& selector =
      *autoscaler.object.mutable_spec()->add_metrics()->mutable_external()->mutable_metric()->mutable_selector();
  (*selector.mutable_match_labels())["queue"] = "orders";
  Store<Autoscaler> store;
  store.Put("shop/web", autoscaler);
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(store.Find("shop/web")->object, autoscaler.object));
  store.Remove("shop/web");
  EXPECT_EQ(store.text_bytes(), 0u);
}

}  // namespace
}  // namespace cpsizer::sidecar
