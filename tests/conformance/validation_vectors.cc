// Errors in a configuration.
#include <functional>
#include <string>

#include "tests/conformance/vector.h"
#include "tests/engine/size/requests.h"

namespace cpsizer::conformance {
namespace {

using testing::ConfigOf;
using testing::ExampleConfig;
using testing::SizeText;
using ValidationVectorsSpec = v1::ClusterSizingConfigurationSpec;

v1::ValidateConfigRequest Of(const v1::ClusterSizingConfiguration& config) {
  v1::ValidateConfigRequest request;
  *request.mutable_cluster_sizing_configuration() = testing::WithPace(config);
  return request;
}

v1::ValidateConfigRequest Sizes(const std::vector<SizeText>& sizes) {
  return Of(ConfigOf(sizes));
}

// Returns a request to validate a configuration with one size. `change` changes its spec. Without a change, the
// configuration has no findings.
v1::ValidateConfigRequest Changed(const std::function<void(ValidationVectorsSpec&)>& change) {
  v1::ValidateConfigRequest request = Of(ConfigOf({{"a", "32Gi", "8", "0.5", "0.5"}}));
  change(*request.mutable_cluster_sizing_configuration()->mutable_spec());
  return request;
}

// Returns a request to validate a configuration without findings, to which this annotation is added.
v1::ValidateConfigRequest Annotated(const char* fractions, const char* name = "cpsizer/fractions") {
  return Of(With(ConfigOf({{"a", "32Gi", "8", "0.5", ""}}),
                 [&](auto& config) { (*config.mutable_metadata()->mutable_annotations())[name] = fractions; }));
}

constexpr int kUnbounded = -1;

struct Interval {
  int from;
  int to;
};

v1::ValidateConfigRequest Criteria(const std::vector<Interval>& intervals) {
  v1::ClusterSizingConfiguration config;
  for (const Interval& interval : intervals) {
    v1::SizeConfiguration& size = *config.mutable_spec()->add_sizes();
    size.set_name(std::string(1, static_cast<char>('a' + config.spec().sizes_size() - 1)));
    size.mutable_criteria()->set_from(interval.from);
    if (interval.to != kUnbounded) size.mutable_criteria()->set_to(interval.to);
  }
  return Of(config);
}

v1::Effects& EffectsOf(ValidationVectorsSpec& spec) {
  return *spec.mutable_sizes(0)->mutable_effects();
}

v1::ResourceRequest& AddRequest(ValidationVectorsSpec& spec, const char* deployment, const char* container) {
  v1::ResourceRequest& request = *EffectsOf(spec).add_resource_requests();
  request.set_deployment_name(deployment);
  request.set_container_name(container);
  return request;
}

v1::ValidateConfigRequest ManySizes(int count) {
  std::vector<Interval> intervals(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) intervals[static_cast<size_t>(i)] = {i, i};
  intervals.back().to = kUnbounded;
  return With(Criteria(intervals), [](auto& request) {
    auto& sizes = *request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes();
    for (int i = 0; i < sizes.size(); ++i) sizes[i].set_name("s" + std::to_string(i));
  });
}

}  // namespace

std::vector<Vector> ErrorVectors() {
  constexpr int kOneTooMany = 1'001;
  return {
      {"validation",
       "KIND_MISMATCH",
       Of(With(ExampleConfig(),
               [](auto& config) {
                 config.set_api_version("v1");
                 config.set_kind("ConfigMap");
               })),
       {"not valid small medium large", "ERROR KIND_MISMATCH apiVersion", "ERROR KIND_MISMATCH kind"}},
      {"validation",
       "NAME_NOT_CLUSTER",
       Of(With(ExampleConfig(), [](auto& config) { config.mutable_metadata()->set_name("Cluster"); })),
       {"not valid small medium large", "ERROR NAME_NOT_CLUSTER metadata.name"}},
      {"validation", "NO_SIZES", Of(v1::ClusterSizingConfiguration()), {"not valid", "ERROR NO_SIZES spec.sizes"}},
      {"validation", "TOO_MANY_SIZES", ManySizes(kOneTooMany), {"not valid", "ERROR TOO_MANY_SIZES spec.sizes"}},
      {"validation",
       "SIZE_NAME_INVALID",
       Sizes({{"x large", "32Gi", "", "", ""}}),
       {"not valid", "ERROR SIZE_NAME_INVALID spec.sizes[0].name"}},
      {"validation",
       "SIZE_NAME_INVALID: a name of 64 characters",
       Sizes({{std::string(64, 'a'), "32Gi", "", "", ""}}),
       {"not valid", "ERROR SIZE_NAME_INVALID spec.sizes[0].name"}},
      {"validation",
       "SIZE_NAME_INVALID: no name",
       Sizes({{"", "32Gi", "", "", ""}}),
       {"not valid", "ERROR SIZE_NAME_INVALID spec.sizes[0].name"}},
      {"validation",
       "SIZE_NAME_DUPLICATE",
       Sizes({{"a", "1Gi", "", "", ""}, {"b", "2Gi", "", "", ""}, {"a", "3Gi", "", "", ""}}),
       {"not valid", "ERROR SIZE_NAME_DUPLICATE spec.sizes[2].name"}},
      {"validation",
       "QUANTITY_MALFORMED",
       Sizes({{"a", "32GB", "", "65%", ""}}),
       {"not valid", "ERROR QUANTITY_MALFORMED spec.sizes[0].capacity.memory",
        "ERROR QUANTITY_MALFORMED spec.sizes[0].capacity.kubeAPIServerMemoryFraction"}},
      {"validation",
       "QUANTITY_OUT_OF_RANGE",
       Sizes({{"a", "8Ei", "", "", ""}}),
       {"not valid", "ERROR QUANTITY_OUT_OF_RANGE spec.sizes[0].capacity.memory"}},
      {"validation",
       "CAPACITY_NOT_POSITIVE",
       Sizes({{"a", "0", "-1", "", ""}}),
       {"not valid", "ERROR CAPACITY_NOT_POSITIVE spec.sizes[0].capacity.memory",
        "ERROR CAPACITY_NOT_POSITIVE spec.sizes[0].capacity.cpu"}},
      {"validation",
       "FRACTION_OUT_OF_RANGE",
       Sizes({{"a", "32Gi", "8", "0", "1.000000001"}}),
       {"not valid", "ERROR FRACTION_OUT_OF_RANGE spec.sizes[0].capacity.kubeAPIServerMemoryFraction",
        "ERROR FRACTION_OUT_OF_RANGE spec.sizes[0].capacity.kubeAPIServerCPUFraction"}},
      {"validation",
       "CRITERIA_FROM_ABOVE_TO",
       Criteria({{0, 10}, {12, 11}, {11, kUnbounded}}),
       {"not valid a b c", "cpu: CPU_CAPACITY_NOT_CONFIGURED",
        "ERROR CRITERIA_FROM_ABOVE_TO spec.sizes[1].criteria.from", "NOTE NO_CAPACITY spec.sizes"}},
      {"validation",
       "CRITERIA_NO_SIZE_FROM_ZERO",
       Criteria({{1, 10}, {11, kUnbounded}}),
       {"not valid a b", "cpu: CPU_CAPACITY_NOT_CONFIGURED", "ERROR CRITERIA_NO_SIZE_FROM_ZERO spec.sizes",
        "NOTE NO_CAPACITY spec.sizes"}},
      {"validation",
       "CRITERIA_SEVERAL_SIZES_FROM_ZERO",
       Criteria({{0, 10}, {0, kUnbounded}}),
       {"not valid a b", "cpu: CPU_CAPACITY_NOT_CONFIGURED",
        "ERROR CRITERIA_SEVERAL_SIZES_FROM_ZERO spec.sizes[1].criteria.from", "NOTE NO_CAPACITY spec.sizes"}},
      {"validation",
       "CRITERIA_NO_UNBOUNDED_SIZE",
       Criteria({{0, 10}, {11, 20}}),
       {"not valid a b", "cpu: CPU_CAPACITY_NOT_CONFIGURED", "ERROR CRITERIA_NO_UNBOUNDED_SIZE spec.sizes",
        "NOTE NO_CAPACITY spec.sizes"}},
      {"validation",
       "CRITERIA_SEVERAL_UNBOUNDED_SIZES",
       Criteria({{0, kUnbounded}, {11, kUnbounded}}),
       {"not valid a b", "cpu: CPU_CAPACITY_NOT_CONFIGURED",
        "ERROR CRITERIA_SEVERAL_UNBOUNDED_SIZES spec.sizes[1].criteria.to", "NOTE NO_CAPACITY spec.sizes"}},
      {"validation",
       "CRITERIA_GAP",
       Criteria({{0, 10}, {12, kUnbounded}}),
       {"not valid a b", "cpu: CPU_CAPACITY_NOT_CONFIGURED", "ERROR CRITERIA_GAP spec.sizes[1].criteria.from",
        "NOTE NO_CAPACITY spec.sizes"}},
      {"validation",
       "CRITERIA_OVERLAP",
       Criteria({{0, 10}, {10, kUnbounded}}),
       {"not valid a b", "cpu: CPU_CAPACITY_NOT_CONFIGURED", "ERROR CRITERIA_OVERLAP spec.sizes[1].criteria.from",
        "NOTE NO_CAPACITY spec.sizes"}},
      {"validation",
       "criteria without gap in any order",
       Criteria({{101, kUnbounded}, {0, 10}, {11, 100}}),
       {"valid a b c", "cpu: CPU_CAPACITY_NOT_CONFIGURED", "NOTE NO_CAPACITY spec.sizes"}},
      {"validation",
       "MANAGEMENT_INCOMPLETE",
       Of(With(ExampleConfig(),
               [](auto& config) {
                 config.mutable_spec()->mutable_sizes(1)->mutable_management()->set_non_request_serving_nodes_per_zone(
                     "1");
               })),
       {"not valid small medium large",
        "ERROR MANAGEMENT_INCOMPLETE spec.sizes[0].management.nonRequestServingNodesPerZone"}},
      {"validation",
       "VALUE_NEGATIVE",
       Changed([](ValidationVectorsSpec& spec) {
         spec.mutable_sizes(0)->mutable_management()->set_placeholders(-1);
         spec.mutable_sizes(0)->mutable_management()->set_non_request_serving_nodes_per_zone("-1n");
         spec.set_non_request_serving_nodes_buffer_per_zone("-1");
         EffectsOf(spec).set_maximum_requests_inflight(-1);
         EffectsOf(spec).set_maximum_mutating_requests_inflight(-1);
         AddRequest(spec, "etcd", "etcd").set_memory("-1");
       }),
       {"not valid a", "ERROR VALUE_NEGATIVE spec.sizes[0].effects.maximumRequestsInflight",
        "ERROR VALUE_NEGATIVE spec.sizes[0].effects.maximumMutatingRequestsInflight",
        "ERROR VALUE_NEGATIVE spec.sizes[0].effects.resourceRequests[0].memory",
        "ERROR VALUE_NEGATIVE spec.sizes[0].management.placeholders",
        "ERROR VALUE_NEGATIVE spec.sizes[0].management.nonRequestServingNodesPerZone",
        "ERROR VALUE_NEGATIVE spec.nonRequestServingNodesBufferPerZone"}},
      {"validation",
       "LIMIT_TOO_SMALL",
       Changed([](ValidationVectorsSpec& spec) { spec.mutable_concurrency()->set_limit(0); }),
       {"not valid a", "ERROR LIMIT_TOO_SMALL spec.concurrency.limit"}},
      {"validation",
       "DURATION_MALFORMED",
       Changed([](ValidationVectorsSpec& spec) {
         spec.mutable_concurrency()->set_sliding_window("10");
         spec.mutable_transition_delay()->set_increase("-30s");
         spec.mutable_transition_delay()->set_decrease("");
         EffectsOf(spec).set_machine_health_check_timeout("5 minutes");
       }),
       {"not valid a", "ERROR DURATION_MALFORMED spec.sizes[0].effects.machineHealthCheckTimeout",
        "ERROR DURATION_MALFORMED spec.concurrency.slidingWindow",
        "ERROR DURATION_MALFORMED spec.transitionDelay.increase",
        "ERROR DURATION_MALFORMED spec.transitionDelay.decrease"}},
      {"validation",
       "valid durations",
       Changed([](ValidationVectorsSpec& spec) {
         spec.mutable_transition_delay()->set_increase("1h30m0.5s");
         EffectsOf(spec).set_machine_health_check_timeout("-1.5h300ms");
       }),
       {"valid a"}},
      {"validation",
       "MEMORY_LIMIT_MALFORMED",
       Changed([](ValidationVectorsSpec& spec) { EffectsOf(spec).set_kas_go_mem_limit("8Gi"); }),
       {"not valid a", "ERROR MEMORY_LIMIT_MALFORMED spec.sizes[0].effects.kasGoMemLimit"}},
      {"validation",
       "RESOURCE_REQUEST_INCOMPLETE",
       Changed([](ValidationVectorsSpec& spec) {
         AddRequest(spec, "", "etcd").set_memory("1Gi");
         AddRequest(spec, "etcd", "").set_memory("1Gi");
       }),
       {"not valid a", "ERROR RESOURCE_REQUEST_INCOMPLETE spec.sizes[0].effects.resourceRequests[0].deploymentName",
        "ERROR RESOURCE_REQUEST_INCOMPLETE spec.sizes[0].effects.resourceRequests[1].containerName"}},
      {"validation",
       "RESOURCE_REQUEST_DUPLICATE",
       Changed([](ValidationVectorsSpec& spec) {
         AddRequest(spec, "etcd", "etcd").set_memory("1Gi");
         AddRequest(spec, "etcd", "other").set_memory("1Gi");
         AddRequest(spec, "etcd", "etcd").set_memory("1Gi");
       }),
       {"not valid a", "ERROR RESOURCE_REQUEST_DUPLICATE spec.sizes[0].effects.resourceRequests[2]"}},
      {"validation",
       "FRACTIONS_MALFORMED",
       Annotated(R"({"kubeAPIServerCPUFraction": 0.5, "sizes": {"a": "0.5"}, "fraction": "0.5"})"),
       {"not valid", "ERROR FRACTIONS_MALFORMED metadata.annotations[cpsizer/fractions].fraction",
        "ERROR FRACTIONS_MALFORMED metadata.annotations[cpsizer/fractions].kubeAPIServerCPUFraction",
        "ERROR FRACTIONS_MALFORMED metadata.annotations[cpsizer/fractions].sizes[a]"}},
      {"validation",
       "FRACTIONS_SIZE_UNKNOWN",
       Annotated(R"({"sizes": {"b": {"kubeAPIServerMemoryFraction": "0.5"}}})"),
       {"not valid", "ERROR FRACTIONS_SIZE_UNKNOWN metadata.annotations[cpsizer/fractions].sizes[b]"}},
  };
}

std::vector<Vector> WarningVectors() {
  return {
      {"ladder-of-a-valid-configuration",
       "the example is valid without findings",
       Of(ExampleConfig()),
       {"valid small medium large"}},
      {"ladder-of-a-valid-configuration",
       "a policy under which CPU would not take part",
       With(Of(ExampleConfig()), [](auto& request) { request.set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER); }),
       {"valid small medium large", "cpu: CPU_POLICY_NEVER"}},
      {"ladder-of-a-valid-configuration",
       "capacities of MachineSets",
       With(Sizes({{"a", "", "", "", ""}}),
            [](auto& request) { *request.add_machine_sets() = testing::MachineSetOf("a", "32768", "8"); }),
       {"valid a", "cpu: CPU_CAPACITY_NOT_CONFIGURED"}},
      {"validation",
       "errors come before warnings",
       Changed([](ValidationVectorsSpec& spec) {
         spec.mutable_sizes(0)->set_name("x-small");
         spec.mutable_concurrency()->set_limit(0);
       }),
       {"not valid x-small", "ERROR LIMIT_TOO_SMALL spec.concurrency.limit",
        "WARNING SIZE_NAME_UNUSABLE_AS_REASON spec.sizes[0].name"}},
      {"validation",
       "ANNOTATION_UNKNOWN",
       Annotated(R"({"kubeAPIServerCPUFraction": "0.5"})", "cpsizer/fraction"),
       {"valid a", "WARNING ANNOTATION_UNKNOWN metadata.annotations[cpsizer/fraction]"}},
      {"validation",
       "CPU_CAPACITY_INCOMPLETE",
       Sizes({{"a", "1Gi", "1", "", ""}, {"b", "2Gi", "", "", ""}}),
       {"valid a b", "cpu: CPU_CAPACITY_INCOMPLETE", "WARNING CPU_CAPACITY_INCOMPLETE spec.sizes"}},
      {"validation",
       "MEMORY_CAPACITY_INCOMPLETE",
       Sizes({{"a", "1Gi", "", "", ""}, {"b", "", "", "", ""}}),
       {"valid a b", "cpu: CPU_CAPACITY_NOT_CONFIGURED", "WARNING MEMORY_CAPACITY_INCOMPLETE spec.sizes"}},
      {"validation",
       "CPU_FRACTION_WITHOUT_CAPACITY",
       Sizes({{"a", "1Gi", "1", "", ""}, {"b", "2Gi", "", "", "0.5"}}),
       {"valid a b", "cpu: CPU_CAPACITY_INCOMPLETE", "WARNING CPU_CAPACITY_INCOMPLETE spec.sizes",
        "WARNING CPU_FRACTION_WITHOUT_CAPACITY spec.sizes[1].capacity.kubeAPIServerCPUFraction"}},
      {"validation",
       "CAPACITY_ORDER_INCONSISTENT",
       Sizes({{"a", "1Gi", "2", "", ""}, {"b", "2Gi", "1", "", ""}, {"c", "4Gi", "4", "", ""}}),
       {"valid a b c", "WARNING CAPACITY_ORDER_INCONSISTENT spec.sizes[1].capacity.cpu",
        "WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[1].capacity.cpu"}},
      {"validation",
       "EFFECTIVE_CAPACITY_NOT_INCREASING",
       Sizes({{"a", "32Gi", "8", "0.9", "0.4"}, {"b", "64Gi", "16", "0.4", "0.5"}}),
       {"valid a b", "WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[1].capacity.kubeAPIServerMemoryFraction"}},
      {"validation",
       "an effective capacity that stays equal is fine",
       Sizes({{"a", "32Gi", "8", "0.8", "0.4"}, {"b", "64Gi", "16", "0.4", "0.5"}}),
       {"valid a b"}},
      {"validation",
       "SIZE_NEVER_CHOSEN",
       Sizes({{"a", "8Gi", "8", "0.8", "0.8"}, {"b", "8.5Gi", "8", "0.7", "0.8"}, {"c", "64Gi", "32", "", ""}}),
       {"valid a b c", "WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[1].capacity.kubeAPIServerMemoryFraction",
        "WARNING SIZE_NEVER_CHOSEN spec.sizes[1]"}},
      {"validation",
       "the last size may always be chosen",
       Sizes({{"a", "8Gi", "8", "", ""}, {"b", "8Gi", "8", "", ""}}),
       {"valid a b"}},
      {"validation",
       "CRITERIA_ORDER_CONTRADICTS_CAPACITY",
       Sizes({{"large", "64Gi", "", "", ""}, {"small", "32Gi", "", "", ""}}),
       {"valid small large", "cpu: CPU_CAPACITY_NOT_CONFIGURED",
        "WARNING CRITERIA_ORDER_CONTRADICTS_CAPACITY spec.sizes[0].criteria.from"}},
      {"validation",
       "FRACTION_NEAR_ONE",
       Sizes({{"a", "32Gi", "8", "0.900000001", "1"}}),
       {"valid a", "WARNING FRACTION_NEAR_ONE spec.sizes[0].capacity.kubeAPIServerMemoryFraction",
        "WARNING FRACTION_NEAR_ONE spec.sizes[0].capacity.kubeAPIServerCPUFraction"}},
      {"validation",
       "FRACTION_NEAR_ZERO",
       Sizes({{"a", "32Gi", "8", "0.099999999", "1n"}}),
       {"valid a", "WARNING FRACTION_NEAR_ZERO spec.sizes[0].capacity.kubeAPIServerMemoryFraction",
        "WARNING FRACTION_NEAR_ZERO spec.sizes[0].capacity.kubeAPIServerCPUFraction"}},
      {"validation", "fractions of 0.9 and 0.1 are fine", Sizes({{"a", "32Gi", "8", "0.9", "0.1"}}), {"valid a"}},
      {"validation",
       "MEMORY_LIMIT_ABOVE_CAPACITY",
       Changed([](ValidationVectorsSpec& spec) { EffectsOf(spec).set_kas_go_mem_limit("17179869185"); }),
       {"valid a", "WARNING MEMORY_LIMIT_ABOVE_CAPACITY spec.sizes[0].effects.kasGoMemLimit"}},
      {"validation",
       "a memory limit equal to the capacity is fine",
       Changed([](ValidationVectorsSpec& spec) { EffectsOf(spec).set_kas_go_mem_limit("16GiB"); }),
       {"valid a"}},
      {"validation",
       "RESOURCE_REQUEST_ABOVE_CAPACITY",
       Changed([](ValidationVectorsSpec& spec) {
         v1::ResourceRequest& request = AddRequest(spec, "kube-apiserver", "kube-apiserver");
         request.set_memory("16.1Gi");
         request.set_cpu("4001m");
       }),
       {"valid a", "WARNING RESOURCE_REQUEST_ABOVE_CAPACITY spec.sizes[0].effects.resourceRequests[0].memory",
        "WARNING RESOURCE_REQUEST_ABOVE_CAPACITY spec.sizes[0].effects.resourceRequests[0].cpu"}},
      {"validation",
       "EFFECT_ON_SOME_SIZES_ONLY",
       Of(With(ExampleConfig(),
               [](auto& config) {
                 config.mutable_spec()->mutable_sizes(1)->mutable_effects()->set_etcd_priority_class_name("p");
               })),
       {"valid small medium large", "WARNING EFFECT_ON_SOME_SIZES_ONLY spec.sizes[0].effects.etcdPriorityClassName"}},
      {"validation",
       "MEMORY_LIMIT_ABOVE_REQUEST",
       Changed([](ValidationVectorsSpec& spec) {
         AddRequest(spec, "kube-apiserver", "kube-apiserver").set_memory("8Gi");
         EffectsOf(spec).set_kas_go_mem_limit("9GiB");
       }),
       {"valid a", "NOTE MEMORY_LIMIT_ABOVE_REQUEST spec.sizes[0].effects.kasGoMemLimit"}},
      {"validation",
       "RESOURCE_REQUEST_EMPTY",
       Changed([](ValidationVectorsSpec& spec) { AddRequest(spec, "etcd", "etcd"); }),
       {"valid a", "WARNING RESOURCE_REQUEST_EMPTY spec.sizes[0].effects.resourceRequests[0]"}},
      {"validation",
       "EFFECT_SHRINKS",
       Of(With(ExampleConfig(),
               [](auto& config) {
                 for (auto& size : *config.mutable_spec()->mutable_sizes()) {
                   size.mutable_effects()->set_maximum_requests_inflight(400);
                 }
                 config.mutable_spec()->mutable_sizes(1)->mutable_effects()->set_maximum_requests_inflight(300);
               })),
       {"valid small medium large", "WARNING EFFECT_SHRINKS spec.sizes[1].effects.maximumRequestsInflight"}},
      {"validation",
       "PLACEHOLDERS_IGNORED",
       Of(With(ExampleConfig(),
               [](auto& config) {
                 for (const int size : {1, 2}) {
                   config.mutable_spec()->mutable_sizes(size)->mutable_management()->set_placeholders(2);
                 }
               })),
       {"valid small medium large", "WARNING PLACEHOLDERS_IGNORED spec.sizes[2].management.placeholders"}},
      {"validation",
       "machineHealthCheckTimeout on some sizes is fine",
       Of(With(ExampleConfig(),
               [](auto& config) {
                 config.mutable_spec()->mutable_sizes(1)->mutable_effects()->set_machine_health_check_timeout("8m0s");
               })),
       {"valid small medium large"}},
      {"validation",
       "SIZE_NAME_UNUSABLE_AS_REASON",
       Sizes({{"x-large", "32Gi", "8", "", ""}}),
       {"valid x-large", "WARNING SIZE_NAME_UNUSABLE_AS_REASON spec.sizes[0].name"}},
      {"validation",
       "SIZE_NAMES_DIFFER_IN_CASE",
       Sizes({{"small", "32Gi", "8", "", ""}, {"Small", "64Gi", "16", "", ""}}),
       {"valid small Small", "WARNING SIZE_NAMES_DIFFER_IN_CASE spec.sizes[1].name"}},
      {"validation",
       "MEMORY_CAPACITY_TINY, and not a finding about the sizes around it",
       Sizes({{"a", "32Gi", "8", "", ""}, {"b", "64", "16", "", ""}, {"c", "128Gi", "32", "", ""}}),
       {"valid b a c", "WARNING MEMORY_CAPACITY_TINY spec.sizes[1].capacity.memory"}},
      {"validation",
       "CPU_CAPACITY_HUGE, and not a finding about the sizes around it",
       Sizes({{"a", "32Gi", "8Gi", "", ""}, {"b", "64Gi", "16", "", ""}, {"c", "128Gi", "32", "", ""}}),
       {"valid a b c", "WARNING CPU_CAPACITY_HUGE spec.sizes[0].capacity.cpu"}},
      {"validation",
       "MEMORY_CAPACITY_HUGE, and not a finding about the sizes around it",
       Sizes({{"a", "32Ti", "8", "", ""}, {"b", "64Gi", "16", "", ""}, {"c", "128Gi", "32", "", ""}}),
       {"valid b c a", "WARNING MEMORY_CAPACITY_HUGE spec.sizes[0].capacity.memory"}},
      {"validation", "1Gi and 1,920 CPUs are fine", Sizes({{"a", "1Gi", "1920", "", ""}}), {"valid a"}},
      {"validation",
       "NO_CAPACITY",
       Sizes({{"a", "", "", "", ""}}),
       {"valid a", "cpu: CPU_CAPACITY_NOT_CONFIGURED", "NOTE NO_CAPACITY spec.sizes"}},
      {"validation",
       "SLIDING_WINDOW_ZERO",
       Changed([](ValidationVectorsSpec& spec) { spec.mutable_concurrency()->set_sliding_window("0s"); }),
       {"valid a", "WARNING SLIDING_WINDOW_ZERO spec.concurrency.slidingWindow"}},
      {"validation",
       "CONCURRENCY_ABSENT",
       Changed([](ValidationVectorsSpec& spec) { spec.clear_concurrency(); }),
       {"valid a", "WARNING CONCURRENCY_ABSENT spec.concurrency"}},
      {"validation",
       "TRANSITION_DELAY_ABSENT",
       Changed([](ValidationVectorsSpec& spec) { spec.clear_transition_delay(); }),
       {"valid a", "WARNING TRANSITION_DELAY_ABSENT spec.transitionDelay"}},
      {"validation",
       "FRACTION_OVERRIDDEN",
       Annotated(R"({"kubeAPIServerCPUFraction": "0.5", "sizes": {"a": {"kubeAPIServerMemoryFraction": "0.6"}}})"),
       {"valid a",
        "WARNING FRACTION_OVERRIDDEN metadata.annotations[cpsizer/fractions].sizes[a].kubeAPIServerMemoryFraction"}},
      {"validation",
       "GENERATION_NEGATIVE",
       Of(With(ConfigOf({{"a", "32Gi", "8", "0.5", "0.5"}}),
               [](auto& config) { config.mutable_metadata()->set_generation(-1); })),
       {"valid a", "WARNING GENERATION_NEGATIVE metadata.generation"}},
  };
}

}  // namespace cpsizer::conformance
