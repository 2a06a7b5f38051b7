// Errors in requests: missing fields, exceeded limits, and batches.
#include <string>

#include "tests/conformance/vector.h"
#include "tests/engine/size/requests.h"

namespace cpsizer::conformance {
namespace {

using testing::ConfigOf;
using testing::DemandRequest;
using testing::ExampleConfig;
using testing::VpaRequest;

constexpr auto kUnknownPolicy = static_cast<v1::SizeCpuPolicy>(77);

v1::RecommendSizeRequest Ordinary() {
  return DemandRequest(ExampleConfig(), "20Gi", "12");
}

// Returns an item that uses the shared configuration.
v1::RecommendSizeRequest Item(absl::string_view memory) {
  return With(Ordinary(), [&](auto& request) {
    request.clear_cluster_sizing_configuration();
    request.mutable_demand()->clear_cpu();
    request.mutable_demand()->set_memory(std::string(memory));
  });
}

v1::BatchRecommendSizeRequest Batch(const v1::ClusterSizingConfiguration& config,
                                    const std::vector<v1::RecommendSizeRequest>& items) {
  v1::BatchRecommendSizeRequest batch;
  *batch.mutable_cluster_sizing_configuration() = config;
  for (const v1::RecommendSizeRequest& item : items) *batch.add_items() = item;
  return batch;
}

}  // namespace

std::vector<Vector> RequestVectors() {
  return {
      {"detail",
       "a brief response has six fields",
       With(Ordinary(), [](auto& request) { request.mutable_options()->set_detail(v1::DETAIL_BRIEF); }),
       {"RECOMMENDED large CPU changed"}},
      {"detail",
       "a full response has the reasons",
       With(Ordinary(), [](auto& request) { request.mutable_options()->set_detail(v1::DETAIL_FULL); }),
       {"RECOMMENDED large CPU changed", "memory: 20Gi requires medium; 128Gi (CONFIGURATION) x 750m (SIZE) = 96Gi",
        "cpu: 12 requires large; 32 (CONFIGURATION) x 600m (SIZE) = 19200m"}},
      {"request",
       "an empty request",
       v1::RecommendSizeRequest(),
       {"INVALID_ARGUMENT CONFIG_MISSING", "clusterSizingConfiguration", "observation"}},
      {"request",
       "a request without observation",
       With(Ordinary(), [](auto& request) { request.clear_demand(); }),
       {"INVALID_ARGUMENT OBSERVATION_MISSING", "observation"}},
      {"request",
       "a validation without configuration",
       v1::ValidateConfigRequest(),
       {"INVALID_ARGUMENT CONFIG_MISSING", "clusterSizingConfiguration"}},
      {"request",
       "an unknown policy",
       With(Ordinary(), [](auto& request) { request.mutable_options()->set_cpu_policy(kUnknownPolicy); }),
       {"INVALID_ARGUMENT ENUM_UNKNOWN", "options.cpuPolicy"}},
      {"request",
       "a name that no cluster can have",
       With(Ordinary(), [](auto& request) { request.mutable_cluster()->set_name(std::string(254, 'n')); }),
       {"INVALID_ARGUMENT LIMIT_EXCEEDED", "cluster.name"}},
      {"request",
       "the cluster of a request does not affect the decision",
       With(Ordinary(), [](auto& request) { request.mutable_cluster()->set_name("a"); }),
       {"RECOMMENDED large CPU changed", "memory: 20Gi requires medium; 128Gi (CONFIGURATION) x 750m (SIZE) = 96Gi",
        "cpu: 12 requires large; 32 (CONFIGURATION) x 600m (SIZE) = 19200m"}},
      {"errors-that-matter",
       "a decision refuses errors in capacities and fractions",
       DemandRequest(ConfigOf({{"-", "32GB", "0", "1.5", "0"}}), "--1", "-5"),
       {"INVALID_ARGUMENT SIZE_NAME_INVALID", "spec.sizes[0].name", "spec.sizes[0].capacity.memory",
        "spec.sizes[0].capacity.kubeAPIServerMemoryFraction", "spec.sizes[0].capacity.cpu",
        "spec.sizes[0].capacity.kubeAPIServerCPUFraction", "demand.memory", "demand.cpu"}},
      {"errors-that-matter",
       "other errors are warnings of a decision",
       With(Ordinary(),
            [](auto& request) {
              request.mutable_cluster_sizing_configuration()->mutable_metadata()->set_name("sizes");
              request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_concurrency()->set_limit(0);
              request.mutable_cluster_sizing_configuration()
                  ->mutable_spec()
                  ->mutable_sizes(2)
                  ->mutable_criteria()
                  ->set_from(500);
            }),
       {"RECOMMENDED large CPU changed", "memory: 20Gi requires medium; 128Gi (CONFIGURATION) x 750m (SIZE) = 96Gi",
        "cpu: 12 requires large; 32 (CONFIGURATION) x 600m (SIZE) = 19200m", "WARNING NAME_NOT_CLUSTER metadata.name",
        "WARNING CRITERIA_GAP spec.sizes[2].criteria.from", "WARNING LIMIT_TOO_SMALL spec.concurrency.limit"}},
      {"errors-that-matter",
       "another kind is refused",
       With(Ordinary(), [](auto& request) { request.mutable_cluster_sizing_configuration()->set_kind("ConfigMap"); }),
       {"INVALID_ARGUMENT KIND_MISMATCH", "kind"}},
      {"order-of-checks",
       "configuration and observation are refused together",
       VpaRequest(ConfigOf({{"a", "0", "", "", ""}}), "1 Gi", ""),
       {"INVALID_ARGUMENT CAPACITY_NOT_POSITIVE", "spec.sizes[0].capacity.memory",
        "vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory"}},
  };
}

std::vector<Vector> BatchVectors() {
  const auto suspect = With(VpaRequest(v1::ClusterSizingConfiguration(), "1e15", "1"),
                            [](auto& item) { item.clear_cluster_sizing_configuration(); });
  const auto own = With(Item("1Gi"), [](auto& item) {
    *item.mutable_cluster_sizing_configuration() = ConfigOf({{"own", "1Ti", "", "", ""}});
  });
  return {
      {"batch",
       "an invalid item fails alone, and the order is kept",
       Batch(ExampleConfig(), {Item("60Gi"), Item("-1"), Item("20Gi")}),
       {"item 0: RECOMMENDED large MEMORY changed", "item 1: INVALID_ARGUMENT VALUE_NEGATIVE", "item 1: demand.memory",
        "item 2: RECOMMENDED medium MEMORY changed"}},
      {"batch",
       "an item can have its own configuration",
       Batch(ExampleConfig(), {own, Item("1Gi")}),
       {"item 0: RECOMMENDED own MEMORY changed", "item 1: RECOMMENDED small MEMORY changed"}},
      {"batch",
       "an invalid shared configuration fails all items",
       Batch(ConfigOf({{"a", "0", "", "", ""}}), {Item("1Gi")}),
       {"INVALID_ARGUMENT CAPACITY_NOT_POSITIVE", "spec.sizes[0].capacity.memory"}},
      {"batch",
       "options of an item take precedence",
       With(Batch(ExampleConfig(), {Item("1Gi"), Item("1Gi")}),
            [](auto& batch) { batch.mutable_items(1)->mutable_options()->set_detail(v1::DETAIL_FULL); }),
       {"item 0: RECOMMENDED small MEMORY changed", "item 1: RECOMMENDED small MEMORY changed",
        "item 1: memory: 1Gi requires small; 32Gi (CONFIGURATION) x 550m (SIZE) = 18897856102400m",
        "item 1: cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"batch",
       "unspecified options of an item have the values of the batch",
       With(Batch(ExampleConfig(), {suspect, suspect}),
            [](auto& batch) {
              batch.mutable_options()->set_detail(v1::DETAIL_FULL);
              batch.mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_OFF);
              batch.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER);
              batch.mutable_items(0)->mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_ENFORCE);
              batch.mutable_items(1)->mutable_options()->set_detail(v1::DETAIL_BRIEF);
            }),
       {"item 0: HELD by VPA_OVERFLOW instead of large", "item 0: cpu: CPU_POLICY_NEVER",
        "item 0: WARNING VPA_OVERFLOW vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory",
        "item 1: BEST_EFFORT large MEMORY changed"}},
      {"batch",
       "a missing capacity fails each item",
       Batch(ConfigOf({{"a", "", "", "", ""}}), {Item("1Gi")}),
       {"item 0: FAILED_PRECONDITION CAPACITY_MISSING", "item 0: spec.sizes[0].capacity.memory"}},
      {"batch", "an empty batch", Batch(ExampleConfig(), {}), {}},
  };
}

}  // namespace cpsizer::conformance
