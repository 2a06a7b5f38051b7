#include "server/engine/cluster_autoscaler/operator_status.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/cluster_autoscaler_settings.h"
#include "cpsizer/limits.h"
#include "server/engine/base/text.h"
#include "server/engine/cluster_autoscaler/validate/check_machine_autoscaler.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kMissingDependency = "MissingDependency";
constexpr absl::string_view kUnableToCheck = "UnableToCheckAutoscalers";
constexpr absl::string_view kSyncing = "SyncingResources";
constexpr absl::string_view kAsExpected = "AsExpected";
// The operator reports a failure after this number of consecutive failed checks, from kDelayedDegraded on.
constexpr int kReportedFailures = 3;

// The result of one check. `degraded` and `progressing` are never both set.
struct Check {
  bool degraded = false;
  bool progressing = false;
  absl::string_view reason;
  std::string message;
  bool writes_version = false;
};

bool HasCondition(const v1::ClusterAutoscalerOperatorObservation& observation, absl::string_view type,
                  absl::string_view status) {
  const auto& conditions = observation.machine_api_conditions();
  return std::any_of(conditions.begin(), conditions.end(), [&](const v1::Condition& condition) {
    return condition.type() == type && condition.status() == status;
  });
}

int64_t NumberAt(const v1::ClusterAutoscalerCurrentObject& object, const std::string& path) {
  const auto field = object.fields().find(path);
  int64_t number = 0;
  return field != object.fields().end() && absl::SimpleAtoi(field->second, &number) ? number : 0;
}

bool IsUpToDate(const v1::ClusterAutoscalerCurrentObject& deployment, absl::string_view version) {
  const auto release = deployment.fields().find("metadata.annotations[release.openshift.io/version]");
  return release != deployment.fields().end() && release->second == version &&
         NumberAt(deployment, "status.observedGeneration") >= NumberAt(deployment, "metadata.generation") &&
         NumberAt(deployment, "status.updatedReplicas") == NumberAt(deployment, "status.replicas") &&
         NumberAt(deployment, "status.availableReplicas") != 0;
}

Check Degraded(absl::string_view reason, std::string message) {
  return {true, false, reason, std::move(message)};
}

std::string Reported(absl::string_view error) {
  return CutText(error, kMaxReportedTextBytes);
}

Check CheckVersions(absl::string_view reported, const PlanSettings& settings) {
  const absl::string_view version = settings.release_version;
  if (!reported.empty() && settings.Has(ReleaseFact::kVersionProgress)) {
    const absl::optional<ReleaseVersion> current = ParseReleaseVersion(reported);
    if (!current.has_value()) {
      return Degraded(kUnableToCheck, absl::StrCat("error checking version upgrade: the current version \"",
                                                   Quoted(reported), "\" is not a semantic version"));
    }
    if (settings.release < *current || *current < settings.release) {
      return {false, true, kSyncing, absl::StrCat("upgrading operator version to ", version), true};
    }
  }
  return {false, false, kAsExpected, absl::StrCat("at version ", version), true};
}

Check CheckOperands(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings,
                    const v1::ClusterAutoscalerCurrentObject* deployment) {
  const absl::string_view version = settings.release_version;
  const v1::ClusterAutoscalerOperatorObservation& observation = request.observation();
  if (!observation.machine_api_error().empty()) {
    return Degraded(kMissingDependency,
                    absl::StrCat("error checking machine-api status: ", Reported(observation.machine_api_error())));
  }
  if (!HasCondition(observation, "Available", "True") || !HasCondition(observation, "Degraded", "False")) {
    return Degraded(kMissingDependency, "machine-api not ready");
  }
  if (!observation.autoscaler_error().empty()) {
    return Degraded(kUnableToCheck,
                    absl::StrCat("error checking autoscaler status: ", Reported(observation.autoscaler_error())));
  }
  if (request.has_cluster_autoscaler() && (deployment == nullptr || !IsUpToDate(*deployment, version))) {
    return {false, true, kSyncing, absl::StrCat("updating to ", version)};
  }
  return CheckVersions(observation.reported_version(), settings);
}

void AddCondition(absl::string_view type, bool is_true, absl::string_view reason, absl::string_view message,
                  v1::ClusterAutoscalerOperatorStatus& status) {
  v1::Condition& condition = *status.add_conditions();
  condition.set_type(std::string(type));
  condition.set_status(is_true ? "True" : "False");
  condition.set_reason(std::string(reason));
  condition.set_message(std::string(message));
}

// Adds the conditions. Only the condition that describes the result of the check has a reason and a message.
void AddConditions(const Check& check, v1::ClusterAutoscalerOperatorStatus& status) {
  const auto add = [&](absl::string_view type, bool is_true, bool is_about) {
    AddCondition(type, is_true, is_about ? check.reason : absl::string_view(),
                 is_about ? absl::string_view(check.message) : absl::string_view(), status);
  };
  add("Available", true, !check.degraded && !check.progressing);
  add("Progressing", check.progressing, check.progressing);
  add("Degraded", check.degraded, check.degraded);
  add("Upgradeable", true, false);
}

class RelatedObjects {
 public:
  explicit RelatedObjects(v1::ClusterAutoscalerOperatorStatus& status) : status_(status) {}

  void Add(absl::string_view group, absl::string_view resource, absl::string_view name_space, absl::string_view name) {
    v1::ClusterAutoscalerRelatedObject& object = *status_.add_related_objects();
    object.set_group(std::string(group));
    object.set_resource(std::string(resource));
    object.set_namespace_(std::string(name_space));
    object.set_name(std::string(name));
  }

 private:
  v1::ClusterAutoscalerOperatorStatus& status_;
};

constexpr absl::string_view kMachine = "machine.openshift.io";

void AddMachines(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings,
                 RelatedObjects& objects) {
  absl::flat_hash_set<absl::string_view> targets;
  for (const v1::MachineAutoscaler& autoscaler : request.machine_autoscalers()) {
    const v1::CrossVersionObjectReference& target = autoscaler.spec().scale_target_ref();
    if (target.kind() != kTargetKind || !targets.insert(target.name()).second) continue;
    objects.Add(kMachine, "machinesets", settings.watch_namespace, target.name());
  }
  for (const std::string& machine : request.observation().machines()) {
    objects.Add(kMachine, "machines", settings.watch_namespace, machine);
  }
}

void AddRelatedObjects(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings,
                       v1::ClusterAutoscalerOperatorStatus& status) {
  constexpr absl::string_view kAutoscaling = "autoscaling.openshift.io";
  constexpr absl::string_view kRbac = "rbac.authorization.k8s.io";
  RelatedObjects objects(status);
  objects.Add(kAutoscaling, "machineautoscalers", settings.watch_namespace, "");
  objects.Add(kAutoscaling, "clusterautoscalers", settings.watch_namespace, "");
  if (settings.Has(ReleaseFact::kRelatedRoles)) {
    for (const char* role :
         {"cluster-autoscaler-operator", "cluster-autoscaler", "cluster-autoscaler-operator:cluster-reader"}) {
      objects.Add(kRbac, "clusterroles", "", role);
    }
    for (const char* binding : {"cluster-autoscaler-operator", "cluster-autoscaler"}) {
      objects.Add(kRbac, "clusterrolebindings", "", binding);
    }
  }
  if (settings.Has(ReleaseFact::kRelatedMachines)) AddMachines(request, settings, objects);
  absl::flat_hash_set<absl::string_view> namespaces;
  for (const absl::string_view name :
       {settings.watch_namespace, settings.leader_election_namespace, settings.name_space}) {
    if (namespaces.insert(name).second) objects.Add("", "namespaces", "", name);
  }
}

}  // namespace

void PlanOperatorStatus(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings,
                        const v1::ClusterAutoscalerCurrentObject* deployment,
                        v1::ClusterAutoscalerOperatorStatus& status) {
  const absl::string_view version = settings.release_version;
  Check check = CheckOperands(request, settings, deployment);
  if (check.degraded) {
    status.set_failures(std::min(request.observation().failures(), kReportedFailures - 1) + 1);
    if (status.failures() < kReportedFailures && settings.Has(ReleaseFact::kDelayedDegraded)) {
      check = {false, false, kAsExpected, "available, but observed potential degradations.", true};
    }
  }
  AddConditions(check, status);
  if (check.writes_version) {
    status.set_version(std::string(version));
    status.set_reset_progressing_time(request.observation().reported_version() != version);
  }
  AddRelatedObjects(request, settings, status);
}

}  // namespace cpsizer
