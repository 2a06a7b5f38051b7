// Tests findings about probable errors in an autoscaler that the API server accepts. Each case names its section or
// trap of docs/reference/horizontal-pod-autoscaler.md.
#include "server/engine/replicas/validate/autoscaler_warnings.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/autoscalers.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AdviceOn;
using ::cpsizer::testing::ErrorsIn;
using ::cpsizer::testing::Validate;
using ::cpsizer::testing::WithBehavior;
using ::cpsizer::testing::WithMetrics;
using ::cpsizer::testing::WithSpec;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct AutoscalerWarningsCase {
  const char* name;
  const char* json;
  std::vector<std::string> advice;
};

TEST(AutoscalerWarnings, AboutTheTargetAndTheBounds) {
  const AutoscalerWarningsCase cases[] = {
      {"a Deployment", R"("scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "w"})", {}},
      {"the page: a DaemonSet cannot be scaled",
       R"("scaleTargetRef": {"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "w"})",
       {"WARNING TARGET_NOT_SCALABLE spec.scaleTargetRef.kind"}},
      {"nor can a Job",
       R"("scaleTargetRef": {"apiVersion": "batch/v1", "kind": "Job", "name": "w"})",
       {"WARNING TARGET_NOT_SCALABLE spec.scaleTargetRef.kind"}},
      {"nor can a CronJob, in any version of its API",
       R"("scaleTargetRef": {"apiVersion": "batch/v1beta1", "kind": "CronJob", "name": "w"})",
       {"WARNING TARGET_NOT_SCALABLE spec.scaleTargetRef.kind"}},
      {"a Job of another group may be scalable",
       R"("scaleTargetRef": {"apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job", "name": "w"})",
       {}},
      {"a DaemonSet of another group may be scalable",
       R"("scaleTargetRef": {"apiVersion": "apps.kruise.io/v1alpha1", "kind": "DaemonSet", "name": "w"})",
       {}},
  };
  for (const AutoscalerWarningsCase& c : cases) {
    EXPECT_EQ(AdviceOn(WithSpec(absl::StrCat("{", c.json, R"(, "maxReplicas": 10})"))), c.advice) << c.name;
  }
}

TEST(AutoscalerWarnings, AboutBoundsThatLeaveNothingToDecide) {
  const AutoscalerWarningsCase cases[] = {
      {"two apart", R"("minReplicas": 2, "maxReplicas": 3)", {}},
      {"the same", R"("minReplicas": 3, "maxReplicas": 3)", {"WARNING MIN_EQUALS_MAX spec.maxReplicas"}},
      {"the same by default (section 3)", R"("maxReplicas": 1)", {"WARNING MIN_EQUALS_MAX spec.maxReplicas"}},
      {"zero needs a gate (sections 10 and 16)",
       R"("minReplicas": 0, "maxReplicas": 3)",
       {"WARNING SCALE_TO_ZERO_GATED spec.minReplicas"}},
      {"an error suppresses the warnings", R"("minReplicas": -1, "maxReplicas": -1)", {}},
      {"so it does of two zeros",
       R"("minReplicas": 0, "maxReplicas": 0)",
       {"WARNING SCALE_TO_ZERO_GATED spec.minReplicas"}},
  };
  for (const AutoscalerWarningsCase& c : cases) {
    EXPECT_EQ(AdviceOn(WithSpec(absl::StrCat("{", c.json, "}")), "v1.36.3"), c.advice) << c.name;
  }
}

TEST(AutoscalerWarnings, ZeroNeedsNoWarningWhereTheGateIsOn) {
  v1::HorizontalPodAutoscaler autoscaler = WithSpec(R"({"minReplicas": 0, "maxReplicas": 3})");
  EXPECT_THAT(AdviceOn(autoscaler), IsEmpty()) << "the default is v1.37";
  EXPECT_THAT(AdviceOn(autoscaler, "v1.38.0"), IsEmpty());
  EXPECT_THAT(AdviceOn(autoscaler, "1.36"), ElementsAre("WARNING SCALE_TO_ZERO_GATED spec.minReplicas"));
  v1::Condition& condition = *autoscaler.mutable_status()->add_conditions();
  condition.set_type("ScaledToZero");
  condition.set_status("False");
  EXPECT_THAT(AdviceOn(autoscaler, "1.36"), IsEmpty()) << "only a controller with the gate writes the condition";
}

TEST(AutoscalerWarnings, AboutUppercaseInTheNameOfAnExternalMetric) {
  constexpr char kMetrics[] = R"([
      {"type": "External", "external": {"metric": {"name": "Queue_Depth"}, "target": {"type": "Value", "value": "3"}}},
      {"type": "External", "external": {"metric": {"name": "queue_depth"}, "target": {"type": "Value", "value": "3"}}},
      {"type": "Pods", "pods": {"metric": {"name": "Hits"}, "target": {"type": "AverageValue", "averageValue": "3"}}}])";
  const auto response = Validate(WithMetrics(kMetrics));
  ASSERT_EQ(response.findings_size(), 1);
  EXPECT_EQ(response.findings(0).rule(), "EXTERNAL_NAME_UPPERCASE");
  EXPECT_EQ(response.findings(0).severity(), v1::SEVERITY_NOTE);
  EXPECT_EQ(response.findings(0).path(), "spec.metrics[0].external.metric.name");
  EXPECT_EQ(response.findings(0).message(), "the controller requests the metric Queue_Depth as queue_depth");
}

// The JSON of each case is the complete content of the field `resource` of a metric.
TEST(AutoscalerWarnings, AboutResourceMetrics) {
  const std::string target = "spec.metrics[0].resource.target.";
  const AutoscalerWarningsCase cases[] = {
      {"all of the requests", R"("name": "cpu", "target": {"type": "Utilization", "averageUtilization": 100})", {}},
      {"more than the requests",
       R"("name": "cpu", "target": {"type": "Utilization", "averageUtilization": 101})",
       {"WARNING UTILIZATION_ABOVE_REQUESTS " + target + "averageUtilization"}},
      {"memory", R"("name": "memory", "target": {"type": "AverageValue", "averageValue": "1Gi"})", {}},
      {"what is not measured",
       R"("name": "ephemeral-storage", "target": {"type": "AverageValue", "averageValue": "1Gi"})",
       {"WARNING RESOURCE_NOT_MEASURED spec.metrics[0].resource.name"}},
      {"8.2: the type is not asked, the field counts",
       R"("name": "cpu", "target": {"type": "Utilization", "averageValue": "1"})",
       {"WARNING TARGET_TYPE_MISMATCH " + target + "type"}},
      {"section 1: a whole number of thousandths",
       R"("name": "cpu", "target": {"type": "AverageValue", "averageValue": "1m"})",
       {}},
      {"section 1: any fraction of a thousandth is rounded up",
       R"("name": "cpu", "target": {"type": "AverageValue", "averageValue": "1000001n"})",
       {"WARNING TARGET_ROUNDED " + target + "averageValue"}},
      {"section 1: the least amount",
       R"("name": "cpu", "target": {"type": "AverageValue", "averageValue": "1n"})",
       {"WARNING TARGET_ROUNDED " + target + "averageValue"}},
      {"section 1: the largest amount in thousandths",
       R"("name": "memory", "target": {"type": "AverageValue", "averageValue": "9223372036854775.807"})",
       {}},
      {"section 1: one more",
       R"("name": "memory", "target": {"type": "AverageValue", "averageValue": "9223372036854775.808"})",
       {"WARNING TARGET_OVERFLOW " + target + "averageValue"}},
      {"section 1: 20E counts as nothing",
       R"("name": "memory", "target": {"type": "AverageValue", "averageValue": "20E"})",
       {"WARNING TARGET_OVERFLOW " + target + "averageValue"}},
      {"an error suppresses the warnings", R"("name": "", "target": {"type": "x", "averageValue": "-20E"})", {}},
  };
  for (const AutoscalerWarningsCase& c : cases) {
    EXPECT_EQ(AdviceOn(WithMetrics(absl::StrCat(R"([{"type": "Resource", "resource": {)", c.json, "}}]"))), c.advice)
        << c.name;
  }
}

TEST(AutoscalerWarnings, AboutTheTypeOfATarget) {
  const auto object = [](const char* target) {
    return absl::StrCat(R"({"type": "Object", "object": {"describedObject": {"kind": "Service", "name": "s"},
                            "metric": {"name": "rps"}, "target": )",
                        target, "}}");
  };
  const auto external = [](const char* target) {
    return absl::StrCat(R"({"type": "External", "external": {"metric": {"name": "q"}, "target": )", target, "}}");
  };
  const auto pods = [](const char* target) {
    return absl::StrCat(R"({"type": "Pods", "pods": {"metric": {"name": "rps"}, "target": )", target, "}}");
  };
  const auto container = [](const char* target) {
    return absl::StrCat(R"({"type": "ContainerResource", "containerResource": {"name": "cpu", "container": "app",
                            "target": )",
                        target, "}}");
  };
  struct Mismatch {
    const char* name;
    std::string metric;  // a complete metric, as JSON
    const char* field;   // field of the finding; null if there is no finding
  };
  const Mismatch cases[] = {
      {"8.4: an Object metric with both fields uses the field of its type",
       object(R"({"type": "Value", "value": "1", "averageValue": "2"})"), nullptr},
      {"8.4: an Object metric without the field of its type", object(R"({"type": "Value", "averageValue": "2"})"),
       "object"},
      {"8.4: an Object metric knows no utilization", object(R"({"type": "Utilization", "value": "2"})"), "object"},
      {"8.4: External uses the field that is set", external(R"({"type": "Value", "averageValue": "2"})"), "external"},
      {"External as it should be", external(R"({"type": "AverageValue", "averageValue": "2"})"), nullptr},
      {"8.2: Pods uses averageValue regardless of type",
       pods(R"({"type": "Value", "averageValue": "2", "value": "1"})"), "pods"},
      {"8.2: a container as a pod", container(R"({"type": "AverageValue", "averageUtilization": 60})"),
       "containerResource"},
  };
  for (const Mismatch& c : cases) {
    std::vector<std::string> advice;
    if (c.field != nullptr) {
      advice.push_back(absl::StrCat("WARNING TARGET_TYPE_MISMATCH spec.metrics[0].", c.field, ".target.type"));
    }
    EXPECT_EQ(AdviceOn(WithMetrics(absl::StrCat("[", c.metric, "]"))), advice) << c.name;
  }
}

std::string Queue(const char* selector, const char* value) {
  return absl::StrCat(R"({"type": "External", "external": {"metric": {"name": "queue", "selector": )", selector,
                      R"(}, "target": {"type": "Value", "value": ")", value, R"("}}})");
}

TEST(AutoscalerWarnings, AboutSelectorsThatTheControllerCannotUse) {
  const std::string selector = "WARNING METRIC_SELECTOR_INVALID spec.metrics[0].external.metric.selector.";
  const std::string path = selector + "matchExpressions";
  const AutoscalerWarningsCase cases[] = {
      {"labels", R"({"matchLabels": {"queue": "mail"}})", {}},
      {"each operator",
       R"({"matchExpressions": [{"key": "a", "operator": "In", "values": ["b"]},
                                {"key": "a", "operator": "NotIn", "values": ["c"]},
                                {"key": "a", "operator": "Exists"}, {"key": "b", "operator": "DoesNotExist"}]})",
       {}},
      {"no values", R"({"matchExpressions": [{"key": "a", "operator": "In"}]})", {path + "[0]"}},
      {"values too many",
       R"({"matchExpressions": [{"key": "a", "operator": "Exists"},
                                {"key": "a", "operator": "Exists", "values": ["b"]}]})",
       {path + "[1]"}},
      {"no operator", R"({"matchExpressions": [{"key": "a"}, {"key": "b"}]})", {path + "[0]"}},
      {"no key", R"({"matchExpressions": [{"operator": "Exists"}]})", {path + "[0]"}},
      {"a value that no label has",
       R"({"matchExpressions": [{"key": "a", "operator": "In", "values": ["b c"]}]})",
       {path + "[0]"}},
      {"a label that no object has",
       R"({"matchLabels": {"a": "b", "queue": "a b"}})",
       {selector + "matchLabels[queue]"}},
  };
  for (const AutoscalerWarningsCase& c : cases) {
    EXPECT_EQ(AdviceOn(WithMetrics(absl::StrCat("[", Queue(c.json, "30"), "]"))), c.advice) << c.name;
  }
}

TEST(AutoscalerWarnings, AboutTheSameMetricTwice) {
  const auto cpu = [](const char* target) {
    return absl::StrCat(R"({"type": "Resource", "resource": {"name": "cpu", "target": )", target, "}}");
  };
  const std::string sixty = cpu(R"({"type": "Utilization", "averageUtilization": 60})");
  const std::string eighty = cpu(R"({"type": "Utilization", "averageUtilization": 80})");
  const std::string amount = cpu(R"({"type": "AverageValue", "averageValue": "2"})");
  const std::string container =
      R"({"type": "ContainerResource", "containerResource": {"name": "cpu", "container": "app",
          "target": {"type": "Utilization", "averageUtilization": 60}}})";
  const auto both = [](const std::string& one, const std::string& other) {
    return AdviceOn(WithMetrics(absl::StrCat("[", one, ", ", other, "]")));
  };
  EXPECT_THAT(both(sixty, eighty), ElementsAre("WARNING METRIC_REPEATED spec.metrics[1]"));
  EXPECT_THAT(both(sixty, amount), IsEmpty()) << "a share and an amount bound different things";
  EXPECT_THAT(both(sixty, container), IsEmpty()) << "9.2: the largest proposal wins, nothing counts twice";
  EXPECT_THAT(both(Queue("{}", "30"), Queue("{}", "40")), ElementsAre("WARNING METRIC_REPEATED spec.metrics[1]"));
  const std::string narrowed = Queue(R"({"matchLabels": {"queue": "mail"}})", "30");
  EXPECT_THAT(both(narrowed, narrowed), IsEmpty()) << "selectors are not compared";
  const std::string twice =
      Queue(R"({"matchLabels": {"queue": "mail"}, "matchExpressions": [{"key": "a", "operator": "Exists"}]})", "30");
  EXPECT_THAT(both(twice, twice), IsEmpty()) << "nor are those of both forms";
}

TEST(AutoscalerWarnings, AboutBehavior) {
  const std::string up = "spec.behavior.scaleUp.";
  const std::string down = "spec.behavior.scaleDown.";
  const AutoscalerWarningsCase cases[] = {
      {"the defaults", "{}", {}},
      {"12.2: it can never scale down",
       R"({"scaleDown": {"selectPolicy": "Disabled"}})",
       {"WARNING DIRECTION_DISABLED " + down + "selectPolicy"}},
      {"12.2: it can never scale up",
       R"({"scaleUp": {"selectPolicy": "Disabled"}})",
       {"WARNING DIRECTION_DISABLED " + up + "selectPolicy"}},
      {"13.1: an entry as old as the window does not count",
       R"({"scaleDown": {"stabilizationWindowSeconds": 15}})",
       {"WARNING DOWNSCALE_WINDOW_SHORT " + down + "stabilizationWindowSeconds"}},
      {"no window",
       R"({"scaleDown": {"stabilizationWindowSeconds": 0}})",
       {"WARNING DOWNSCALE_WINDOW_SHORT " + down + "stabilizationWindowSeconds"}},
      {"a window that holds the last decision", R"({"scaleDown": {"stabilizationWindowSeconds": 16}})", {}},
      {"no window upwards, as by default", R"({"scaleUp": {"stabilizationWindowSeconds": 0}})", {}},
      {"9.1: 1.0 - 1 <= r for every r",
       R"({"scaleDown": {"tolerance": "1"}})",
       {"WARNING TOLERANCE_LARGE " + down + "tolerance"}},
      {"percent for a fraction", R"({"scaleUp": {"tolerance": "5"}})", {"WARNING TOLERANCE_LARGE " + up + "tolerance"}},
      {"past 64 bits", R"({"scaleUp": {"tolerance": "20E"}})", {"WARNING TOLERANCE_LARGE " + up + "tolerance"}},
      {"a tolerance just below", R"({"scaleDown": {"tolerance": "999m"}})", {}},
      {"a period below the sync period",
       R"({"scaleUp": {"policies": [{"type": "Pods", "value": 1, "periodSeconds": 15},
                                    {"type": "Pods", "value": 1, "periodSeconds": 14}]}})",
       {"NOTE POLICY_PERIOD_SHORT " + up + "policies[1].periodSeconds"}},
      {"the shortest period",
       R"({"scaleUp": {"policies": [{"type": "Pods", "value": 1, "periodSeconds": 1}]}})",
       {"NOTE POLICY_PERIOD_SHORT " + up + "policies[0].periodSeconds"}},
      {"trap 15: 32 bits wrap",
       R"({"scaleUp": {"policies": [{"type": "Pods", "value": 2147483638, "periodSeconds": 15}]}})",
       {"WARNING POLICY_OVERFLOW " + up + "policies[0].value"}},
      {"trap 15: up to maxReplicas 10 they do not",
       R"({"scaleUp": {"policies": [{"type": "Pods", "value": 2147483637, "periodSeconds": 15},
                                    {"type": "Percent", "value": 2147483647, "periodSeconds": 15}]}})",
       {}},
      {"12.2: nothing wraps on the way down",
       R"({"scaleDown": {"policies": [{"type": "Pods", "value": 2147483647, "periodSeconds": 15}]}})",
       {}},
      {"errors say it all",
       R"({"scaleUp": {"tolerance": "5 %", "policies": [{"periodSeconds": 0}]},
           "scaleDown": {"stabilizationWindowSeconds": -1, "tolerance": "-2"}})",
       {}},
  };
  for (const AutoscalerWarningsCase& c : cases) EXPECT_EQ(AdviceOn(WithBehavior(c.json)), c.advice) << c.name;
}

TEST(AutoscalerWarnings, APolicyMayOverflowFromTheLeastMaximumOn) {
  const std::string overflow = "WARNING POLICY_OVERFLOW spec.behavior.scaleUp.policies[0].value";
  const auto with_maximum = [](int most) {
    return AdviceOn(WithSpec(absl::StrCat(R"({"minReplicas": 1, "maxReplicas": )", most, R"(, "behavior": {"scaleUp": {
        "policies": [{"type": "Pods", "value": 2147483647, "periodSeconds": 15}]}}})")));
  };
  EXPECT_THAT(with_maximum(1), ElementsAre("WARNING MIN_EQUALS_MAX spec.maxReplicas", overflow));
  EXPECT_THAT(with_maximum(0), IsEmpty());
}

// The period of the last policy is shorter than the sync period.
TEST(AutoscalerWarnings, AboutTheLargestNumberOfPolicies) {
  const auto with_policies = [](const char* direction, int count) {
    std::string policies;
    for (int i = 1; i < count; ++i) absl::StrAppend(&policies, R"({"type": "Pods", "value": 1, "periodSeconds": 15},)");
    return AdviceOn(WithBehavior(absl::StrCat("{\"", direction, R"(": {"policies": [)", policies,
                                              R"({"type": "Pods", "value": 1, "periodSeconds": 14}]}})")));
  };
  for (const std::string direction : {"scaleUp", "scaleDown"}) {
    EXPECT_THAT(with_policies(direction.c_str(), kMaxScalingPolicies),
                ElementsAre(absl::StrCat("NOTE POLICY_PERIOD_SHORT spec.behavior.", direction, ".policies[",
                                         kMaxScalingPolicies - 1, "].periodSeconds")));
    EXPECT_THAT(with_policies(direction.c_str(), kMaxScalingPolicies + 1), IsEmpty());
  }
}

TEST(AutoscalerWarnings, AboutTheLargestNumberOfMetrics) {
  const auto repeated = [](int count) {
    std::string metrics;
    for (int i = 1; i < count; ++i) {
      absl::StrAppend(&metrics, Queue("{}", "30"), ",");
    }
    return AdviceOn(WithMetrics(absl::StrCat("[", metrics, Queue("{}", "30"), "]"))).size();
  };
  EXPECT_EQ(repeated(kMaxAutoscalerMetrics), kMaxAutoscalerMetrics - 1);
  EXPECT_EQ(repeated(kMaxAutoscalerMetrics + 1), 0);
}

TEST(AutoscalerWarnings, AboutPoliciesThatAllowNothingFromZero) {
  constexpr char kPercent[] = R"({"type": "Percent", "value": 100, "periodSeconds": 15})";
  constexpr char kPods[] = R"({"type": "Pods", "value": 1, "periodSeconds": 15})";
  struct Zero {
    const char* name;
    int min;
    std::string up;
    bool stuck;
  };
  const Zero cases[] = {
      {"12.2: ceil(0 * 2) is 0", 0, absl::StrCat(R"("policies": [)", kPercent, "]"), true},
      {"the default policies have one of pods", 0, R"("selectPolicy": "Max")", false},
      {"the largest change wins", 0, absl::StrCat(R"("policies": [)", kPercent, ", ", kPods, "]"), false},
      {"the smallest change wins", 0,
       absl::StrCat(R"("selectPolicy": "Min", "policies": [)", kPods, ", ", kPercent, "]"), true},
      {"the smallest change of policies of pods", 0,
       absl::StrCat(R"("selectPolicy": "Min", "policies": [)", kPods, "]"), false},
      {"it never is at zero", 1, absl::StrCat(R"("policies": [)", kPercent, "]"), false},
  };
  for (const Zero& c : cases) {
    const auto advice = AdviceOn(WithSpec(
        absl::StrCat(R"({"maxReplicas": 3, "minReplicas": )", c.min, R"(, "behavior": {"scaleUp": {)", c.up, "}}}")));
    const bool stuck =
        std::find(advice.begin(), advice.end(), "WARNING STUCK_AT_ZERO spec.behavior.scaleUp.policies") != advice.end();
    EXPECT_EQ(stuck, c.stuck) << c.name;
  }
}

TEST(AutoscalerWarnings, DescribeTheCauseAndTheEffect) {
  const auto autoscaler = WithMetrics(R"([
      {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageValue": "1500u"}}},
      {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 150}}},
      {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 60}}}])");
  ASSERT_THAT(ErrorsIn(autoscaler), IsEmpty());
  std::vector<std::string> messages;
  const v1::ValidateConfigResponse response = Validate(autoscaler);
  for (const v1::Finding& finding : response.findings()) messages.push_back(finding.message());
  EXPECT_THAT(messages, ElementsAre("the type is Utilization where averageValue is given, and the field is used",
                                    "1500u is read as 2m", "the target is 150 % of what the pods request",
                                    "it is the same metric as metrics[1]"));
}

}  // namespace
}  // namespace cpsizer
