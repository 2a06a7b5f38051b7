#include "client/cli/replicas/label_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using objects::Labels;
using objects::LabelSelector;

Labels LabelsOf(const std::string& app, const std::string& tier = "") {
  Labels labels;
  labels["app"] = app;
  if (!tier.empty()) labels["tier"] = tier;
  return labels;
}

std::vector<size_t> SelectorsFor(const LabelSelectors& selectors, absl::string_view name_space, const Labels& labels) {
  std::vector<size_t> ids;
  selectors.AppendTo(name_space, labels, ids);
  SortUnique(ids);
  return ids;
}

TEST(NamedIds, AnObjectWithoutNamespaceBelongsToEach) {
  NamedIds ids;
  ids.Add("shop", "web", 0);
  ids.Add("", "web", 1);
  ids.Add("bank", "web", 2);
  ids.Add("shop", "db", 3);
  EXPECT_THAT(ids.Find("shop", "web"), ElementsAre(0, 1));
  EXPECT_THAT(ids.Find("", "web"), ElementsAre(0, 1, 2));
  EXPECT_THAT(ids.Find("park", "web"), ElementsAre(1));
  EXPECT_THAT(ids.Find("park", "db"), IsEmpty());
  EXPECT_THAT(ids.Find("park", "none"), IsEmpty());
  EXPECT_TRUE(ids.Has("db"));
  EXPECT_FALSE(ids.Has("none"));
}

TEST(LabelledObjects, AreFoundByAValueThatTheSelectorRequires) {
  LabelledObjects objects;
  objects.Add("shop", LabelsOf("web", "front"), 0);
  objects.Add("shop", LabelsOf("db"), 1);
  objects.Add("bank", LabelsOf("web"), 2);
  objects.Add("", LabelsOf("web"), 3);
  EXPECT_THAT(objects.MaySelect("shop", LabelSelector("app=web")), ElementsAre(0, 3));
  EXPECT_THAT(objects.MaySelect("", LabelSelector("app=web")), ElementsAre(0, 2, 3));
  EXPECT_THAT(objects.MaySelect("shop", LabelSelector("!canary,app in (db,web)")), ElementsAre(0, 1, 3));
  EXPECT_THAT(objects.MaySelect("shop", LabelSelector("tier")), ElementsAre(0, 1, 3)) << "no value: all";
  EXPECT_THAT(objects.MaySelect("shop", LabelSelector("app notin (db)")), ElementsAre(0, 1, 3));
  EXPECT_THAT(objects.MaySelect("shop", LabelSelector("app=none")), IsEmpty());
  EXPECT_THAT(objects.MaySelect("shop", LabelSelector()), IsEmpty()) << "it selects nothing";
}

TEST(LabelSelectors, AreFoundByTheLabelsOfAnObject) {
  LabelSelectors selectors;
  selectors.Add("shop", LabelSelector("app=web"), 0);
  selectors.Add("bank", LabelSelector("app=web"), 1);
  selectors.Add("", LabelSelector("app in (db,web)"), 2);
  selectors.Add("shop", LabelSelector("tier"), 3);
  selectors.Add("shop", LabelSelector("app=db"), 4);
  selectors.Add("shop", LabelSelector("a != b"), 5);
  EXPECT_THAT(SelectorsFor(selectors, "shop", LabelsOf("web", "front")), ElementsAre(0, 2, 3));
  EXPECT_THAT(SelectorsFor(selectors, "park", LabelsOf("db")), ElementsAre(2));
  EXPECT_THAT(SelectorsFor(selectors, "", LabelsOf("web")), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(SelectorsFor(selectors, "shop", {}), ElementsAre(3));
}

// The work for one autoscaler must not depend on the number of all objects. In a namespace with thousands of workloads,
// only the objects of the autoscaler may be candidates.
TEST(LabelIndex, TheCandidatesOfOneAutoscalerAreItsOwn) {
  constexpr size_t kWorkloads = 5'000;
  constexpr size_t kPods = 3;
  LabelledObjects pods;
  LabelSelectors selectors;
  for (size_t i = 0; i < kWorkloads; ++i) {
    const Labels labels = LabelsOf(absl::StrCat("web", i), "front");
    for (size_t pod = 0; pod < kPods; ++pod) pods.Add("shop", labels, i * kPods + pod);
    selectors.Add("shop", LabelSelector(absl::StrCat("app=web", i, ",tier=front")), i);
  }
  for (size_t i = 0; i < kWorkloads; ++i) {
    const std::string app = absl::StrCat("web", i);
    ASSERT_THAT(pods.MaySelect("shop", LabelSelector(absl::StrCat("app=", app))), SizeIs(kPods));
    ASSERT_THAT(SelectorsFor(selectors, "shop", LabelsOf(app, "front")), ElementsAre(i));
  }
}

}  // namespace
}  // namespace cpsizer::cli
