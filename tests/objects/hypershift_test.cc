#include "client/objects/hypershift.h"

#include "absl/strings/str_cat.h"
#include "client/tree/parse_json.h"
#include "gtest/gtest.h"

namespace cpsizer::objects {
namespace {

TEST(HyperShiftTest, ControlPlaneNamespaceJoinsNamespaceAndNameWithoutDots) {
  EXPECT_EQ(ControlPlaneNamespace("clusters", "hc1"), "clusters-hc1");
  EXPECT_EQ(ControlPlaneNamespace("clusters", "hc.1.b"), "clusters-hc-1-b");
  EXPECT_EQ(ControlPlaneNamespace("a-b", "c"), ControlPlaneNamespace("a", "b.c"));
}

tree::Node WithPausedUntil(const tree::Node& value) {
  tree::Node spec;
  spec.kind = tree::NodeKind::kMap;
  spec.entries.push_back({"pausedUntil", {}, value});
  tree::Node cluster;
  cluster.kind = tree::NodeKind::kMap;
  cluster.entries.push_back({"spec", {}, std::move(spec)});
  return cluster;
}

TEST(HyperShiftTest, PausedUntilIsATimeOrABoolean) {
  const absl::Time noon = absl::FromUnixSeconds(1'772'366'400);
  const struct {
    const char* text;
    absl::Time until;
  } kCases[] = {
      {"2026-03-01T12:00:00Z", noon}, {"2026-03-01T13:00:00+01:00", noon},  {"true", absl::InfiniteFuture()},
      {"1", absl::InfiniteFuture()},  {"false", absl::InfinitePast()},      {"False", absl::InfinitePast()},
      {"0", absl::InfinitePast()},    {"tomorrow", absl::InfiniteFuture()}, {"", absl::InfiniteFuture()},
  };
  for (const auto& test : kCases) {
    tree::Node value;
    value.kind = tree::NodeKind::kText;
    value.text = test.text;
    EXPECT_EQ(PausedUntil(WithPausedUntil(value)), test.until) << test.text;
  }
  EXPECT_EQ(PausedUntil(WithPausedUntil({})), absl::InfinitePast()) << "null";
  EXPECT_EQ(PausedUntil({}), absl::InfinitePast()) << "absent";
}

TEST(HyperShiftTest, SizeSinceIsTheTimeOfTheConditionAboutThisSize) {
  const auto since = [](const char* condition) {
    return SizeSince(tree::ParseJson(
        absl::StrCat(R"({"metadata": {"labels": {"hypershift.openshift.io/hosted-cluster-size": "small"}},
                         "status": {"conditions": [{"type": "Available"}, )",
                     condition, "]}}")));
  };
  EXPECT_EQ(since(R"({"type": "ClusterSizeComputed", "status": "True", "reason": "small",
                      "lastTransitionTime": "2026-03-01T12:00:00Z"})"),
            absl::FromUnixSeconds(1'772'366'400));
  for (const char* condition : {
           R"({"type": "ClusterSizeComputed", "status": "True", "reason": "large",
               "lastTransitionTime": "2026-03-01T12:00:00Z"})",
           R"({"type": "ClusterSizeComputed", "status": "False", "reason": "small",
               "lastTransitionTime": "2026-03-01T12:00:00Z"})",
           R"({"type": "ClusterSizeComputed", "status": "True", "reason": "small", "lastTransitionTime": "spring"})",
           R"({"type": "ClusterSizeComputed", "status": "True", "reason": "small"})",
           "7",
       }) {
    EXPECT_EQ(since(condition), absl::InfinitePast()) << condition;
  }
  EXPECT_EQ(SizeSince({}), absl::InfinitePast());
}

}  // namespace
}  // namespace cpsizer::objects
