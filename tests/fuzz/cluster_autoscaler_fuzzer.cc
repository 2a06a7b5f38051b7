#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "tests/engine/cluster_autoscaler/autoscaler_flags.h"

// Fuzzes requests with a few MachineAutoscalers and MachineSets, whose fields may contradict each other. When a plan is
// applied, the next plan must have no changes. A MachineSet must have only one owner. The cluster-autoscaler must
// accept each command line.
namespace cpsizer {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

constexpr char kFinalizer[] = "machinetarget.autoscaling.openshift.io";

class RequestMaker {
 public:
  explicit RequestMaker(FuzzedDataProvider& data) : data_(data) {}

  v1::PlanClusterAutoscalerRequest Make() {
    if (Maybe()) MakeAutoscaler();
    for (int i = Between(0, 4); i > 0; --i) AddMachineAutoscaler(absl::StrCat("a", i));
    for (int i = Between(0, 3); i > 0; --i) AddMachineSet(absl::StrCat("s", i));
    v1::ClusterAutoscalerOperatorSettings& settings = *request_.mutable_operator_();
    settings.set_release_version("4.18.2");
    settings.set_image("image");
    if (Maybe()) settings.add_feature_gates("ClusterAPIMachineManagementAWS");
    if (Maybe()) settings.add_feature_gates("ProvisioningRequestAvailable");
    constexpr const char* kPlatforms[] = {"AWS", "Azure", "GCP", "IBMCloud", "Nutanix", "None", ""};
    request_.mutable_infrastructure()->mutable_status()->mutable_platform_status()->set_type(
        data_.PickValueInArray(kPlatforms));
    request_.mutable_current();
    return request_;
  }

 private:
  bool Maybe() { return data_.ConsumeBool(); }
  int Between(int least, int most) { return data_.ConsumeIntegralInRange<int>(least, most); }
  std::string Text() { return data_.ConsumeRandomLengthString(12); }

  std::string Duration() {
    constexpr const char* kDurations[] = {"10m", "1h30m", "0s", "-1s", "5", ".5h", "1us"};
    return Maybe() ? data_.PickValueInArray(kDurations) : Text();
  }

  void MakeAutoscaler() {
    v1::ClusterAutoscalerSpec& spec = *request_.mutable_cluster_autoscaler()->mutable_spec();
    if (Maybe()) spec.mutable_resource_limits()->set_max_nodes_total(Between(-1, 100));
    if (Maybe()) spec.mutable_resource_limits()->mutable_cores()->set_max(Between(-1, 10));
    if (Maybe()) spec.mutable_resource_limits()->mutable_cores()->set_min(Between(-1, 10));
    if (Maybe()) {
      v1::ClusterAutoscalerGpuLimit& gpus = *spec.mutable_resource_limits()->add_gpus();
      gpus.set_type(Text());
      gpus.set_min(Between(0, 4));
      gpus.set_max(Between(0, 4));
    }
    if (Maybe()) {
      v1::ClusterAutoscalerScaleDown& scale_down = *spec.mutable_scale_down();
      scale_down.set_enabled(Maybe());
      if (Maybe()) scale_down.set_unneeded_time(Duration());
      if (Maybe()) scale_down.set_utilization_threshold(Maybe() ? "0.5" : Text());
      if (Maybe()) scale_down.set_cordon_node_before_terminating(Maybe() ? "Enabled" : Text());
    }
    if (Maybe()) spec.mutable_scale_up()->set_new_pod_scale_up_delay(Duration());
    if (Maybe()) spec.set_max_node_provision_time(Duration());
    if (Maybe()) spec.set_balance_similar_node_groups(Maybe());
    if (Maybe()) spec.add_expanders(Maybe() ? "Random" : Text());
  }

  void SetTarget(v1::CrossVersionObjectReference& target) {
    target.set_api_version("machine.openshift.io/v1beta1");
    target.set_kind(Between(0, 9) == 0 ? Text() : "MachineSet");
    target.set_name(absl::StrCat("s", Between(1, 4)));
  }

  void AddMachineAutoscaler(const std::string& name) {
    v1::MachineAutoscaler& autoscaler = *request_.add_machine_autoscalers();
    autoscaler.mutable_metadata()->set_namespace_("n");
    autoscaler.mutable_metadata()->set_name(name);
    if (Maybe()) autoscaler.mutable_metadata()->add_finalizers(kFinalizer);
    if (Maybe() && Maybe()) autoscaler.mutable_metadata()->set_deletion_timestamp("2026-01-02T03:04:05Z");
    autoscaler.mutable_spec()->set_min_replicas(Between(-1, 4));
    autoscaler.mutable_spec()->set_max_replicas(Between(0, 8));
    SetTarget(*autoscaler.mutable_spec()->mutable_scale_target_ref());
    if (Maybe()) SetTarget(*autoscaler.mutable_status()->mutable_last_target_ref());
  }

  void AddMachineSet(const std::string& name) {
    v1::MachineSet& set = *request_.add_machine_sets();
    set.mutable_metadata()->set_name(name);
    constexpr const char* kKeys[] = {"machine.openshift.io/cluster-api-autoscaler-node-group-min-size",
                                     "machine.openshift.io/cluster-api-autoscaler-node-group-max-size",
                                     "machine.openshift.io/vCPU",
                                     "machine.openshift.io/memoryMb",
                                     "machine.openshift.io/GPU",
                                     "machine.openshift.io/maxPods",
                                     "capacity.cluster-autoscaler.kubernetes.io/memory"};
    auto& annotations = *set.mutable_metadata()->mutable_annotations();
    for (const char* key : kKeys) {
      if (Maybe()) annotations[key] = Maybe() ? absl::StrCat(Between(0, 4)) : Text();
    }
    if (Maybe()) annotations["autoscaling.openshift.io/machineautoscaler"] = absl::StrCat("n/a", Between(1, 6));
  }

  FuzzedDataProvider& data_;
  v1::PlanClusterAutoscalerRequest request_;
};

// Returns the state after the plan is applied.
v1::PlanClusterAutoscalerRequest Applied(const v1::PlanClusterAutoscalerRequest& request,
                                         const v1::PlanClusterAutoscalerResponse& response) {
  v1::PlanClusterAutoscalerRequest next = request;
  absl::flat_hash_map<std::string, v1::ObjectMeta*> sets;
  for (v1::MachineSet& set : *next.mutable_machine_sets()) sets[set.metadata().name()] = set.mutable_metadata();
  for (const v1::ClusterAutoscalerTarget& target : response.targets()) {
    auto& annotations = *sets.at(target.name())->mutable_annotations();
    for (const v1::ClusterAutoscalerAnnotation& annotation : target.annotations()) {
      if (annotation.action() == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET) {
        annotations[annotation.key()] = annotation.value();
      } else if (annotation.action() == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_REMOVE) {
        annotations.erase(annotation.key());
      }
    }
  }
  next.clear_machine_autoscalers();
  for (int i = 0; i < request.machine_autoscalers_size(); ++i) {
    const v1::ClusterAutoscalerMachinesPlan& plan = response.machine_autoscalers(i);
    if (plan.outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_DELETED) continue;
    v1::MachineAutoscaler& autoscaler = *next.add_machine_autoscalers();
    autoscaler = request.machine_autoscalers(i);
    if (plan.add_finalizer()) autoscaler.mutable_metadata()->add_finalizers(kFinalizer);
    if (plan.has_last_target_ref()) *autoscaler.mutable_status()->mutable_last_target_ref() = plan.last_target_ref();
  }
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    v1::ClusterAutoscalerCurrentObject& current = *next.mutable_current()->add_objects();
    current.set_kind(object.kind());
    current.set_namespace_(object.namespace_());
    current.set_name(object.name());
    for (const v1::ClusterAutoscalerField& field : object.fields()) {
      (*current.mutable_fields())[field.path()] = field.value();
    }
  }
  return next;
}

void CheckCommandLine(const v1::PlanClusterAutoscalerResponse& response) {
  std::vector<std::string> arguments;
  for (const v1::ClusterAutoscalerArgument& argument : response.arguments()) arguments.push_back(argument.argument());
  Require(testing::CommandLineError(arguments).empty());
}

void CheckApplied(const v1::PlanClusterAutoscalerRequest& next) {
  v1::PlanClusterAutoscalerResponse again;
  Require(PlanClusterAutoscaler(next, again).ok());
  for (const v1::ClusterAutoscalerTarget& target : again.targets()) Require(!target.changed());
  for (const v1::ClusterAutoscalerObject& object : again.objects()) {
    Require(object.action() == v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_KEEP);
  }
  for (const v1::ClusterAutoscalerMachinesPlan& plan : again.machine_autoscalers()) {
    Require(!plan.has_last_target_ref() && !plan.add_finalizer() && !plan.remove_finalizer());
  }
}

void Run(FuzzedDataProvider& data) {
  const v1::PlanClusterAutoscalerRequest request = RequestMaker(data).Make();
  v1::PlanClusterAutoscalerResponse response;
  Require(PlanClusterAutoscaler(request, response).ok());
  Require(response.outcome() != v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_UNSPECIFIED && !response.summary().empty());
  Require(response.machine_autoscalers_size() == request.machine_autoscalers_size());
  absl::flat_hash_map<std::string, int> bounding;
  for (int i = 0; i < request.machine_autoscalers_size(); ++i) {
    if (response.machine_autoscalers(i).outcome() != v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_BOUNDS) continue;
    Require(++bounding[request.machine_autoscalers(i).spec().scale_target_ref().name()] == 1);
  }
  CheckCommandLine(response);
  CheckApplied(Applied(request, response));
}

}  // namespace
}  // namespace cpsizer

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider provider(data, size);
  cpsizer::Run(provider);
  return 0;
}
