#include "client/cli/verbs/validate_machine_sets.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/make_finding.h"
#include "client/cli/input/namespaced_name.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
#include "client/objects/escape.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kBoundsPrefix = "machine.openshift.io/cluster-api-autoscaler-node-group-";

// Returns a plan request that has only the parts that decide the annotations of MachineSets.
v1::PlanClusterAutoscalerRequest RequestOf(const objects::MachineObjects& objects) {
  v1::PlanClusterAutoscalerRequest request;
  request.mutable_current();  // required if there is no MachineAutoscaler
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  for (const objects::FoundMachineAutoscaler& found : objects.machine_autoscalers) {
    *request.add_machine_autoscalers() = found.autoscaler;
  }
  for (const objects::FoundScalingTarget& found : objects.scaling_targets) {
    *request.add_machine_sets() = found.machine_set;
  }
  return request;
}

}  // namespace

std::vector<std::vector<std::string>> TargetSharers(const std::vector<objects::FoundMachineAutoscaler>& autoscalers) {
  absl::flat_hash_map<std::pair<std::string, std::string>, std::vector<size_t>> by_target;
  for (size_t i = 0; i < autoscalers.size(); ++i) {
    const v1::CrossVersionObjectReference& target = autoscalers[i].autoscaler.spec().scale_target_ref();
    if (!target.name().empty()) by_target[{target.kind(), target.name()}].push_back(i);
  }
  std::vector<std::vector<std::string>> sharers(autoscalers.size());
  for (const auto& [target, places] : by_target) {
    for (const size_t place : places) {
      for (const size_t other : places) {
        const v1::ObjectMeta& metadata = autoscalers[other].autoscaler.metadata();
        if (other != place) sharers[place].push_back(NamespacedName{metadata.namespace_(), metadata.name()}.Full());
      }
    }
  }
  return sharers;
}

std::vector<v1::Finding> TargetsNotFound(const objects::MachineObjects& objects) {
  std::vector<v1::Finding> findings(objects.machine_autoscalers.size());
  absl::flat_hash_set<absl::string_view> known, targets;
  for (const objects::FoundScalingTarget& found : objects.scaling_targets) {
    known.insert(found.machine_set.metadata().name());
  }
  for (const objects::FoundMachineAutoscaler& found : objects.machine_autoscalers) {
    targets.insert(found.autoscaler.spec().scale_target_ref().name());
  }
  std::vector<absl::string_view> free;
  for (const objects::FoundScalingTarget& found : objects.scaling_targets) {
    const std::string& name = found.machine_set.metadata().name();
    if (!targets.contains(name)) free.push_back(name);
  }
  if (free.empty()) return findings;
  for (size_t i = 0; i < findings.size(); ++i) {
    const v1::CrossVersionObjectReference& target = objects.machine_autoscalers[i].autoscaler.spec().scale_target_ref();
    if (target.kind() != "MachineSet" || target.name().empty() || known.contains(target.name())) continue;
    const absl::string_view nearest = server::NearestName(target.name(), free).value_or(free.front());
    findings[i] = MakeFinding(
        Rule::kTargetNotFound, "spec.scaleTargetRef.name", target.name(),
        absl::StrCat("the files have no MachineSet ", objects::QuotedValue(target.name()), ", and the MachineSet ",
                     objects::QuotedValue(nearest), " is the target of no MachineAutoscaler"));
  }
  return findings;
}

bool HasNodeGroupBounds(const objects::FoundScalingTarget& found) {
  const auto& annotations = found.machine_set.metadata().annotations();
  return std::any_of(annotations.begin(), annotations.end(),
                     [](const auto& annotation) { return absl::StartsWith(annotation.first, kBoundsPrefix); });
}

int ValidateMachineSets(const objects::MachineObjects& objects, BlockingService& client, Screen& err,
                        std::vector<Validation>& validations) {
  const std::vector<objects::FoundScalingTarget>& sets = objects.scaling_targets;
  if (sets.empty()) return kExitFine;
  const absl::StatusOr<v1::PlanClusterAutoscalerResponse> plan =
      client.Call(&SizingService::PlanClusterAutoscaler, RequestOf(objects));
  if (!plan.ok()) return ReportStatus(plan.status(), ObjectPlaces(sets.front()), sets.front().file, err);
  std::vector<v1::ValidateConfigResponse> responses(sets.size());
  for (const v1::Finding& finding : plan->findings()) {
    absl::string_view path = finding.path();
    const absl::optional<size_t> index = TakeItem("machineSets", path);
    if (!index.has_value() || *index >= sets.size()) continue;
    v1::Finding& added = *responses[*index].add_findings();
    added = finding;
    added.set_path(std::string(path));
  }
  for (size_t i = 0; i < sets.size(); ++i) {
    if (responses[i].findings().empty() && !HasNodeGroupBounds(sets[i])) continue;
    const auto& findings = responses[i].findings();
    responses[i].set_valid(std::none_of(findings.begin(), findings.end(), [](const v1::Finding& finding) {
      return finding.severity() == v1::SEVERITY_ERROR;
    }));
    responses[i].set_decidable(responses[i].valid());
    const v1::ObjectMeta& metadata = sets[i].machine_set.metadata();
    validations.push_back({sets[i].file,
                           "MachineSet",
                           {metadata.namespace_(), metadata.name()},
                           std::make_unique<const ObjectPlaces>(sets[i]),
                           std::move(responses[i])});
  }
  return kExitFine;
}

}  // namespace cpsizer::cli
