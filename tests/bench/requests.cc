#include "tests/bench/requests.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::bench {
namespace {

constexpr int kGibPerStep = 16;
constexpr int kCoresPerStep = 4;
constexpr int kNodesPerStep = 50;

// Sets `resources`, a demand or a ResourceList, to about half of the capacity of the size with the number `step`, such
// as size3 for 3. The amounts are raw bytes and millicores, as the recommender writes them.
template <typename Resources>
void SetResources(int step, Resources& resources) {
  resources.set_memory(absl::StrCat(int64_t{step} * kGibPerStep * (int64_t{1} << 29) + 110'592));
  resources.set_cpu(absl::StrCat(step * kCoresPerStep * 400 + 63, "m"));
}

v1::VerticalPodAutoscalerStatus MakeVpaStatus(int step) {
  v1::VerticalPodAutoscalerStatus status;
  v1::Condition& condition = *status.add_conditions();
  condition.set_type("RecommendationProvided");
  condition.set_status("True");
  condition.set_last_transition_time("2026-02-23T09:14:52Z");
  v1::RecommendedContainerResources& container = *status.mutable_recommendation()->add_container_recommendations();
  container.set_container_name("kube-apiserver");
  SetResources(step, *container.mutable_target());
  SetResources(step, *container.mutable_lower_bound());
  SetResources(step, *container.mutable_upper_bound());
  SetResources(step, *container.mutable_uncapped_target());
  return status;
}

// Sets the fields of `request` that describe the cluster. SetResources() sets the demand for `step`.
void SetCluster(int step, v1::RecommendSizeRequest& request) {
  SetResources(step, *request.mutable_demand());
  request.set_current_size("size1");
  request.mutable_cluster()->set_namespace_("clusters");
  request.mutable_cluster()->set_name("payments");
}

}  // namespace

v1::ClusterSizingConfiguration MakeConfiguration(int sizes) {
  v1::ClusterSizingConfiguration config;
  config.set_api_version("scheduling.hypershift.openshift.io/v1alpha1");
  config.set_kind("ClusterSizingConfiguration");
  config.mutable_metadata()->set_name("cluster");
  config.mutable_metadata()->set_generation(3);
  config.mutable_metadata()->set_resource_version(kResourceVersion);
  v1::ResourceBasedAutoscalingConfiguration& fractions = *config.mutable_spec()->mutable_resource_based_autoscaling();
  fractions.set_kube_api_server_memory_fraction("0.65");
  fractions.set_kube_api_server_cpu_fraction("0.50");
  for (int i = 0; i < sizes; ++i) {
    v1::SizeConfiguration& size = *config.mutable_spec()->add_sizes();
    size.set_name(absl::StrCat("size", i + 1));
    size.mutable_criteria()->set_from(i * kNodesPerStep);
    if (i + 1 < sizes) size.mutable_criteria()->set_to((i + 1) * kNodesPerStep - 1);
    v1::SizeCapacity& capacity = *size.mutable_capacity();
    capacity.set_memory(absl::StrCat((i + 1) * kGibPerStep, "Gi"));
    capacity.set_cpu(absl::StrCat((i + 1) * kCoresPerStep));
    capacity.set_kube_api_server_memory_fraction("0.65");
    capacity.set_kube_api_server_cpu_fraction("0.55");
    v1::Effects& effects = *size.mutable_effects();
    effects.set_kas_go_mem_limit(absl::StrCat((i + 1) * kGibPerStep / 2, "GiB"));
    effects.set_control_plane_priority_class_name("hypershift-control-plane");
    effects.set_api_critical_priority_class_name("hypershift-api-critical");
    effects.set_machine_health_check_timeout("8m0s");
    effects.set_maximum_requests_inflight((i + 1) * 1'000);
    effects.set_maximum_mutating_requests_inflight((i + 1) * 500);
  }
  return config;
}

v1::RecommendSizeRequest MakeRequest(int sizes, v1::Detail detail) {
  v1::RecommendSizeRequest request;
  *request.mutable_cluster_sizing_configuration() = MakeConfiguration(sizes);
  request.mutable_options()->set_detail(detail);
  SetCluster((sizes + 1) / 2, request);
  return request;
}

v1::RecommendSizeRequest MakeVpaRequest(int sizes, v1::Detail detail) {
  v1::RecommendSizeRequest request = MakeRequest(sizes, detail);
  *request.mutable_vpa_status() = MakeVpaStatus((sizes + 1) / 2);
  return request;
}

v1::BatchRecommendSizeRequest MakeBatch(int items, int sizes, Configuration configuration, v1::Detail detail) {
  v1::BatchRecommendSizeRequest batch;
  batch.mutable_options()->set_detail(detail);
  if (configuration == Configuration::kShared) *batch.mutable_cluster_sizing_configuration() = MakeConfiguration(sizes);
  for (int i = 0; i < items; ++i) {
    v1::RecommendSizeRequest& item = *batch.add_items();
    if (configuration == Configuration::kInEachItem) {
      *item.mutable_cluster_sizing_configuration() = MakeConfiguration(sizes);
    }
    SetCluster(1 + i % sizes, item);
  }
  return batch;
}

}  // namespace cpsizer::bench
