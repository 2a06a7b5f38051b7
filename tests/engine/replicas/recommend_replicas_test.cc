// Tests the complete decision with its conditions and events: sections 4, 9, 10, 14 and 15 of
// docs/reference/horizontal-pod-autoscaler.md.
#include "cpsizer/recommend_replicas.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/requests.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddCpuPods;
using ::cpsizer::testing::AddExternal;
using ::cpsizer::testing::AddObject;
using ::cpsizer::testing::AddPodsMetric;
using ::cpsizer::testing::AddRecommendation;
using ::cpsizer::testing::AddUtilization;
using ::cpsizer::testing::At;
using ::cpsizer::testing::ConditionOf;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::Desiring;
using ::cpsizer::testing::ErrorInfoOf;
using ::cpsizer::testing::EventsOf;
using ::cpsizer::testing::FailReading;
using ::cpsizer::testing::ReplicasRequest;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

v1::Condition& AddCondition(v1::RecommendReplicasRequest& request, absl::string_view type, absl::string_view status) {
  v1::Condition& condition = *request.mutable_horizontal_pod_autoscaler()->mutable_status()->add_conditions();
  condition.set_type(std::string(type));
  condition.set_status(std::string(status));
  condition.set_last_transition_time("2026-01-01T00:00:00Z");
  return condition;
}

const v1::Condition& FindCondition(const v1::RecommendReplicasResponse& response, absl::string_view type) {
  for (const v1::Condition& condition : response.status().conditions()) {
    if (condition.type() == type) return condition;
  }
  return v1::Condition::default_instance();
}

// Returns a request with one metric for each count. Each metric proposes its count, or fails if its count is -1.
v1::RecommendReplicasRequest Desires(int current, const std::vector<int>& desired_counts) {
  v1::RecommendReplicasRequest request = ReplicasRequest(current);
  request.mutable_options()->set_tolerance("0");
  for (const int desired : desired_counts) {
    v1::ReplicasReading& reading = AddExternal(request, "AverageValue", "1", {absl::StrCat(desired)});
    if (desired < 0) FailReading(reading, "no such series");
  }
  return request;
}

struct CombineCase {
  absl::string_view name;
  int current;
  std::vector<int> desired_counts;
  int replicas;
  int winner;  // -1: the decision fails
  bool error;
};

TEST(CombineMetrics, Section92TheLargestOfThoseThatDidNotFail) {
  const std::vector<CombineCase> cases = {
      {"the largest", 5, {3, 7, 6}, 7, 1, false},
      {"the first of equal ones", 5, {7, 7}, 7, 0, false},
      {"after a proposal of zero the next", 5, {0, 0}, 1, 1, false},
      {"a failure with a scale-up", 5, {-1, 7}, 7, 1, true},
      {"trap 16: a failure with the current number", 5, {5, -1}, 5, 0, true},
      {"trap 16: a failure refuses a scale-down", 5, {4, -1}, 5, -1, true},
      {"all failed", 5, {-1, -1}, 5, -1, true},
  };
  for (const CombineCase& c : cases) {
    const v1::RecommendReplicasResponse response = Decide(Desires(c.current, c.desired_counts));
    EXPECT_EQ(response.desired_replicas(), c.replicas) << c.name;
    EXPECT_EQ(!response.error().empty(), c.error) << c.name;
    for (int i = 0; i < response.metrics_size(); ++i) EXPECT_EQ(response.metrics(i).wins(), i == c.winner) << c.name;
    EXPECT_EQ(response.outcome() == v1::REPLICAS_OUTCOME_METRICS_FAILED, c.winner < 0) << c.name;
    EXPECT_EQ(ConditionOf(response, "ScalingActive"),
              c.winner < 0 ? "ScalingActive=False FailedGetExternalMetric" : "ScalingActive=True ValidMetricFound")
        << c.name;
  }
}

TEST(CombineMetrics, Trap16TheFirstFailureNamesTheCondition) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  FailReading(AddPodsMetric(request, "1"), "boom");
  FailReading(AddObject(request, "Value", "1", "1"), "bang");
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(ConditionOf(response, "ScalingActive"), "ScalingActive=False FailedGetPodsMetric");
  EXPECT_EQ(
      FindCondition(response, "ScalingActive").message(),
      "the HPA was unable to compute the replica count: unable to get metric qps: unable to fetch metrics from custom "
      "metrics API: boom");
  EXPECT_EQ(
      response.error(),
      "invalid metrics (2 invalid out of 2), first error is: failed to get pods metric value: unable to get metric "
      "qps: unable to fetch metrics from custom metrics API: boom");
  EXPECT_THAT(
      EventsOf(response),
      ElementsAre("Warning FailedGetPodsMetric unable to get metric qps: unable to fetch metrics from custom "
                  "metrics API: boom",
                  "Warning FailedGetObjectMetric unable to get metric hits on Ingress prod/front: unable to fetch "
                  "metrics from custom metrics API: bang",
                  "Warning FailedComputeMetricsReplicas " + response.error()));
  EXPECT_THAT(response.history().recommendations(), IsEmpty()) << "nothing is recorded";
}

TEST(CombineMetrics, AFailureLeavesTheStatusAndKeepsAnEmptyEntry) {
  v1::RecommendReplicasRequest request = Desires(5, {-1, 4});
  request.mutable_horizontal_pod_autoscaler()->mutable_status()->set_desired_replicas(17);
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(response.status().desired_replicas(), 17);
  EXPECT_EQ(response.status().current_replicas(), 5);
  ASSERT_EQ(response.status().current_metrics_size(), 2);
  EXPECT_EQ(response.status().current_metrics(0).ByteSizeLong(), 0U);
  EXPECT_EQ(response.status().current_metrics(1).average_value(), "800m");
  EXPECT_EQ(ConditionOf(response, "AbleToScale"), "AbleToScale=True SucceededGetScale");
}

TEST(CombineMetrics, Section92ChecksTheSelectorFirst) {
  struct Case {
    absl::string_view selector;
    std::vector<std::string> rivals;
    absl::string_view reason;
    absl::string_view event;
  };
  const Case cases[] = {{"", {}, "InvalidSelector", "SelectorRequired"},
                        {" \t", {}, "InvalidSelector", "SelectorRequired"},
                        {"app=web", {"other"}, "AmbiguousSelector", "AmbiguousSelector"}};
  for (const Case& c : cases) {
    v1::RecommendReplicasRequest request = Desiring(3, 5);
    request.mutable_scale()->mutable_status()->set_selector(std::string(c.selector));
    for (const std::string& name : c.rivals) request.add_rivals(name);
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.outcome(), v1::REPLICAS_OUTCOME_METRICS_FAILED) << c.selector;
    EXPECT_EQ(response.desired_replicas(), 3) << c.selector;
    EXPECT_EQ(ConditionOf(response, "ScalingActive"), absl::StrCat("ScalingActive=False ", c.reason)) << c.selector;
    ASSERT_EQ(response.events_size(), 2) << c.selector;
    EXPECT_EQ(response.events(0).reason(), c.event) << c.selector;
    EXPECT_EQ(response.events(1).reason(), "FailedComputeMetricsReplicas") << c.selector;
    EXPECT_EQ(response.metrics_size(), 0) << c.selector;
  }
}

struct SelectorCase {
  absl::string_view selector;
  absl::string_view error;
};

constexpr absl::string_view kName =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
constexpr absl::string_view kValue =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

// The real controller does not get the scale, because its client parses the selector first. This behavior was observed,
// although the source of the controller has the reason InvalidSelector for this case.
TEST(RecommendReplicas, Section4AScaleWithAnUnreadableSelectorIsUnreadable) {
  const std::string requirement = "unable to parse requirement: ";
  const std::string long_name(64, 'a');
  const std::pair<std::string, std::string> cases[] = {
      {"app in web", requirement + "found 'web' expected: '('"},
      {"app in", requirement + "found '' expected: '('"},
      {"app in (", requirement + "found '', expected: ',', ')' or identifier"},
      {"app in (=", requirement + "found '=', expected: ',', ')' or identifier"},
      {"tier in (a,b", requirement + "found '', expected: ',' or ')'"},
      {"tier in (a,", requirement + "found '', expected: ',', or identifier"},
      {"tier in (a b)", requirement + "found 'b', expected: ',' or ')'"},
      {"app=web,", "found '', expected: identifier after ','"},
      {"app=web,,a", "found ',', expected: identifier after ','"},
      {"=web", "found '=', expected: !, identifier, or 'end of string'"},
      {"app=we b", "found 'b', expected: ',' or 'end of string'"},
      {"!app=web", "found '=', expected: ',' or 'end of string'"},
      {"app web", requirement + "found 'web', expected: in, notin, =, ==, !=, gt, lt"},
      {"!", requirement + "found '', expected: identifier"},
      {"app==!", requirement + "found '!', expected: identifier"},
      {"cpus>many",
       requirement + "values[0]: Invalid value: \"many\": for 'Gt', 'Lt' operators, the value must be an integer"},
      {"-app=web", absl::StrCat(requirement, "<nil>: Invalid value: \"-app\": name part ", kName)},
      {"a/b/c=d", absl::StrCat(requirement, "<nil>: Invalid value: \"a/b/c\": a valid label key ", kName,
                               " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')")},
      {"/app", requirement + "<nil>: Invalid value: \"/app\": prefix part must be non-empty"},
      {long_name, requirement + "<nil>: Invalid value: \"" + long_name + "\": name part must be no more than 63 bytes"},
      {"app=-web", absl::StrCat(requirement, "values[0][app]: Invalid value: \"-web\": ", kValue)},
      {"app in (b,-,a)", absl::StrCat(requirement, "values[0][app]: Invalid value: \"-\": ", kValue)},
      {"app in (-,_)", absl::StrCat(requirement, "[values[0][app]: Invalid value: \"-\": ", kValue,
                                    ", values[1][app]: Invalid value: \"_\": ", kValue, "]")},
  };
  for (const auto& [selector, error] : cases) {
    v1::RecommendReplicasRequest request = Desiring(3, 5);
    request.mutable_scale()->mutable_status()->set_selector(selector);
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.outcome(), v1::REPLICAS_OUTCOME_TARGET_UNREADABLE) << selector;
    EXPECT_EQ(ConditionOf(response, "AbleToScale"), "AbleToScale=False FailedGetScale") << selector;
    const std::string expected = absl::StrCat(
        "Warning FailedGetScale received an object from a /scale endpoint which was not convertible to autoscaling "
        "Scale: failed to parse target selector: couldn't parse the selector string \"",
        selector, "\": ", error);
    EXPECT_THAT(EventsOf(response), ElementsAre(expected));
  }
}

// Label selectors support more operators than the selector of a scale.
TEST(RecommendReplicas, Section4AScaleWithAnOperatorThatIsNotSupportedIsUnreadable) {
  const SelectorCase cases[] = {{"tier!=db", "\"!=\" is not a valid label selector operator"},
                                {"cpus>4", "\"gt\" isn't supported in label selectors"},
                                {"tier!=db,cpus<9", "\"lt\" isn't supported in label selectors"},
                                {"cpus!=4,cpus>4", "\"!=\" is not a valid label selector operator"},
                                {"cpus>4,cpus!=4", "\"gt\" isn't supported in label selectors"}};
  for (const SelectorCase& c : cases) {
    v1::RecommendReplicasRequest request = Desiring(3, 5);
    request.mutable_scale()->mutable_status()->set_selector(std::string(c.selector));
    EXPECT_THAT(EventsOf(Decide(request)),
                ElementsAre(absl::StrCat("Warning FailedGetScale received an object from a /scale endpoint which was "
                                         "not convertible to autoscaling Scale: failed to parse target selector: ",
                                         c.error)))
        << c.selector;
  }
}

struct MetricSelectorCase {
  absl::string_view key;
  absl::string_view operation;
  std::vector<std::string> values;
  std::string error;
};

v1::RecommendReplicasRequest WithMetricSelector(const MetricSelectorCase& c) {
  v1::RecommendReplicasRequest request = Desiring(3, 5);
  v1::MetricSpec& metric = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_metrics(0);
  v1::LabelSelector& selector = *metric.mutable_external()->mutable_metric()->mutable_selector();
  if (c.operation.empty()) {
    (*selector.mutable_match_labels())[std::string(c.key)] = c.values.front();
    return request;
  }
  v1::LabelSelectorRequirement& requirement = *selector.add_match_expressions();
  requirement.set_key(std::string(c.key));
  requirement.set_operator_(std::string(c.operation));
  for (const std::string& value : c.values) requirement.add_values(value);
  return request;
}

// The API server does not validate the selector of a metric. The texts are those of kube-controller-manager 1.36.3.
TEST(CombineMetrics, AMetricWithAnInvalidSelectorFails) {
  const MetricSelectorCase cases[] = {
      {"queue", "Near", {"a"}, "\"Near\" is not a valid label selector operator"},
      {"queue", "In", {}, "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty"},
      {"queue", "NotIn", {}, "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty"},
      {"queue",
       "Exists",
       {"a", "b"},
       "values: Invalid value: [\"a\",\"b\"]: values set must be empty for exists and does not exist"},
      {"queue name", "", {"a"}, absl::StrCat("key: Invalid value: \"queue name\": name part ", kName)},
      {"queue", "", {"a b"}, "values[0][queue]: Invalid value: \"a b\": a valid label"},
      {"queue name", "In", {"a b"}, absl::StrCat("[key: Invalid value: \"queue name\": name part ", kName)},
  };
  for (const MetricSelectorCase& c : cases) {
    const v1::RecommendReplicasResponse response = Decide(WithMetricSelector(c));
    EXPECT_EQ(response.outcome(), v1::REPLICAS_OUTCOME_METRICS_FAILED) << c.error;
    EXPECT_EQ(response.desired_replicas(), 3) << c.error;
    EXPECT_EQ(ConditionOf(response, "ScalingActive"), "ScalingActive=False FailedGetExternalMetric") << c.error;
    ASSERT_EQ(response.events_size(), 2) << c.error;
    EXPECT_THAT(response.events(0).message(), StartsWith(c.error));
  }
}

TEST(CombineMetrics, AMetricWithAValidSelectorDoesNotFail) {
  const MetricSelectorCase cases[] = {{"a.b/queue", "", {"a.b"}, ""},  {"queue", "", {""}, ""},
                                      {"queue", "In", {"a", "b"}, ""}, {"queue", "NotIn", {""}, ""},
                                      {"queue", "Exists", {}, ""},     {"queue", "DoesNotExist", {}, ""}};
  for (const MetricSelectorCase& c : cases) {
    EXPECT_EQ(Decide(WithMetricSelector(c)).desired_replicas(), 5) << c.key << " " << c.operation;
  }
}

TEST(CombineMetrics, AcceptsEachFormOfASelector) {
  for (const char* selector :
       {"app=web", "app==web,tier=db", "tier in (a, b),zone notin (c)", "app,!canary", "example.com/app=web",
        "tier in (),zone in (,a),app in (a,,b)", "in=notin", "app=", " app = web "}) {
    v1::RecommendReplicasRequest request = Desiring(3, 5);
    request.mutable_scale()->mutable_status()->set_selector(selector);
    EXPECT_EQ(Decide(request).desired_replicas(), 5) << selector;
  }
}

// The client of the controller formats the selector again before the controller gets it.
TEST(CombineMetrics, AMessageNamesTheSelectorAsTheControllerWritesIt) {
  const std::pair<std::string, std::string> cases[] = {
      {"app=web", "app=web"},
      {" tier == db , app=web", "app=web,tier=db"},
      {"zone notin (c,b,c),tier in (b, a),!canary,beta", "beta,!canary,tier in (a,b),zone notin (b,c)"},
      {"tier in (a)", "tier in (a)"},
      {"tier in (),app=", "app=,tier in ()"},
      {"tier in (a,),app==", "app=,tier in (,a)"},
      {"tier in (,a)", "tier in (,a)"},
      {"tier in (,,a)", "tier in (,a)"},
      {"b,B,a.io/x,a", "B,a,a.io/x,b"},
      {"app,app in (b,a),app=web,!app", "app=web,app,app in (a,b),!app"},
      {"app=web,app==shop", "app=shop"},
  };
  for (const auto& [selector, canonical] : cases) {
    v1::RecommendReplicasRequest request = Desiring(3, 5);
    request.mutable_scale()->mutable_status()->set_selector(selector);
    request.add_rivals("other");
    EXPECT_THAT(EventsOf(Decide(request)),
                Contains(StartsWith(absl::StrCat("Warning AmbiguousSelector pods by selector ", canonical,
                                                 " are controlled by more than one HPA (e.g. "))))
        << selector;
  }
}

TEST(CombineMetrics, OtherAutoscalersAreNamedAsInTheirVersion) {
  v1::RecommendReplicasRequest request = Desiring(3, 5);
  for (const char* const other : {"web-a", "web-b"}) request.add_rivals(other);
  EXPECT_EQ(Decide(request).error(),
            "pods by selector app=web are controlled by more than one HPA (e.g. [prod/web prod/web-a])");
  request.mutable_options()->set_kubernetes_version("v1.36.3");
  EXPECT_EQ(Decide(request).error(),
            "pods by selector app=web are controlled by multiple HPAs: [prod/web prod/web-a prod/web-b]");
}

TEST(CombineMetrics, Section93Names) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddUtilization(request, "cpu", 50);
  testing::AddAverageValue(request, "memory", "1");
  AddPodsMetric(request, "1");
  AddObject(request, "Value", "1", "1");
  AddObject(request, "AverageValue", "1", "1");
  AddExternal(request, "Value", "1", {"1"});
  v1::MetricSpec& container = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->add_metrics();
  container.set_type("ContainerResource");
  container.mutable_container_resource()->set_name("cpu");
  container.mutable_container_resource()->set_container("app");
  container.mutable_container_resource()->mutable_target()->set_type("Utilization");
  container.mutable_container_resource()->mutable_target()->set_average_utilization(5);
  request.add_readings();
  const v1::RecommendReplicasResponse response = Decide(request);
  std::vector<std::string> names;
  for (const v1::ReplicasProposal& metric : response.metrics()) names.push_back(metric.name());
  EXPECT_THAT(names,
              ElementsAre("cpu resource utilization (percentage of request)", "memory resource", "pods metric qps",
                          "Ingress metric hits", "external metric hits(nil)", "external metric queue(nil)",
                          "cpu container resource utilization (percentage of request)"));
}

// The name contains the selector in the format of a Go struct, with the labels in alphabetical order.
TEST(CombineMetrics, Section93PrintsTheSelectorOfAnExternalMetric) {
  v1::RecommendReplicasRequest request = Desiring(1, 1);
  v1::LabelSelector& selector = *request.mutable_horizontal_pod_autoscaler()
                                     ->mutable_spec()
                                     ->mutable_metrics(0)
                                     ->mutable_external()
                                     ->mutable_metric()
                                     ->mutable_selector();
  (*selector.mutable_match_labels())["b"] = "2";
  (*selector.mutable_match_labels())["a"] = "1";
  v1::LabelSelectorRequirement& requirement = *selector.add_match_expressions();
  requirement.set_key("c");
  requirement.set_operator_("In");
  requirement.add_values("3");
  requirement.add_values("4");
  EXPECT_EQ(Decide(request).metrics(0).name(),
            "external metric queue(&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]"
            "LabelSelectorRequirement{LabelSelectorRequirement{Key:c,Operator:In,Values:[3 4],},},})");
}

struct ToleranceCase {
  absl::string_view name;
  absl::string_view usage;  // in cores; the target is 50 %
  absl::string_view down;
  absl::string_view up;
  bool gate;
  bool keeps;
};

TEST(Tolerances, Section91EachDirectionHasItsOwn) {
  const ToleranceCase cases[] = {
      {"the option's, up", "550m", "", "", true, true},
      {"past it", "560m", "", "", true, false},
      {"a wider one up", "700m", "", "0.4", true, true},
      {"that of the other direction does not count", "700m", "0.4", "", true, false},
      {"a wider one down", "300m", "0.4", "", true, true},
      {"zero", "510m", "", "0", true, false},
      {"the gate is off", "700m", "", "0.4", false, false},
  };
  for (const ToleranceCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(1);
    AddUtilization(request, "cpu", 50);
    AddCpuPods(request, {c.usage});
    auto& behavior = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior();
    if (!c.down.empty()) behavior.mutable_scale_down()->set_tolerance(std::string(c.down));
    if (!c.up.empty()) behavior.mutable_scale_up()->set_tolerance(std::string(c.up));
    request.mutable_options()->set_configurable_tolerance(c.gate);
    request.mutable_options()->set_kubernetes_version("v1.36.3");
    const bool kept = Decide(request).metrics(0).kept_reason() == v1::REPLICAS_KEPT_REASON_WITHIN_TOLERANCE;
    EXPECT_EQ(kept, c.keeps) << c.name;
  }
}

// The gate is alpha before v1.35, and cannot be disabled from v1.37.
TEST(Tolerances, TheGateFollowsTheVersion) {
  const auto keeps = [](const char* version, absl::optional<bool> gate) {
    v1::RecommendReplicasRequest request = ReplicasRequest(1);
    AddUtilization(request, "cpu", 50);
    AddCpuPods(request, {"700m"});
    request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior()->mutable_scale_up()->set_tolerance(
        "0.4");
    request.mutable_options()->set_kubernetes_version(version);
    if (gate.has_value()) request.mutable_options()->set_configurable_tolerance(*gate);
    return Decide(request).desired_replicas() == 1;
  };
  EXPECT_FALSE(keeps("v1.34.1", absl::nullopt));
  EXPECT_TRUE(keeps("v1.34.1", true));
  EXPECT_TRUE(keeps("v1.35.0", absl::nullopt));
  EXPECT_FALSE(keeps("v1.36.3", false));
  EXPECT_TRUE(keeps("v1.37.2", false));
}

struct ZeroCase {
  absl::string_view name;
  v1::ReplicasZeroRule rule;
  bool gate;
  absl::string_view condition;  // status of the condition ScaledToZero; empty: no condition
  int min;
  int replicas;  // the result if 7 replicas are desired
  v1::ReplicasOutcome outcome;
};

constexpr v1::ReplicasZeroRule kOld = v1::REPLICAS_ZERO_RULE_MIN_REPLICAS;
constexpr v1::ReplicasZeroRule kNew = v1::REPLICAS_ZERO_RULE_UNSPECIFIED;
constexpr v1::ReplicasOutcome kDisabled = v1::REPLICAS_OUTCOME_DISABLED;
constexpr v1::ReplicasOutcome kRescale = v1::REPLICAS_OUTCOME_RESCALE;

TEST(ZeroReplicas, Section10WhenATargetComesBack) {
  const ZeroCase cases[] = {
      {"v1.35: min above zero", kOld, false, "", 1, 0, kDisabled},
      {"v1.35: min zero", kOld, false, "", 0, 4, kRescale},
      {"a human set it to zero", kNew, true, "", 0, 0, kDisabled},
      {"the autoscaler took it there", kNew, true, "True", 0, 4, kRescale},
      {"it did not", kNew, true, "False", 0, 0, kDisabled},
      {"without the gate the condition says nothing", kNew, false, "True", 0, 0, kDisabled},
      {"a raised min comes back by any metric", kNew, true, "True", 2, 4, kRescale},
  };
  for (const ZeroCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(0, c.min);
    AddExternal(request, "AverageValue", "1", {"7"});
    if (!c.condition.empty()) AddCondition(request, "ScaledToZero", c.condition);
    request.mutable_options()->set_zero_replicas_rule(c.rule);
    request.mutable_options()->set_scale_to_zero(c.gate);
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.desired_replicas(), c.replicas) << c.name;
    EXPECT_EQ(response.outcome(), c.outcome) << c.name;
    if (c.outcome != kDisabled) continue;
    EXPECT_EQ(ConditionOf(response, "ScalingActive"), "ScalingActive=False ScalingDisabled") << c.name;
    EXPECT_THAT(response.status().current_metrics(), IsEmpty()) << c.name;
    EXPECT_EQ(ConditionOf(response, "ScaledToZero").empty(), c.condition.empty() || !c.gate) << c.name;
  }
}

struct ZeroVersionCase {
  const char* name;
  const char* version;          // empty: absent
  absl::string_view condition;  // status of the condition ScaledToZero; empty: no condition
  absl::optional<bool> gate;    // HPAScaleToZero; absent: the default
  v1::ReplicasOutcome outcome;  // of a target with zero replicas, a minReplicas of 0 and a load
  absl::string_view condition_after;
};

TEST(ZeroReplicas, Section10TheGateFollowsTheVersionAndTheConditions) {
  const absl::optional<bool> unset;
  const ZeroVersionCase cases[] = {
      {"the default is v1.37", "", "True", unset, kRescale, "ScaledToZero=False NotScaledToZero"},
      {"v1.37", "v1.37.2", "True", unset, kRescale, "ScaledToZero=False NotScaledToZero"},
      {"a later version", "v1.40.0", "True", unset, kRescale, "ScaledToZero=False NotScaledToZero"},
      {"the condition proves the gate", "v1.36.3", "True", unset, kRescale, "ScaledToZero=False NotScaledToZero"},
      {"also if it is False, and then it stays", "v1.36.3", "False", unset, kDisabled, "ScaledToZero=False "},
      {"no condition", "v1.36.3", "", unset, kDisabled, ""},
      {"the gate of the request wins", "v1.37.2", "True", false, kDisabled, ""},
      {"the gate of the request wins in an older version", "v1.36.3", "True", true, kRescale,
       "ScaledToZero=False NotScaledToZero"},
      {"the rule of v1.35 does not need the gate", "v1.35.4", "", unset, kRescale, ""},
  };
  for (const ZeroVersionCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(0, 0);
    AddExternal(request, "AverageValue", "1", {"3"});
    if (!c.condition.empty()) AddCondition(request, "ScaledToZero", c.condition);
    if (*c.version != 0) request.mutable_options()->set_kubernetes_version(c.version);
    if (c.gate.has_value()) request.mutable_options()->set_scale_to_zero(*c.gate);
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.outcome(), c.outcome) << c.name;
    EXPECT_EQ(ConditionOf(response, "ScaledToZero"), c.condition_after) << c.name;
  }
}

TEST(RecommendReplicas, AnUnknownVersionIsRefused) {
  for (const char* const version : {"", "latest", "v2.1.0", "1.3", "v1.37.2 "}) {
    v1::RecommendReplicasRequest request = Desiring(3, 5);
    request.mutable_options()->set_kubernetes_version(version);
    v1::RecommendReplicasResponse response;
    const absl::Status status = RecommendReplicas(request, response);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << version;
    EXPECT_THAT(std::string(status.message()),
                AllOf(HasSubstr("KUBERNETES_VERSION_UNKNOWN"), HasSubstr("options.kubernetesVersion"),
                      HasSubstr("is not a version of Kubernetes from v1.23 to v1.99")))
        << version;
  }
}

TEST(ZeroReplicas, Section4AtLeastARaisedMinimum) {
  v1::RecommendReplicasRequest request = Desiring(0, 0, 3);
  AddCondition(request, "ScaledToZero", "True");
  request.mutable_options()->set_scale_to_zero(true);
  // The window for scaling down must be ignored. Without behavior, the result would be the minimum even if the window
  // was used.
  request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior();
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(response.desired_replicas(), 3);
  EXPECT_THAT(
      EventsOf(response),
      ElementsAre("Normal SuccessfulRescale New size: 3; reason: Current number of replicas below Spec.MinReplicas"));
  EXPECT_EQ(ConditionOf(response, "ScaledToZero"), "ScaledToZero=False NotScaledToZero");
}

TEST(ZeroReplicas, Section4AtLeastAMinimumOfOne) {
  v1::RecommendReplicasRequest request = Desiring(0, 0, 1);
  AddCondition(request, "ScaledToZero", "True");
  request.mutable_options()->set_scale_to_zero(true);
  request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior();
  EXPECT_EQ(Decide(request).desired_replicas(), 1);
}

TEST(ZeroReplicas, Section10FromOneReplicaItIsTheAutoscalerToo) {
  v1::RecommendReplicasRequest request = Desiring(1, 0, 0);
  request.mutable_options()->set_scale_to_zero(true);
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(response.desired_replicas(), 0);
  EXPECT_EQ(ConditionOf(response, "ScaledToZero"), "ScaledToZero=True ScaledToZero");
}

TEST(ZeroReplicas, Section10ReportsWhetherTheAutoscalerScaledToZero) {
  v1::RecommendReplicasRequest request = Desiring(3, 0, 0);
  request.mutable_options()->set_scale_to_zero(true);
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(ConditionOf(response, "ScaledToZero"), "ScaledToZero=True ScaledToZero");
  EXPECT_EQ(response.status().conditions().rbegin()->message(), "the HPA controller scaled the workload to zero");
  request.mutable_options()->set_scale_to_zero(false);
  AddCondition(request, "ScaledToZero", "True");
  AddCondition(request, "Other", "True");
  EXPECT_EQ(ConditionOf(Decide(request), "ScaledToZero"), "");
  EXPECT_EQ(FindCondition(Decide(request), "Other").status(), "True");
}

// 26 / 25 is within the tolerance, but a target with zero replicas has no tolerance. The pods are not used.
TEST(ZeroReplicas, Trap20ValueTargetsFromZeroNeedNoPods) {
  v1::RecommendReplicasRequest request = ReplicasRequest(0, 0);
  AddExternal(request, "Value", "25", {"26"});
  request.mutable_options()->set_zero_replicas_rule(kOld);
  EXPECT_EQ(Decide(request).desired_replicas(), 2);
}

struct BoundCase {
  int current;
  int desired;
  absl::string_view reason;
};

TEST(RecommendReplicas, Trap17BeyondTheBoundsNothingElseCounts) {
  for (const BoundCase& c : {BoundCase{9, 8, "Current number of replicas above Spec.MaxReplicas"},
                             BoundCase{2, 3, "Current number of replicas below Spec.MinReplicas"}}) {
    v1::RecommendReplicasRequest request = Desires(c.current, {-1});
    v1::HorizontalPodAutoscalerSpec& spec = *request.mutable_horizontal_pod_autoscaler()->mutable_spec();
    spec.set_min_replicas(3);
    spec.set_max_replicas(8);
    spec.mutable_behavior()->mutable_scale_up()->set_select_policy("Disabled");
    spec.mutable_behavior()->mutable_scale_down()->set_select_policy("Disabled");
    AddCondition(request, "ScalingLimited", "True").set_reason("TooManyReplicas");
    const v1::RecommendReplicasResponse response = Decide(request);
    EXPECT_EQ(response.desired_replicas(), c.desired);
    EXPECT_THAT(EventsOf(response),
                ElementsAre(absl::StrCat("Normal SuccessfulRescale New size: ", c.desired, "; reason: ", c.reason)));
    EXPECT_EQ(ConditionOf(response, "ScalingLimited"), "ScalingLimited=True TooManyReplicas");
    EXPECT_EQ(ConditionOf(response, "ScalingActive"), "");
    EXPECT_EQ(ConditionOf(response, "AbleToScale"), "AbleToScale=True SucceededRescale");
    EXPECT_THAT(response.history().recommendations(), IsEmpty());
    EXPECT_EQ(response.history().scale_up_events_size() + response.history().scale_down_events_size(), 1);
    EXPECT_THAT(response.status().current_metrics(), IsEmpty());
  }
}

TEST(RecommendReplicas, AnUnreadableScaleLeavesEverythingAsItIs) {
  v1::RecommendReplicasRequest request = Desiring(3, 5);
  AddRecommendation(request, 4, -10);
  request.set_scale_error("not found");
  request.mutable_horizontal_pod_autoscaler()->mutable_status()->set_current_replicas(6);
  request.mutable_horizontal_pod_autoscaler()->mutable_status()->set_desired_replicas(7);
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(response.outcome(), v1::REPLICAS_OUTCOME_TARGET_UNREADABLE);
  EXPECT_EQ(response.status().current_replicas(), 6);
  EXPECT_EQ(response.status().desired_replicas(), 7);
  EXPECT_EQ(ConditionOf(response, "AbleToScale"), "AbleToScale=False FailedGetScale");
  EXPECT_THAT(EventsOf(response), ElementsAre("Warning FailedGetScale not found"));
  EXPECT_EQ(response.history().recommendations_size(), 1);
  request.clear_history();
  EXPECT_FALSE(Decide(request).has_history()) << "absent is not empty";
}

TEST(RecommendReplicas, AProposalBelowZeroCountsAsZero) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3, 2);
  AddObject(request, "AverageValue", "10", "-100");
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(response.metrics(0).replicas(), -10);
  EXPECT_EQ(response.desired_replicas(), 2);
  EXPECT_EQ(response.history().recommendations(0).replicas(), 0);
}

TEST(Conditions, Section14TheTimeChangesOnlyWithTheStatusAndTheOrderNever) {
  v1::RecommendReplicasRequest request = Desiring(3, 5);
  AddCondition(request, "ScalingLimited", "True");
  AddCondition(request, "Other", "True");
  AddCondition(request, "AbleToScale", "True");
  const v1::RecommendReplicasResponse response = Decide(request);
  std::vector<std::string> lines;
  for (const v1::Condition& condition : response.status().conditions()) {
    lines.push_back(absl::StrCat(condition.type(), " ", condition.last_transition_time()));
  }
  EXPECT_THAT(lines,
              ElementsAre("ScalingLimited " + At(0), "Other 2026-01-01T00:00:00Z", "AbleToScale 2026-01-01T00:00:00Z",
                          "ScalingActive " + At(0), "ScaledToZero " + At(0)));
}

TEST(Conditions, Section14MessagesAreTheControllers) {
  v1::RecommendReplicasRequest request = Desiring(3, 50);
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(FindCondition(response, "AbleToScale").message(),
            "the HPA controller was able to update the target scale to 6");
  EXPECT_EQ(FindCondition(response, "ScalingActive").message(),
            "the HPA was able to successfully calculate a replica count from external metric queue(nil)");
  EXPECT_EQ(FindCondition(response, "ScalingLimited").message(),
            "the desired replica count is increasing faster than the maximum scale rate");
}

TEST(Events, Section15TheReasonHasTheDirectionOfTheMetrics) {
  EXPECT_THAT(EventsOf(Decide(Desiring(3, 50))),
              ElementsAre("Normal SuccessfulRescale New size: 6; reason: external metric queue(nil) above target"));
  EXPECT_THAT(EventsOf(Decide(Desiring(5, 2))),
              ElementsAre("Normal SuccessfulRescale New size: 2; reason: All metrics below target"));
  EXPECT_THAT(EventsOf(Decide(Desiring(5, 5))), IsEmpty());
}

TEST(RecommendReplicas, TheLastScaleTimeIsNowOrAsItWas) {
  v1::RecommendReplicasRequest request = Desiring(5, 5);
  request.mutable_horizontal_pod_autoscaler()->mutable_status()->set_last_scale_time(At(-100));
  EXPECT_EQ(Decide(request).status().last_scale_time(), At(-100));
  request = Desiring(5, 6);
  EXPECT_EQ(Decide(request).status().last_scale_time(), At(0));
}

TEST(RecommendReplicas, EscapesTheSentenceAndKeepsTheErrorOfTheController) {
  v1::RecommendReplicasRequest request = Desiring(3, 5);
  request.mutable_readings(0)->clear_external_values();
  request.mutable_readings(0)->set_error("a\u202eb\x1b[31m\n");
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_THAT(response.error(), ::testing::HasSubstr("a\u202eb\x1b[31m\n"));
  EXPECT_THAT(response.summary(), ::testing::HasSubstr(R"(a\u202eb\x1b[31m\n)"));
}

TEST(RecommendReplicas, ExplainsInOneSentence) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3, 1, 4);
  AddUtilization(request, "cpu", 50);
  AddCpuPods(request, {"800m", "800m", "800m"});
  EXPECT_EQ(
      Decide(request).summary(),
      "4 replicas instead of 3: cpu resource utilization (percentage of request) is 80% with a target of 50%; "
      "ceil(1.6 x 3 ready pods) = 5; 5 became 4: the desired replica count is more than the maximum replica count");
  request = Desiring(1, 1);
  EXPECT_EQ(Decide(request).summary(),
            "1 replica stays: external metric queue(nil) is 1 with a target of 1; the ratio is within the tolerance: 1 "
            "stays");
  EXPECT_EQ(Decide(Desires(3, {5, -1, -1})).summary(),
            "5 replicas instead of 3: external metric queue(nil) is 1667m with a target of 1; ceil(5 / 1) = 5; 2 of 3 "
            "metrics "
            "failed");
  EXPECT_EQ(Decide(ReplicasRequest(0)).summary(),
            "nothing to do: the target has zero replicas, which disables the autoscaler");
  EXPECT_EQ(Decide(ReplicasRequest(101)).summary(),
            "100 replicas instead of 101: there are more than maxReplicas, so metrics are not evaluated");
}

TEST(RecommendReplicas, BriefLeavesOutTheReasonsAndDecidesTheSame) {
  v1::RecommendReplicasRequest request = Desiring(3, 50);
  const v1::RecommendReplicasResponse full = Decide(request);
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  const v1::RecommendReplicasResponse brief = Decide(request);
  EXPECT_EQ(brief.desired_replicas(), full.desired_replicas());
  EXPECT_EQ(brief.status().SerializeAsString(), full.status().SerializeAsString());
  EXPECT_EQ(brief.history().SerializeAsString(), full.history().SerializeAsString());
  EXPECT_THAT(brief.metrics(), IsEmpty());
  EXPECT_EQ(brief.summary(), "");
}

TEST(RecommendReplicas, WarnsAboutLikelyMistakesUnlessBriefIsRequested) {
  v1::RecommendReplicasRequest request = Desiring(3, 3, 3, 3);
  const v1::RecommendReplicasResponse full = Decide(request);
  ASSERT_EQ(full.findings_size(), 1);
  EXPECT_EQ(full.findings(0).rule(), "MIN_EQUALS_MAX");
  EXPECT_EQ(full.findings(0).severity(), v1::SEVERITY_WARNING);
  EXPECT_EQ(full.findings(0).path(), "spec.maxReplicas");
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  EXPECT_THAT(Decide(request).findings(), IsEmpty());
}

// The error is the error of the API server, and not the finding that the target stays at zero.
TEST(RecommendReplicas, RefusesAMinimumOfZeroThatNoMetricCouldLeave) {
  v1::RecommendReplicasRequest request = ReplicasRequest(0, 0);
  AddUtilization(request, "cpu", 50);
  v1::RecommendReplicasResponse response;
  EXPECT_EQ(ErrorInfoOf(RecommendReplicas(request, response)).reason(), "SCALE_TO_ZERO_WITHOUT_METRIC");
}

}  // namespace
}  // namespace cpsizer
