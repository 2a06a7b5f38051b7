#include "client/sidecar/control/watch/watched.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/event_recorder.h"
#include "client/kube/http/event_loop.h"
#include "tests/sidecar/control/running_sidecar.h"
#include "tests/sidecar/size/sidecar_fixture.h"
#include "tests/testing/fake_api/fake_api_server.h"

namespace cpsizer::sidecar {
namespace {

using testing::FakeApiFault;
using testing::FakeApiKind;
using testing::FakeApiRequest;
using testing::FakeApiServer;

constexpr absl::Duration kListsTimeout = absl::Minutes(3);
constexpr int kListsTimesFaster = 100;

// An object that has only the field `spec.text`.
struct TextObject : ObjectIdentity {
  std::string text;
};
size_t TextBytes(const TextObject& object) {
  return object.text.size();
}
bool HasSameContent(const TextObject& a, const TextObject& b) {
  return a.uid == b.uid && a.text == b.text;
}
TextObject ReadTextObject(const tree::Node& object) {
  TextObject read;
  static_cast<ObjectIdentity&>(read) = ReadIdentity(object);
  read.text = std::string(tree::TextAt(object, {"spec", "text"}));
  return read;
}

const FakeApiKind kApples = {"example.com/v1", "Apple", "apples"};
const FakeApiKind kPears = {"example.com/v1", "Pear", "pears"};

class WatchedTest : public ::testing::Test {
 protected:
  WatchedTest()
      : loop_(DirectHttp(server_.url()), FastClock(kListsTimesFaster), [] { return 0.5; }),
        client_(loop_, kube::Authorization(), kube::RateLimit(1'000, 100)),
        events_(loop_, client_, {"cpsizer.io/sidecar", "test"}),
        service_(loop_),
        context_{loop_,
                 client_,
                 events_,
                 service_,
                 counters_,
                 [](LogLevel, absl::string_view, absl::Span<const LogField>) {},
                 [] { return true; },
                 [] {}},
        lists_(context_, {.failure = "cannot be followed"}) {
    for (const FakeApiKind& kind : {kApples, kPears}) {
      server_.InstallKind(kind);
      Put(kind, "one");
    }
    lists_.Add<TextObject>({kApples.Collection()}, ReadTextObject, apples_, [this] { ++apple_changes_; });
    lists_.AddStore<TextObject>(
        {kPears.Collection()}, ReadTextObject, pears_, [this](const TextObject* before, const TextObject* after) {
          pear_changes_.push_back(
              absl::StrCat(before == nullptr ? "none" : before->text, " -> ", after == nullptr ? "none" : after->text));
        });
  }

  void Follow() {
    lists_.Follow({[this] { reported_.push_back("complete"); }, [this] { reported_.push_back("incomplete"); }, [] {}});
    ASSERT_TRUE(RunUntil([this] { return Watches() == 2; }));
  }
  size_t Watches() const { return server_.watches(kApples.Collection()) + server_.watches(kPears.Collection()); }
  bool RunUntil(const std::function<bool()>& done) { return RunLoopUntil(loop_, done, kListsTimeout); }

  static kube::Json ObjectOf(const FakeApiKind& kind, const std::string& name, const std::string& text) {
    return {{"apiVersion", kind.api_version},
            {"kind", kind.kind},
            {"metadata", {{"namespace", "n"}, {"name", name}}},
            {"spec", {{"text", text}}}};
  }
  void Put(const FakeApiKind& kind, const std::string& name) { server_.Put(ObjectOf(kind, name, "a")); }
  void SetField(const FakeApiKind& kind, const std::string& name, const char* field, const std::string& text) {
    server_.Modify(testing::PathOf(kind, "n", name), [&](kube::Json& object) { object["spec"][field] = text; });
  }
  // Returns how many times the client listed the objects of `kind`.
  size_t Lists(const FakeApiKind& kind) const {
    const std::vector<std::string> requests = server_.requests();
    return static_cast<size_t>(std::count_if(requests.begin(), requests.end(), [&](const std::string& request) {
      return absl::StrContains(request, kind.Collection()) && !absl::StrContains(request, "watch=");
    }));
  }

  FakeApiServer server_;
  kube::EventLoop loop_;
  kube::ApiClient client_;
  kube::EventRecorder events_;
  BreakableService service_;
  Counters counters_;
  const Work::Context context_;
  Store<TextObject> apples_;
  Store<TextObject> pears_;
  Watched lists_;
  int apple_changes_ = 0;
  std::vector<std::string> pear_changes_;
  std::vector<std::string> reported_;
};

TEST_F(WatchedTest, IsCompleteOnceAllKindsAreListed) {
  Follow();
  EXPECT_THAT(reported_, ::testing::ElementsAre("complete"));
  EXPECT_NE(apples_.Find("n/one"), nullptr);
  EXPECT_NE(pears_.Find("n/one"), nullptr);
  lists_.Unfollow();
}

TEST_F(WatchedTest, ABrokenWatchOfOneKindListsAllKindsAgainBeforeItIsComplete) {
  const auto gate = std::make_shared<testing::FakeGate>();
  std::atomic<int> apple_watches = 0;
  std::atomic<bool> holds_pears = false;
  server_.SetFaults([&](const FakeApiRequest& request) -> FakeApiFault {
    if (request.IsWatch() && absl::StrContains(request.path, kApples.plural) && ++apple_watches == 1) {
      return testing::WatchTextFault("{", /*after_events=*/1);
    }
    if (!request.IsWatch() && holds_pears && absl::StrContains(request.path, kPears.plural)) {
      return testing::HoldFault(gate);
    }
    return {};
  });
  Follow();
  holds_pears = true;
  SetField(kApples, "one", "text", "b");
  ASSERT_TRUE(RunUntil([&] { return apple_watches == 2 && Lists(kPears) == 2; }));
  EXPECT_EQ(Lists(kApples), 2u);
  EXPECT_THAT(reported_, ::testing::ElementsAre("complete", "incomplete")) << "the pears are not listed again yet";
  gate->OpenForGood();
  ASSERT_TRUE(RunUntil([this] { return reported_.size() == 3 && Watches() == 2; }));
  EXPECT_THAT(reported_, ::testing::ElementsAre("complete", "incomplete", "complete"));
  EXPECT_EQ(Lists(kApples), 2u) << "a list that was begun here is not a break";
  EXPECT_EQ(Lists(kPears), 2u);
  lists_.Unfollow();
}

TEST_F(WatchedTest, RelistListsAllKindsAgain) {
  Follow();
  Put(kPears, "two");
  lists_.Relist();
  EXPECT_THAT(reported_, ::testing::ElementsAre("complete", "incomplete"));
  ASSERT_TRUE(RunUntil([this] { return reported_.size() == 3; }));
  EXPECT_NE(pears_.Find("n/two"), nullptr);
  EXPECT_EQ(Lists(kApples), 2u);
  EXPECT_EQ(Lists(kPears), 2u);
  lists_.Unfollow();
}

TEST_F(WatchedTest, ReportsOnlyOtherContent) {
  Follow();
  const int before = apple_changes_;
  SetField(kApples, "one", "other", "b");
  const std::string version(
      kube::TextAt(server_.Get(testing::PathOf(kApples, "n", "one")), {"metadata", "resourceVersion"}));
  ASSERT_TRUE(RunUntil([&] { return apples_.Find("n/one")->resource_version == version; }));
  EXPECT_EQ(apple_changes_, before) << "the newest version is known all the same";
  SetField(kApples, "one", "text", "b");
  ASSERT_TRUE(RunUntil([&] { return apple_changes_ == before + 1; }));
  Put(kApples, "two");
  ASSERT_TRUE(RunUntil([&] { return apple_changes_ == before + 2; }));
  server_.Remove(testing::PathOf(kApples, "n", "two"));
  ASSERT_TRUE(RunUntil([&] { return apple_changes_ == before + 3; }));
  EXPECT_EQ(apples_.Find("n/two"), nullptr);
  EXPECT_EQ(pear_changes_.size(), 1u);
  lists_.Unfollow();
}

TEST_F(WatchedTest, ReportsEachObjectBeforeAndAfter) {
  Follow();
  SetField(kPears, "one", "other", "b");
  ASSERT_TRUE(RunUntil([&] { return pear_changes_.size() == 2; }));
  SetField(kPears, "one", "text", "b");
  ASSERT_TRUE(RunUntil([&] { return pear_changes_.size() == 3; }));
  server_.Remove(testing::PathOf(kPears, "n", "one"));
  ASSERT_TRUE(RunUntil([&] { return pear_changes_.size() == 4; }));
  EXPECT_THAT(pear_changes_, ::testing::ElementsAre("none -> a", "a -> a", "a -> b", "b -> none"));
  lists_.Unfollow();
}

TEST(StoreCallbacksTest, RemovesTheObjectsThatAListDoesNotContain) {
  Store<TextObject> store;
  for (const char* key : {"n/one", "n/two"}) store.Put(key, {});
  std::vector<std::string> removed;
  const kube::Reflector::Callbacks callbacks = StoreCallbacks(
      store, +[](const tree::Node&) { return std::string(); },
      [&removed](const std::string& key) { removed.push_back(key); });
  callbacks.list_begins();
  store.PutListed("n/two", {});
  callbacks.list_ends();
  EXPECT_THAT(removed, ::testing::ElementsAre("n/one"));
}

TEST(PutWrittenTest, DoesNotReplaceALaterVersion) {
  Store<TextObject> store;
  TextObject object;
  object.name_space = "n";
  object.name = "one";
  object.resource_version = "9";
  object.text = "first";
  PutWritten(store, object);
  EXPECT_EQ(store.Find("n/one"), nullptr) << "it is gone";
  store.Put("n/one", object);
  object.resource_version = "10";
  object.text = "second";
  PutWritten(store, object);
  EXPECT_EQ(store.Find("n/one")->text, "second");
  object.resource_version = "9";
  PutWritten(store, object);
  object.resource_version = "10";
  object.text = "the same version";
  PutWritten(store, object);
  EXPECT_EQ(store.Find("n/one")->resource_version, "10");
  EXPECT_EQ(store.Find("n/one")->text, "second");
}

}  // namespace
}  // namespace cpsizer::sidecar
