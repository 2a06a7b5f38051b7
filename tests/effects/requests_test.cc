// Tests how the layers of requests are merged.
#include "client/effects/requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "client/effects/baseline.h"
#include "client/objects/hypershift.h"

namespace cpsizer::effects {
namespace {

using ::testing::IsEmpty;

std::string Key(const char* target) {
  return absl::StrCat(objects::kRequestOverridePrefix, target);
}

Requests Base() {
  return *ReadBaseline("component,container,cpu,memory\netcd,etcd,300m,1Gi\nkube-apiserver,kube-apiserver,500m,3Gi\n");
}

std::string Show(const Requests& requests, const char* deployment, const char* resource) {
  const auto container = requests.find({deployment, deployment});
  if (container == requests.end()) return "";
  const auto it = container->second.find(resource);
  if (it == container->second.end()) return "";
  constexpr const char* kLayers[] = {"baseline", "size", "cluster"};
  return absl::StrCat(CanonicalText(it->second.amount), " ", kLayers[static_cast<int>(it->second.layer)]);
}

TEST(RequestsTest, EachResourceIsMergedForItself) {
  Requests requests = Base();
  const Annotations of_size = {{Key("etcd.etcd"), "memory=4Gi"}};
  ApplyAnnotations({{Key("etcd.etcd"), "memory=4Gi"}, {Key("kube-apiserver.kube-apiserver"), "cpu=2"}}, of_size,
                   requests);
  EXPECT_EQ(Show(requests, "etcd", "memory"), "4Gi size");
  EXPECT_EQ(Show(requests, "etcd", "cpu"), "300m baseline");
  EXPECT_EQ(Show(requests, "kube-apiserver", "memory"), "3Gi baseline");
  EXPECT_EQ(Show(requests, "kube-apiserver", "cpu"), "2 cluster");
}

TEST(RequestsTest, AnotherValueThanThatOfTheSizeIsOfTheCluster) {
  Requests requests = Base();
  ApplyAnnotations({{Key("etcd.etcd"), "memory=8Gi"}}, {{Key("etcd.etcd"), "memory=4Gi"}}, requests);
  EXPECT_EQ(Show(requests, "etcd", "memory"), "8Gi cluster");
}

TEST(RequestsTest, UnusableAnnotationsChangeNothing) {
  for (const auto& [target, value] : {std::pair("etcd", "cpu=2"), std::pair("etcd.etcd", "cpu=2,memory"),
                                      std::pair("etcd.etcd", ""), std::pair("etcd.etcd", "cpu=two")}) {
    Requests requests = Base();
    ApplyAnnotations({{Key(target), value}}, {}, requests);
    EXPECT_EQ(requests, Base()) << target << ": " << value;
  }
}

TEST(RequestsTest, PartsThatAreNotQuantitiesAreSkipped) {
  EXPECT_EQ(AmountsOf("cpu=two,memory=2Gi").size(), 1u);
  EXPECT_EQ(CanonicalText(AmountsOf("cpu=1,cpu=2")["cpu"]), "2");
  EXPECT_EQ(CanonicalText(AmountsOf("cpu=1,cpu=two")["cpu"]), "1");
  EXPECT_THAT(AmountsOf(""), IsEmpty());
}

TEST(RequestsTest, AContainerWithoutBaselineIsAdded) {
  Requests requests = Base();
  ApplyAnnotations({{Key("router.router"), "cpu=1"}}, {}, requests);
  EXPECT_EQ(Show(requests, "router", "cpu"), "1 cluster");
  EXPECT_EQ(Show(requests, "router", "memory"), "");
}

TEST(RequestsTest, TheTargetIsSplitAtTheFirstDot) {
  EXPECT_EQ(TargetOf("a.b.c"), (ContainerName{"a", "b.c"}));
  EXPECT_EQ(TargetOf("a"), (ContainerName{"a", ""}));
}

}  // namespace
}  // namespace cpsizer::effects
