// Tests the filters for nodes: selectors, affinity and taints.
#include "client/capacity/node_filters.h"

#include <gtest/gtest.h>

namespace cpsizer::capacity {
namespace {

const NodeLabels kLabels = {{"zone", "a"}, {"cores", "16"}, {"role", ""}};

bool Meets(LabelRequirement requirement) {
  NodeRules rules;
  rules.selector.push_back(std::move(requirement));
  return Allows(rules, kLabels, {});
}

TEST(NodeFiltersTest, OperatorsCompareLabelsAsTheSchedulerDoes) {
  EXPECT_TRUE(Meets({"zone", LabelOperator::kIn, {"b", "a"}}));
  EXPECT_FALSE(Meets({"zone", LabelOperator::kIn, {"b"}}));
  EXPECT_FALSE(Meets({"absent", LabelOperator::kIn, {""}}));
  EXPECT_FALSE(Meets({"zone", LabelOperator::kNotIn, {"a"}}));
  EXPECT_TRUE(Meets({"absent", LabelOperator::kNotIn, {"a"}}));
  EXPECT_TRUE(Meets({"role", LabelOperator::kExists, {}}));
  EXPECT_FALSE(Meets({"absent", LabelOperator::kExists, {}}));
  EXPECT_FALSE(Meets({"role", LabelOperator::kDoesNotExist, {}}));
  EXPECT_TRUE(Meets({"absent", LabelOperator::kDoesNotExist, {}}));
  EXPECT_TRUE(Meets({"cores", LabelOperator::kGt, {"15"}}));
  EXPECT_FALSE(Meets({"cores", LabelOperator::kGt, {"16"}}));
  EXPECT_TRUE(Meets({"cores", LabelOperator::kLt, {"17"}}));
  EXPECT_FALSE(Meets({"cores", LabelOperator::kLt, {"16"}}));
  EXPECT_FALSE(Meets({"zone", LabelOperator::kGt, {"1"}}));
  EXPECT_FALSE(Meets({"absent", LabelOperator::kLt, {"1"}}));
}

TEST(NodeFiltersTest, OneTermOfTheAffinityMustMatch) {
  NodeRules rules;
  rules.any_of = {{{"zone", LabelOperator::kIn, {"b"}}}, {{"role", LabelOperator::kExists, {}}}};
  EXPECT_TRUE(Allows(rules, kLabels, {}));
  rules.any_of.pop_back();
  EXPECT_FALSE(Allows(rules, kLabels, {}));
  rules.any_of = {{}};
  EXPECT_FALSE(Allows(rules, kLabels, {})) << "a term without requirements";
}

TEST(NodeFiltersTest, EachTaintNeedsAToleration) {
  const std::vector<Taint> taints = {{"dedicated", "etcd", "NoSchedule"}, {"memory", "", "NoExecute"}};
  NodeRules rules;
  EXPECT_FALSE(Allows(rules, {}, taints));
  rules.tolerations = {{"dedicated", "etcd", "", false}};
  EXPECT_FALSE(Allows(rules, {}, taints));
  rules.tolerations.push_back({"memory", "", "NoExecute", true});
  EXPECT_TRUE(Allows(rules, {}, taints));
  rules.tolerations[1].effect = "NoSchedule";
  EXPECT_FALSE(Allows(rules, {}, taints));
}

TEST(NodeFiltersTest, AnEmptyKeyWithExistsToleratesEachTaint) {
  const std::vector<Taint> taints = {{"dedicated", "etcd", "NoSchedule"}};
  NodeRules rules;
  rules.tolerations = {{"", "", "", true}};
  EXPECT_TRUE(Allows(rules, {}, taints));
  rules.tolerations = {{"", "etcd", "", false}};
  EXPECT_FALSE(Allows(rules, {}, taints));
  rules.tolerations = {{"dedicated", "other", "", false}};
  EXPECT_FALSE(Allows(rules, {}, taints));
}

}  // namespace
}  // namespace cpsizer::capacity
