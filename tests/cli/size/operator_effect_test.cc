#include "client/cli/size/operator_effect.h"

#include <gtest/gtest.h>

#include <string>

namespace cpsizer::cli {
namespace {

const absl::Time kDecisionTime = absl::FromUnixSeconds(1'772'366'400);

class OperatorEffectTest : public ::testing::Test {
 protected:
  OperatorEffectTest() {
    for (const char* name : {"small", "medium", "large"}) config_.mutable_spec()->add_sizes()->set_name(name);
    cluster_.eligible = true;
    cluster_.current_size = cluster_.recommended_annotation = "medium";
    cluster_.size_label = "large";
    response_.set_recommended_size("medium");
  }

  OperatorRules Rules() const { return {config_, kDecisionTime}; }
  OperatorEffect Effect() const { return Rules().EffectOn(cluster_); }
  std::string Why() const { return WhyNotApplied(Effect(), cluster_, response_.recommended_size()); }
  std::string After() const { return Rules().SizeAfter(cluster_, response_); }

  v1::ClusterSizingConfiguration config_;
  objects::HostedCluster cluster_;
  v1::RecommendSizeResponse response_;
};

TEST_F(OperatorEffectTest, TheLabelIsTheSizeNow) {
  EXPECT_EQ(SizeNow(cluster_), "large");
  cluster_.size_label.clear();
  EXPECT_EQ(SizeNow(cluster_), "medium") << "a manifest may have only the annotation";
}

TEST_F(OperatorEffectTest, ARecommendationIsApplied) {
  EXPECT_EQ(Effect(), OperatorEffect::kApplies);
  EXPECT_EQ(Why(), "");
  EXPECT_EQ(EffectWord(Effect()), "");
  EXPECT_EQ(After(), "medium");
  response_.clear_recommended_size();
  EXPECT_EQ(After(), "medium") << "the annotation still has this size, so the operator gives it to the cluster";
}

TEST_F(OperatorEffectTest, AnOverrideHasPriority) {
  cluster_.size_override = "large";
  EXPECT_EQ(EffectWord(Effect()), "OVERRIDDEN");
  EXPECT_EQ(After(), "large");
  EXPECT_EQ(Why(),
            "the annotation hypershift.openshift.io/cluster-size-override sets large; without it the size would be "
            "medium");
  response_.set_recommended_size("large");
  EXPECT_EQ(Why(),
            "the annotation hypershift.openshift.io/cluster-size-override sets large, which is also the recommended "
            "size, so it can be removed");
  cluster_.eligible = false;
  cluster_.not_opted_in = "the annotation a is absent and not \"true\"";
  EXPECT_EQ(Why(),
            "the annotation hypershift.openshift.io/cluster-size-override sets large; the recommendation does not "
            "count, because the annotation a is absent and not \"true\"");
}

TEST_F(OperatorEffectTest, AnOverrideThatNamesNoSizeKeepsTheSize) {
  for (const char* name : {"Large", "true", "large ", "xl"}) {
    cluster_.size_override = name;
    EXPECT_EQ(EffectWord(Effect()), "OVERRIDE_UNKNOWN") << name;
    EXPECT_EQ(After(), "large") << name;
  }
  EXPECT_EQ(Why(),
            "the annotation hypershift.openshift.io/cluster-size-override is \"xl\", which is not a size of the "
            "configuration, so the operator does not change the size; correct the annotation, or remove it");
  config_.Clear();
  EXPECT_EQ(EffectWord(Effect()), "OVERRIDDEN") << "without a configuration, no name is known to be wrong";
}

TEST_F(OperatorEffectTest, APauseCountsUntilItsEnd) {
  cluster_.size_override = "large";
  cluster_.paused_until = kDecisionTime + absl::Seconds(1);
  EXPECT_EQ(EffectWord(Effect()), "PAUSED");
  EXPECT_EQ(Why(), "paused until 2026-03-01T12:00:01Z, so the size stays until then");
  cluster_.paused_until = absl::InfiniteFuture();
  EXPECT_EQ(Why(), "paused without an end by spec.pausedUntil, so the size stays");
  cluster_.paused_until = kDecisionTime;
  EXPECT_EQ(EffectWord(Effect()), "OVERRIDDEN");
}

TEST_F(OperatorEffectTest, AsksInTheOrderOfTheOperator) {
  cluster_.eligible = false;
  cluster_.not_opted_in = "the annotation a is \"yes\" and not \"true\"";
  EXPECT_EQ(EffectWord(Effect()), "NOT_OPTED_IN");
  EXPECT_EQ(Why(), "not opted in, because the annotation a is \"yes\" and not \"true\"");
  cluster_.paused_until = absl::InfiniteFuture();
  EXPECT_EQ(EffectWord(Effect()), "PAUSED");
  cluster_.deleted = true;
  EXPECT_EQ(EffectWord(Effect()), "BEING_DELETED");
  EXPECT_EQ(Why(), "being deleted, so the size stays");
  v1::Condition& condition = *config_.mutable_status()->add_conditions();
  condition.set_type("ClusterSizingConfigurationValid");
  condition.set_status("Unknown");
  EXPECT_EQ(EffectWord(Effect()), "CONFIGURATION_REFUSED");
  EXPECT_EQ(Why(), "the operator refuses the configuration (cpsizer validate says why), so the size stays");
  EXPECT_EQ(After(), "large") << "no cluster gets another size";
  condition.set_status("True");
  EXPECT_EQ(EffectWord(Effect()), "BEING_DELETED");
  EXPECT_EQ(After(), "large");
}

TEST_F(OperatorEffectTest, NodeCountsWithErrorsAreRefusedAlsoWithoutACondition) {
  Findings findings;
  v1::Finding& finding = *findings.Add();
  const auto effect = [&](const char* rule) {
    finding.set_rule(rule);
    return OperatorRules(config_, kDecisionTime, findings).EffectOn(cluster_);
  };
  for (const char* rule : {"CRITERIA_GAP", "CRITERIA_NO_SIZE_FROM_ZERO", "MANAGEMENT_INCOMPLETE"}) {
    EXPECT_EQ(effect(rule), OperatorEffect::kConfigurationRefused) << rule;
  }
  for (const char* rule : {"CRITERIA_ORDER_CONTRADICTS_CAPACITY", "LIMIT_TOO_SMALL", "NO_CAPACITY"}) {
    EXPECT_EQ(effect(rule), OperatorEffect::kApplies) << rule;
  }
  v1::Condition& condition = *config_.mutable_status()->add_conditions();
  condition.set_type("ClusterSizingConfigurationValid");
  condition.set_status("True");
  EXPECT_EQ(effect("CRITERIA_GAP"), OperatorEffect::kApplies) << "the operator reads only the condition";
}

TEST_F(OperatorEffectTest, AnInvalidPauseSaysThatItIsInvalid) {
  cluster_.paused_until = absl::InfiniteFuture();
  cluster_.invalid_pause = "\"tomorrow\"";
  EXPECT_EQ(EffectWord(Effect()), "PAUSED");
  EXPECT_EQ(Why(),
            "spec.pausedUntil is \"tomorrow\", and must be true, false or a time such as 2026-12-31T12:00:00Z; the "
            "operator reports this only in its log, and the size stays");
}

TEST_F(OperatorEffectTest, TheNumberOfNodesDecidesWithoutTheAnnotation) {
  cluster_.eligible = false;
  cluster_.not_opted_in = "it is absent";
  cluster_.basis = objects::SizeBasis::kNodes;
  cluster_.node_count = 5;
  EXPECT_EQ(Effect(), OperatorEffect::kApplies);
  EXPECT_EQ(DecidedBy(Effect(), cluster_), "nodes");
  response_.clear_recommended_size();
  EXPECT_EQ(After(), "large") << "no size has the number of nodes, so the cluster keeps its size, not the annotation";

  cluster_.size_override = "small";
  EXPECT_EQ(DecidedBy(Effect(), cluster_), "override");
  cluster_.size_override.clear();
  cluster_.node_count.reset();
  cluster_.nodes_not_counted = true;
  EXPECT_EQ(EffectWord(Effect()), "NODES_NOT_COUNTED");
  EXPECT_EQ(DecidedBy(Effect(), cluster_), "-");
}

TEST_F(OperatorEffectTest, ADecisionByNodesIsNotThatOfAClusterThatIsSizedByResources) {
  cluster_.reads_recommendation = true;
  EXPECT_EQ(DecidedBy(Effect(), cluster_), "resources");
  cluster_.basis = objects::SizeBasis::kNodes;
  EXPECT_EQ(EffectWord(Effect()), "SIZED_BY_RESOURCES");
  EXPECT_EQ(DecidedBy(Effect(), cluster_), "resources");
}

}  // namespace
}  // namespace cpsizer::cli
