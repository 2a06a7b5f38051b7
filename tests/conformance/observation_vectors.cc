// The status of a VPA. The vectors show whether the VPA is ready and whether its values are plausible.
#include "tests/conformance/vector.h"
#include "tests/engine/size/requests.h"

namespace cpsizer::conformance {
namespace {

using testing::ConfigOf;
using testing::DemandRequest;
using testing::ExampleConfig;
using testing::VpaRequest;

template <typename Change>
v1::RecommendSizeRequest Vpa(Change change) {
  return With(VpaRequest(ExampleConfig(), "20Gi", "2", "small"),
              [&](auto& request) { change(*request.mutable_vpa_status()); });
}

v1::RecommendedContainerResources& Container(v1::VerticalPodAutoscalerStatus& status, int index) {
  return *status.mutable_recommendation()->mutable_container_recommendations(index);
}

v1::RecommendSizeRequest Hygiene(absl::string_view memory, absl::string_view cpu, absl::string_view current,
                                 v1::SizeHygieneMode mode = v1::SIZE_HYGIENE_MODE_UNSPECIFIED) {
  return With(VpaRequest(ExampleConfig(), memory, cpu, current), [&](auto& request) {
    if (mode != v1::SIZE_HYGIENE_MODE_UNSPECIFIED) request.mutable_options()->set_hygiene(mode);
  });
}

// Returns a request for a cluster of size large. Its VPA recommends memory for the size small, and has a policy for
// `container` with these resources.
v1::RecommendSizeRequest WithPolicy(absl::string_view container, const std::vector<std::string>& resources) {
  return With(Hygiene("4281023392", "", "large"), [&](auto& request) {
    v1::ContainerResourcePolicy& policy = *request.mutable_vpa_resource_policy()->add_container_policies();
    policy.set_container_name(std::string(container));
    for (const std::string& resource : resources) policy.add_controlled_resources(resource);
  });
}

}  // namespace

std::vector<Vector> ObservationVectors() {
  using Status = v1::VerticalPodAutoscalerStatus;
  return {
      {"vpa-readiness",
       "a VPA that is ready",
       Vpa([](Status&) {}),
       {"RECOMMENDED medium MEMORY changed",
        "memory: 20Gi requires medium; 64Gi (CONFIGURATION) x 650m (GLOBAL) = 44667659878400m",
        "cpu: 2 requires small; 16 (CONFIGURATION) x 500m (GLOBAL) = 8"}},
      {"vpa-readiness",
       "a VPA without a recommendation",
       Vpa([](Status& status) { status.Clear(); }),
       {"NO_RECOMMENDATION VPA_RECOMMENDATION_MISSING", "memory: VPA_NOT_READY", "cpu: VPA_NOT_READY"}},
      {"vpa-readiness",
       "no condition, before no containers",
       Vpa([](Status& status) {
         status.clear_conditions();
         status.mutable_recommendation()->Clear();
       }),
       {"NO_RECOMMENDATION VPA_CONDITION_MISSING", "memory: VPA_NOT_READY", "cpu: VPA_NOT_READY"}},
      {"vpa-readiness",
       "another condition is not enough",
       Vpa([](Status& status) { status.mutable_conditions(0)->set_type("LowConfidence"); }),
       {"NO_RECOMMENDATION VPA_CONDITION_MISSING", "memory: VPA_NOT_READY", "cpu: VPA_NOT_READY"}},
      {"vpa-readiness",
       "a condition that is not True",
       Vpa([](Status& status) { status.mutable_conditions(0)->set_status("Unknown"); }),
       {"NO_RECOMMENDATION VPA_CONDITION_NOT_TRUE", "memory: VPA_NOT_READY", "cpu: VPA_NOT_READY"}},
      {"vpa-readiness",
       "no containers",
       Vpa([](Status& status) { status.mutable_recommendation()->Clear(); }),
       {"NO_RECOMMENDATION NO_CONTAINER_RECOMMENDATIONS", "memory: VPA_NOT_READY", "cpu: VPA_NOT_READY"}},
      {"container",
       "only other containers",
       Vpa([](Status& status) { Container(status, 0).set_container_name("audit-logs"); }),
       {"NO_RECOMMENDATION KUBE_APISERVER_CONTAINER_MISSING", "memory: VPA_NOT_READY", "cpu: VPA_NOT_READY"}},
      {"container",
       "the first entry of that name is used, after another container",
       Vpa([](Status& status) {
         auto& containers = *status.mutable_recommendation()->mutable_container_recommendations();
         *containers.Add() = containers[0];
         *containers.Add() = containers[0];
         containers[0].set_container_name("audit-logs");
         containers[0].mutable_uncapped_target()->set_memory("1Gi");
         containers[2].mutable_uncapped_target()->set_memory("60Gi");
       }),
       {"RECOMMENDED medium MEMORY changed",
        "memory: 20Gi requires medium; 64Gi (CONFIGURATION) x 650m (GLOBAL) = 44667659878400m",
        "cpu: 2 requires small; 16 (CONFIGURATION) x 500m (GLOBAL) = 8",
        "WARNING VPA_CONTAINER_REPEATED vpaStatus.recommendation.containerRecommendations[2]"}},
      {"container",
       "target and bounds are not read",
       Vpa([](Status& status) {
         Container(status, 0).mutable_target()->set_memory("1Gi");
         Container(status, 0).mutable_upper_bound()->set_memory("garbage");
       }),
       {"RECOMMENDED medium MEMORY changed",
        "memory: 20Gi requires medium; 64Gi (CONFIGURATION) x 650m (GLOBAL) = 44667659878400m",
        "cpu: 2 requires small; 16 (CONFIGURATION) x 500m (GLOBAL) = 8"}},
      {"absent-is-not-zero",
       "a container without any resource",
       Vpa([](Status& status) { Container(status, 0).clear_uncapped_target(); }),
       {"NO_RECOMMENDATION NO_RESOURCE_RECOMMENDED", "memory: MEMORY_ABSENT_FROM_DEMAND",
        "cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"absent-is-not-zero",
       "a target without an uncapped target is not a demand",
       Vpa([](Status& status) {
         Container(status, 0).mutable_target()->Swap(Container(status, 0).mutable_uncapped_target());
       }),
       {"NO_RECOMMENDATION NO_RESOURCE_RECOMMENDED", "memory: MEMORY_ABSENT_FROM_DEMAND",
        "cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"order-of-checks",
       "a malformed value is an error, ready or not",
       Vpa([](Status& status) {
         status.clear_conditions();
         Container(status, 0).mutable_uncapped_target()->set_memory("20 Gi");
         Container(status, 0).mutable_uncapped_target()->set_cpu("-1");
       }),
       {"INVALID_ARGUMENT QUANTITY_MALFORMED",
        "vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory",
        "vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"order-of-checks",
       "readiness comes before a missing capacity",
       With(VpaRequest(ConfigOf({{"a", "", "", "", ""}}), "20Gi", ""),
            [](auto& request) { request.mutable_vpa_status()->clear_conditions(); }),
       {"NO_RECOMMENDATION VPA_CONDITION_MISSING", "memory: VPA_NOT_READY", "cpu: VPA_NOT_READY"}},
      {"order-of-checks",
       "overflow comes before a missing capacity",
       VpaRequest(ConfigOf({{"a", "", "", "", ""}}), "1174275820239", ""),
       {"HELD by VPA_OVERFLOW", "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING VPA_OVERFLOW vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"current-size",
       "the same size is not a change",
       Hygiene("18897856102", "2", "small"),
       {"RECOMMENDED small BOTH",
        "memory: 18897856102 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 2 requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m",
        "NOTE ONE_BUCKET_AWAY vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"current-size",
       "another size is a change",
       Hygiene("4281023392", "2", "large"),
       {"RECOMMENDED small BOTH changed",
        "memory: 4281023392 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 2 requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m"}},
      {"current-size",
       "a size that the configuration does not have causes a warning",
       Hygiene("4281023392", "2", "huge"),
       {"RECOMMENDED small BOTH changed",
        "memory: 4281023392 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 2 requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m", "WARNING CURRENT_SIZE_UNKNOWN currentSize"}},
  };
}

std::vector<Vector> HygieneVectors() {
  const auto never = With(Hygiene("4281023392", "1000", "large"),
                          [](auto& request) { request.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER); });
  // The recommender of the VPA has no samples: lower bound, target and uncapped target are alike.
  const auto alike = [](absl::string_view memory, absl::string_view cpu) {
    return With(Hygiene(memory, cpu, "medium"), [](auto& request) {
      v1::RecommendedContainerResources& container = Container(*request.mutable_vpa_status(), 0);
      *container.mutable_lower_bound() = container.uncapped_target();
      *container.mutable_target() = container.uncapped_target();
    });
  };
  const auto with_condition = [](const char* type) {
    return With(Hygiene("4281023392", "1168m", "medium"), [type](auto& request) {
      v1::Condition& condition = *request.mutable_vpa_status()->add_conditions();
      condition.set_type(type);
      condition.set_status("True");
    });
  };
  const auto aged = [](const char* now) {
    return With(Hygiene("4281023392", "1168m", "medium"), [now](auto& request) {
      request.set_vpa_creation_timestamp("2026-03-01T12:00:00Z");
      request.set_now(now);
    });
  };
  const std::string path = "vpaStatus.recommendation.containerRecommendations[0]";
  return {
      {"hygiene-overflow",
       "memory at the end of the histogram",
       Hygiene("1174275820239", "1168m", "medium"),
       {"HELD by VPA_OVERFLOW instead of large",
        "WARNING VPA_OVERFLOW vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-overflow",
       "memory at the bound",
       Hygiene("1e12", "", "small"),
       {"HELD by VPA_OVERFLOW instead of large", "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING VPA_OVERFLOW vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-overflow",
       "memory just below the bound",
       Hygiene("999999999999", "", "small"),
       {"BEST_EFFORT large MEMORY changed",
        "memory: 999999999999 requires large; 128Gi (CONFIGURATION) x 750m (SIZE) = 96Gi",
        "cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"hygiene-overflow",
       "CPU at the bound",
       Hygiene("4281023392", "1000", "small"),
       {"HELD by VPA_OVERFLOW instead of large",
        "WARNING VPA_OVERFLOW vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"hygiene-overflow",
       "CPU just below the bound",
       Hygiene("4281023392", "999999m", "small"),
       {"BEST_EFFORT large CPU changed",
        "memory: 4281023392 requires small; 128Gi (CONFIGURATION) x 750m (SIZE) = 96Gi",
        "cpu: 999999m requires large; 32 (CONFIGURATION) x 600m (SIZE) = 19200m"}},
      {"hygiene-overflow",
       "larger than any quantity",
       Hygiene("1e30", "", "small"),
       {"HELD by VPA_OVERFLOW instead of large", "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING VPA_OVERFLOW vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-zero",
       "zero memory is treated as absent",
       Hygiene("0", "12", "small"),
       {"RECOMMENDED large CPU changed", "memory: MEMORY_ABSENT_FROM_DEMAND",
        "cpu: 12 requires large; 32 (CONFIGURATION) x 600m (SIZE) = 19200m",
        "WARNING VPA_ZERO vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-zero",
       "zero of both is not a recommendation",
       Hygiene("0", "0", "small"),
       {"NO_RECOMMENDATION NO_RESOURCE_RECOMMENDED", "memory: MEMORY_ABSENT_FROM_DEMAND", "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING VPA_ZERO vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory",
        "WARNING VPA_ZERO vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"hygiene-memory-missing",
       "CPU alone would shrink",
       Hygiene("", "2", "medium"),
       {"HELD by VPA_MEMORY_MISSING instead of small", "memory: MEMORY_ABSENT_FROM_DEMAND",
        "WARNING VPA_MEMORY_MISSING vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-memory-missing",
       "zero memory is missing too",
       Hygiene("0", "2", "medium"),
       {"HELD by VPA_MEMORY_MISSING instead of small", "memory: MEMORY_ABSENT_FROM_DEMAND",
        "WARNING VPA_ZERO vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory",
        "WARNING VPA_MEMORY_MISSING vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-memory-missing",
       "CPU alone may keep",
       Hygiene("", "2", "small"),
       {"RECOMMENDED small CPU", "memory: MEMORY_ABSENT_FROM_DEMAND",
        "cpu: 2 requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m"}},
      {"hygiene-memory-missing",
       "CPU alone may grow",
       Hygiene("", "12", "medium"),
       {"RECOMMENDED large CPU changed", "memory: MEMORY_ABSENT_FROM_DEMAND",
        "cpu: 12 requires large; 32 (CONFIGURATION) x 600m (SIZE) = 19200m"}},
      {"hygiene-memory-missing",
       "without a current size nothing shrinks",
       Hygiene("", "2", ""),
       {"RECOMMENDED small CPU changed", "memory: MEMORY_ABSENT_FROM_DEMAND",
        "cpu: 2 requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m"}},
      {"hygiene-memory-missing",
       "an unknown size may have been the largest",
       Hygiene("", "2", "huge"),
       {"HELD by VPA_MEMORY_MISSING instead of small", "memory: MEMORY_ABSENT_FROM_DEMAND",
        "WARNING CURRENT_SIZE_UNKNOWN currentSize",
        "WARNING VPA_MEMORY_MISSING vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-cpu-missing",
       "memory alone would shrink",
       Hygiene("4281023392", "", "large"),
       {"HELD by VPA_CPU_MISSING instead of small", "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING VPA_CPU_MISSING vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"hygiene-cpu-missing",
       "zero CPU is missing too",
       Hygiene("4281023392", "0", "large"),
       {"HELD by VPA_CPU_MISSING instead of small", "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING VPA_ZERO vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu",
        "WARNING VPA_CPU_MISSING vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"hygiene-cpu-missing",
       "memory alone may keep",
       Hygiene("4281023392", "", "small"),
       {"RECOMMENDED small MEMORY",
        "memory: 4281023392 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"hygiene-cpu-missing",
       "memory alone may grow",
       Hygiene("20Gi", "", "small"),
       {"RECOMMENDED medium MEMORY changed",
        "memory: 20Gi requires medium; 64Gi (CONFIGURATION) x 650m (GLOBAL) = 44667659878400m",
        "cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"hygiene-cpu-missing",
       "without a current size it is a warning",
       Hygiene("4281023392", "", ""),
       {"RECOMMENDED small MEMORY changed",
        "memory: 4281023392 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING VPA_CPU_MISSING vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"hygiene-cpu-missing",
       "an unknown size may have been the largest",
       Hygiene("4281023392", "", "huge"),
       {"HELD by VPA_CPU_MISSING instead of small", "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING CURRENT_SIZE_UNKNOWN currentSize",
        "WARNING VPA_CPU_MISSING vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"hygiene-cpu-missing",
       "a configuration without CPU does not use it",
       VpaRequest(ConfigOf({{"small", "32Gi", "", "", ""}, {"large", "64Gi", "", "", ""}}), "4281023392", "", "large"),
       {"RECOMMENDED small MEMORY changed",
        "memory: 4281023392 requires small; 32Gi (CONFIGURATION) x 650m (DEFAULT) = 22333829939200m",
        "cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"hygiene-cpu-missing",
       "a policy that leaves CPU out on purpose",
       WithPolicy("kube-apiserver", {"memory"}),
       {"RECOMMENDED small MEMORY changed",
        "memory: 4281023392 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"hygiene-cpu-missing",
       "the policy of all containers",
       WithPolicy("*", {"memory"}),
       {"RECOMMENDED small MEMORY changed",
        "memory: 4281023392 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"hygiene-cpu-missing",
       "the policy of another container",
       WithPolicy("etcd", {"memory"}),
       {"HELD by VPA_CPU_MISSING instead of small", "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING VPA_CPU_MISSING vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"hygiene-cpu-missing",
       "a policy with CPU",
       WithPolicy("kube-apiserver", {"memory", "cpu"}),
       {"HELD by VPA_CPU_MISSING instead of small", "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING VPA_CPU_MISSING vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"hygiene-floor",
       "memory at the minimum would shrink",
       Hygiene("262144000", "1168m", "medium"),
       {"HELD by VPA_AT_FLOOR instead of small",
        "WARNING VPA_AT_FLOOR vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-floor",
       "the minimum shared by four containers",
       Hygiene("64000Ki", "1168m", "medium"),
       {"HELD by VPA_AT_FLOOR instead of small",
        "WARNING VPA_AT_FLOOR vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-floor",
       "less than any minimum",
       Hygiene("1", "1168m", "medium"),
       {"HELD by VPA_AT_FLOOR instead of small",
        "WARNING VPA_AT_FLOOR vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-floor",
       "a byte more than the minimum",
       Hygiene("262144001", "1168m", "medium"),
       {"RECOMMENDED small BOTH changed",
        "memory: 262144001 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 1168m requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m"}},
      {"hygiene-floor",
       "CPU at the minimum would shrink",
       Hygiene("4281023392", "25m", "large"),
       {"HELD by VPA_AT_FLOOR instead of small",
        "WARNING VPA_AT_FLOOR vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"hygiene-floor",
       "CPU's minimum shared by three, rounded up",
       Hygiene("4281023392", "9m", "large"),
       {"HELD by VPA_AT_FLOOR instead of small",
        "WARNING VPA_AT_FLOOR vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu"}},
      {"hygiene-floor",
       "the minimum may keep",
       Hygiene("262144000", "1168m", "small"),
       {"RECOMMENDED small BOTH",
        "memory: 262144k requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 1168m requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m",
        "WARNING VPA_AT_FLOOR vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-floor",
       "the other resource may grow",
       Hygiene("262144000", "12", "small"),
       {"RECOMMENDED large CPU changed", "memory: 262144k requires small; 128Gi (CONFIGURATION) x 750m (SIZE) = 96Gi",
        "cpu: 12 requires large; 32 (CONFIGURATION) x 600m (SIZE) = 19200m",
        "WARNING VPA_AT_FLOOR vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-floor",
       "the minimum of a recommender that rounds",
       alike("256Mi", "30m"),
       {"HELD by VPA_AT_FLOOR instead of small", "WARNING VPA_AT_FLOOR " + path + ".uncappedTarget.memory",
        "WARNING VPA_AT_FLOOR " + path + ".uncappedTarget.cpu"}},
      {"hygiene-floor",
       "equal amounts that are not small are a measurement",
       alike("3Gi", "30m"),
       {"RECOMMENDED small BOTH changed",
        "memory: 3Gi requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 30m requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m"}},
      {"hygiene-floor",
       "the minimum of a recommender with other settings",
       With(Hygiene("1Gi", "1168m", "medium"),
            [](auto& request) {
              request.mutable_options()->set_vpa_pod_recommendation_min_memory_mb(1000);
              request.mutable_options()->set_vpa_round_memory_bytes(134'217'728);
            }),
       {"HELD by VPA_AT_FLOOR instead of small", "WARNING VPA_AT_FLOOR " + path + ".uncappedTarget.memory"}},
      {"hygiene-evidence",
       "no pods match the VPA",
       with_condition("NoPodsMatched"),
       {"HELD by VPA_RECOMMENDATION_STALE instead of small",
        "WARNING VPA_RECOMMENDATION_STALE vpaStatus.conditions[1]"}},
      {"hygiene-evidence",
       "the recommender cannot read the target",
       with_condition("ConfigUnsupported"),
       {"HELD by VPA_RECOMMENDATION_STALE instead of small",
        "WARNING VPA_RECOMMENDATION_STALE vpaStatus.conditions[1]"}},
      {"hygiene-evidence",
       "the upper bound of one sample",
       With(Hygiene("3481230109", "350m", "medium"),
            [](auto& request) {
              v1::RecommendedContainerResources& container = Container(*request.mutable_vpa_status(), 0);
              container.mutable_upper_bound()->set_memory("97656250000Ki");
              container.mutable_upper_bound()->set_cpu("100G");
            }),
       {"HELD by VPA_LOW_EVIDENCE instead of small", "WARNING VPA_LOW_EVIDENCE " + path + ".upperBound.memory",
        "WARNING VPA_LOW_EVIDENCE " + path + ".upperBound.cpu"}},
      {"hygiene-evidence",
       "a VPA younger than a day",
       aged("2026-03-02T11:59:59Z"),
       {"HELD by VPA_LOW_EVIDENCE instead of small", "WARNING VPA_LOW_EVIDENCE vpaCreationTimestamp"}},
      {"hygiene-evidence",
       "a VPA that is a day old",
       aged("2026-03-02T12:00:00Z"),
       {"RECOMMENDED small BOTH changed",
        "memory: 4281023392 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 1168m requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m"}},
      {"hygiene-evidence",
       "another least age",
       With(aged("2026-03-01T13:00:00Z"), [](auto& request) { request.mutable_options()->set_vpa_min_age("30m"); }),
       {"RECOMMENDED small BOTH changed",
        "memory: 4281023392 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 1168m requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m"}},
      {"hygiene-neighbour",
       "the next higher value would change the result",
       Hygiene("18337983960", "", "small"),
       {"RECOMMENDED small MEMORY",
        "memory: 18337983960 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: CPU_ABSENT_FROM_DEMAND",
        "NOTE ONE_BUCKET_AWAY vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-neighbour",
       "the next lower value would change the result",
       Hygiene("19266383157", "", "medium"),
       {"RECOMMENDED medium MEMORY",
        "memory: 19266383157 requires medium; 64Gi (CONFIGURATION) x 650m (GLOBAL) = 44667659878400m",
        "cpu: CPU_ABSENT_FROM_DEMAND",
        "NOTE ONE_BUCKET_AWAY vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-neighbour",
       "neither value would change the result",
       Hygiene("17453794248", "", "small"),
       {"RECOMMENDED small MEMORY",
        "memory: 17453794248 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"hygiene-held-by",
       "of several rules the first in the order of evaluation",
       Hygiene("64000Ki", "", "large"),
       {"HELD by VPA_CPU_MISSING instead of small", "cpu: CPU_ABSENT_FROM_DEMAND",
        "WARNING VPA_CPU_MISSING vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.cpu",
        "WARNING VPA_AT_FLOOR vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-held-by",
       "a brief response has the rule too",
       With(Hygiene("64000Ki", "1168m", "large"),
            [](auto& request) { request.mutable_options()->set_detail(v1::DETAIL_BRIEF); }),
       {"HELD by VPA_AT_FLOOR"}},
      {"hygiene-mode",
       "ENFORCE holds",
       Hygiene("262144000", "1168m", "medium", v1::SIZE_HYGIENE_MODE_ENFORCE),
       {"HELD by VPA_AT_FLOOR instead of small",
        "WARNING VPA_AT_FLOOR vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-mode",
       "WARN decides anyway",
       Hygiene("262144000", "1168m", "medium", v1::SIZE_HYGIENE_MODE_WARN),
       {"RECOMMENDED small BOTH changed",
        "memory: 262144k requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 1168m requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m",
        "WARNING VPA_AT_FLOOR vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
      {"hygiene-mode",
       "OFF has no findings",
       Hygiene("262144000", "1168m", "medium", v1::SIZE_HYGIENE_MODE_OFF),
       {"RECOMMENDED small BOTH changed",
        "memory: 262144k requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 1168m requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m"}},
      {"hygiene-mode",
       "an explicit demand is never checked",
       With(DemandRequest(ExampleConfig(), "262144000", "1168m"),
            [](auto& request) { request.set_current_size("medium"); }),
       {"RECOMMENDED small BOTH changed",
        "memory: 262144k requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: 1168m requires small; 8 (CONFIGURATION) x 400m (SIZE) = 3200m"}},
      {"hygiene-mode",
       "a resource that does not take part causes no hold",
       never,
       {"RECOMMENDED small MEMORY changed",
        "memory: 4281023392 requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "cpu: CPU_POLICY_NEVER"}},
  };
}

}  // namespace cpsizer::conformance
