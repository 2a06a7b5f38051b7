#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/replicas/replica_flags.h"
#include "client/cli/replicas/replica_input.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/policy_note.h"
#include "client/cli/verbs/reader_findings.h"
#include "client/cli/verbs/unreadable_targets.h"
#include "client/cli/verbs/validate_clusters.h"
#include "client/cli/verbs/validate_machine_sets.h"
#include "client/cli/verbs/validate_node_requests.h"
#include "client/cli/verbs/validation_output.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {
namespace {

struct ValidateFlags : ResponseFlags {
  v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
  std::string kubernetes_version;
};

// Requests the findings of each object from the service.
class ObjectValidator {
 public:
  ObjectValidator(BlockingService& client, Screen& err, std::vector<Validation>& validations)
      : client_(client), err_(err), validations_(validations) {}

  void Validate(const objects::FoundConfiguration& found, const objects::Inventory& inventory,
                v1::SizeCpuPolicy policy) {
    auto sources = std::make_unique<const Sources>(found, inventory.machine_sets);
    absl::StatusOr<v1::ValidateConfigResponse> response = ValidateConfiguration(*sources, policy, client_);
    v1::ValidateConfigResponse* const taken =
        Take(std::move(response), found, kConfigurationKind, found.config.metadata(), std::move(sources));
    if (taken != nullptr) AddRequestsAboveNodes(found.config, inventory.capacity.nodes, *taken);
  }

  // `sharers` are the names of the other autoscalers of the same pods, and `of_target` are the findings about the
  // target. `version` is the version of Kubernetes; empty: the default of the service.
  void Validate(const objects::FoundAutoscaler& found, const std::vector<std::string>& sharers,
                const std::vector<v1::Finding>& of_target, const std::string& version) {
    v1::ValidateConfigRequest request;
    *request.mutable_horizontal_pod_autoscaler() = found.autoscaler;
    if (!version.empty()) request.set_kubernetes_version(version);
    v1::ValidateConfigResponse* response =
        ValidateKind(std::move(request), found, kAutoscalerKind, found.autoscaler.metadata());
    PrintUnreadableAnnotations(found, err_);
    if (response == nullptr) return;
    for (const v1::Finding& finding : of_target) *response->add_findings() = finding;
    AddSharers(Rule::kPodsShared, "some of these pods are also selected by ", sharers, *response);
  }

  // Validates the objects of one kind. `message` is the message of the object in a Found, and `field` sets the field of
  // the request for this kind.
  template <typename Found, typename Message>
  void ValidateAll(const std::vector<Found>& list, absl::string_view kind, Message Found::*message,
                   Message* (v1::ValidateConfigRequest::*field)()) {
    for (const Found& found : list) {
      v1::ValidateConfigRequest request;
      *(request.*field)() = found.*message;
      ValidateKind(std::move(request), found, kind, (found.*message).metadata());
    }
  }

  // `sharers` are the names of the other autoscalers of the same target. `not_found`: see TargetsNotFound().
  void Validate(const objects::FoundMachineAutoscaler& found, const std::vector<std::string>& sharers,
                const v1::Finding& not_found) {
    v1::ValidateConfigRequest request;
    *request.mutable_machine_autoscaler() = found.autoscaler;
    v1::ValidateConfigResponse* response =
        ValidateKind(std::move(request), found, "MachineAutoscaler", found.autoscaler.metadata());
    if (response == nullptr) return;
    AddSharers(Rule::kTargetShared, "the same MachineSet is the target of ", sharers, *response);
    if (!not_found.message().empty()) *response->add_findings() = not_found;
  }

  // Returns the exit code for the calls that failed.
  int exit_code() const { return exit_code_; }

 private:
  // Prints an error and returns null if there is no response.
  v1::ValidateConfigResponse* ValidateKind(v1::ValidateConfigRequest request, const objects::CheckedObject& found,
                                           absl::string_view kind, const v1::ObjectMeta& metadata) {
    v1::ValidateConfigResponse* response = Take(client_.Call(&SizingService::ValidateConfig, std::move(request)), found,
                                                kind, metadata, std::make_unique<const ObjectPlaces>(found));
    if (response != nullptr) AddReaderFindings(found, *response);
    return response;
  }

  // Prints an error and returns null if there is no response.
  v1::ValidateConfigResponse* Take(absl::StatusOr<v1::ValidateConfigResponse> response,
                                   const objects::CheckedObject& found, absl::string_view kind,
                                   const v1::ObjectMeta& metadata, std::unique_ptr<const Places> places) {
    Validation validation;
    validation.file = found.file;
    validation.kind = kind;
    validation.name = {metadata.namespace_(), metadata.name()};
    validation.places = std::move(places);
    if (!response.ok()) {
      exit_code_ = std::max(exit_code_, ReportStatus(response.status(), *validation.places, found.file, err_));
      return nullptr;
    }
    validation.response = *std::move(response);
    return &validations_.emplace_back(std::move(validation)).response;
  }

  BlockingService& client_;
  Screen& err_;
  std::vector<Validation>& validations_;
  int exit_code_ = kExitFine;
};

// Prints the number of clusters whose decision with this configuration depends on the CPU policy.
void NotePolicyOf(const ValidateFlags& flags, const objects::FoundConfiguration& found,
                  const objects::Inventory& inventory, BlockingService& client, Environment& environment) {
  if (!PolicyMayMatter(flags.source, flags.cpu_policy, found.config)) return;
  if (inventory.clusters.empty()) return NotePolicyWithoutClusters(environment.err);
  const Sources sources(found, inventory.machine_sets);
  const v1::RecommendSizeOptions options;
  const FleetInput input = {sources, options, inventory.clusters, environment.now()};
  const absl::StatusOr<FleetResponse> answer = DecideFleet(input, client, [](size_t) {});
  if (!answer.ok()) return;
  std::vector<bool> marks;
  MarkPolicyDependent(input, answer->results, client, marks);
  NotePolicy(marks, environment.err);
}

// Adds the findings of all objects that the service can check. Returns the exit code for the calls that failed.
int ValidateObjects(const ValidateFlags& flags, const Inputs& inputs, std::vector<Validation>& validations,
                    Environment& environment) {
  Screen& err = environment.err;
  const objects::Inventory& inventory = inputs.inventory;
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, err);
  if (client == nullptr) return kWrongFlags;
  ObjectValidator validator(*client, err, validations);
  for (const objects::FoundConfiguration& found : inventory.configurations) {
    validator.Validate(found, inventory, flags.cpu_policy);
    NotePolicyOf(flags, found, inventory, *client, environment);
  }
  const ReplicaInput input(inventory.replicas, UnscaledWorkloadsOf(inventory.cpu));
  const std::vector<objects::FoundAutoscaler>& autoscalers = inventory.replicas.autoscalers;
  const std::string version = autoscalers.empty() ? "" : ChooseKubernetesVersion(inputs, flags.kubernetes_version, err);
  for (size_t i = 0; i < autoscalers.size(); ++i) {
    validator.Validate(autoscalers[i], input.SharersOf(i), input.TargetFindings(i), version);
  }
  using Request = v1::ValidateConfigRequest;
  validator.ValidateAll(inventory.cpu.infrastructures, "Infrastructure", &objects::FoundInfrastructure::infrastructure,
                        &Request::mutable_infrastructure);
  validator.ValidateAll(inventory.cpu.kubelet_configs, "KubeletConfig", &objects::FoundKubeletConfig::config,
                        &Request::mutable_kubelet_config);
  validator.ValidateAll(inventory.machines.autoscalers, "ControlPlaneMachineSetAutoscaler",
                        &objects::FoundControlPlaneMachineSetAutoscaler::autoscaler,
                        &Request::mutable_control_plane_machine_set_autoscaler);
  validator.ValidateAll(inventory.machines.authentications, "ControlPlaneMachineSetAutoscalingTriggerAuthentication",
                        &objects::FoundTriggerAuthentication::authentication,
                        &Request::mutable_control_plane_machine_set_autoscaling_trigger_authentication);
  validator.ValidateAll(inventory.machines.cluster_autoscalers, "ClusterAutoscaler",
                        &objects::FoundClusterAutoscaler::autoscaler, &Request::mutable_cluster_autoscaler);
  const std::vector<objects::FoundMachineAutoscaler>& bounds = inventory.machines.machine_autoscalers;
  const std::vector<std::vector<std::string>> sharers = TargetSharers(bounds);
  const std::vector<v1::Finding> not_found = TargetsNotFound(inventory.machines);
  for (size_t i = 0; i < bounds.size(); ++i) validator.Validate(bounds[i], sharers[i], not_found[i]);
  ValidateUnreadableTargets(inventory, input, validations);
  ValidateClusters(inventory, environment.now(), validations);
  const int of_machine_sets = ValidateMachineSets(inventory.machines, *client, err, validations);
  return std::max(validator.exit_code(), of_machine_sets);
}

void Print(const std::vector<Validation>& validations, const objects::Inventory& inventory, OutputFormat format,
           Screen& out) {
  PrintResult(
      format, out, [&] { return ValidationJson(validations, inventory); },
      [&] { PrintValidationNames(validations, out); },
      [&](bool wide) {
        if (!validations.empty()) PrintValidations(validations, inventory, wide, out);
      });
}

bool IsNothingToValidate(const objects::Inventory& inventory) {
  return inventory.configurations.empty() && inventory.replicas.autoscalers.empty() &&
         inventory.cpu.infrastructures.empty() && inventory.cpu.kubelet_configs.empty() &&
         inventory.machines.autoscalers.empty() && inventory.machines.authentications.empty() &&
         inventory.machines.cluster_autoscalers.empty() && inventory.machines.machine_autoscalers.empty() &&
         absl::c_none_of(inventory.machines.scaling_targets, HasNodeGroupBounds) &&
         absl::c_all_of(inventory.clusters,
                        [](const objects::HostedCluster& cluster) { return cluster.overrides.positions.empty(); });
}

int Validate(ValidateFlags flags, Environment& environment) {
  ClusterFlags& cluster = flags.source.cluster;
  if (cluster.all_namespaces) cluster.name_space.clear();
  Inputs inputs;
  const int unread =
      ReadSource(flags.source, environment.err, inputs, objects::kValidatedKinds,
                 objects::kScaledKinds.With({objects::ObjectKind::kDaemonSet, objects::ObjectKind::kCapacityNode}),
                 objects::MistypedValues::kReportAll);
  if (unread != kExitFine) return unread;
  std::vector<Validation> validations;
  int failures = kExitFine;
  const bool is_empty = IsNothingToValidate(inputs.inventory);
  if (is_empty && inputs.inventory.problems.empty()) {
    PrintNothing("object to validate, such as a ClusterSizingConfiguration or a HorizontalPodAutoscaler", inputs,
                 environment.err);
  } else if (!is_empty) {
    failures = ValidateObjects(flags, inputs, validations, environment);
  }
  if (failures == kWrongFlags) return failures;
  for (Validation& validation : validations) SortBySeverity(validation.response);
  Print(validations, inputs.inventory, flags.output, environment.out);
  int exit_code = std::max(inputs.exit_code, failures);
  for (const Validation& validation : validations) {
    exit_code = std::max(exit_code, ExitCodeOf(validation.response.findings(), flags.fail_on));
  }
  return exit_code;
}

}  // namespace

Verb AddValidate(CLI::App& root) {
  CLI::App* app = root.add_subcommand(
      "validate", "Report errors of configurations and autoscalers, with their places in the files");
  auto flags = std::make_shared<ValidateFlags>();
  AddAutoscalerSource(*app, flags->source, true);
  AddCpuPolicy(*app, flags->cpu_policy);
  AddKubernetesVersion(*app, flags->kubernetes_version);
  AddResponse(*app, *flags);
  app->footer(
      "validate -f deploy/examples/fleet\n"
      "validate -f deploy/examples/fleet --fail-on=warning -o json\n"
      "validate -f deploy/examples/replicas/hpa.yaml");
  return {app, [flags](Environment& environment) {
            return ForgiveFindings(Validate(*flags, environment), flags->exit_zero);
          }};
}

}  // namespace cpsizer::cli
