#include "client/cli/cluster_autoscaler/plan_input.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/sources.h"

namespace cpsizer::cli {
namespace {

const objects::FoundObject* FoundAt(const std::vector<const objects::FoundObject*>& objects, absl::string_view field,
                                    absl::string_view& path) {
  const absl::optional<size_t> item = TakeItem(field, path);
  return item.has_value() && *item < objects.size() ? objects[*item] : nullptr;
}

class PlanInputBuilder {
 public:
  PlanInputBuilder(Inputs& inputs, Screen& err) : inputs_(inputs), err_(err) {}

  absl::optional<PlanInput> Make(bool compares) {
    const objects::MachineObjects& machines = inputs_.inventory.machines;
    if (machines.cluster_autoscalers.empty() && machines.machine_autoscalers.empty() && machines.operands.empty()) {
      PrintNone("ClusterAutoscaler or MachineAutoscaler", inputs_, err_);
      return absl::nullopt;
    }
    if (!TakeOne(machines.cluster_autoscalers, "ClusterAutoscaler", input_.places.autoscaler) ||
        !TakeOne(inputs_.inventory.cpu.infrastructures, "Infrastructure", input_.places.infrastructure)) {
      return absl::nullopt;
    }
    TakeObjects(machines, compares);
    return is_readable_ ? absl::optional<PlanInput>(std::move(input_)) : absl::nullopt;
  }

 private:
  // Sets `taken` to the only object of `found`, if `found` is not empty. Prints an error and returns false if `found`
  // has several objects.
  template <typename Found>
  bool TakeOne(const std::vector<Found>& found, absl::string_view kind, const Found*& taken) {
    if (!IsAtMostOne(found.size(), kind, inputs_, err_)) return false;
    if (!found.empty()) taken = &found.front();
    return true;
  }

  // `prefix` is the path of the object in the request.
  void CheckFields(const objects::CheckedObject& found, absl::string_view prefix) {
    is_readable_ = IsDecidable(found, inputs_, err_) && is_readable_;
    AddReaderWarnings(found, prefix, input_.reader_warnings);
  }

  void TakeObjects(const objects::MachineObjects& machines, bool compares) {
    v1::PlanClusterAutoscalerRequest& request = input_.request;
    PlanPlaces& places = input_.places;
    if (places.autoscaler != nullptr) {
      CheckFields(*places.autoscaler, "clusterAutoscaler.");
      *request.mutable_cluster_autoscaler() = places.autoscaler->autoscaler;
    }
    if (places.infrastructure != nullptr) *request.mutable_infrastructure() = places.infrastructure->infrastructure;
    for (const objects::FoundMachineAutoscaler& found : machines.machine_autoscalers) {
      CheckFields(found, absl::StrCat("machineAutoscalers[", places.machine_autoscalers.size(), "]."));
      *request.add_machine_autoscalers() = found.autoscaler;
      places.machine_autoscalers.push_back(&found);
    }
    for (const objects::FoundScalingTarget& found : machines.scaling_targets) {
      *request.add_machine_sets() = found.machine_set;
      places.machine_sets.push_back(&found);
    }
    if (!compares) return;
    request.mutable_current()->mutable_objects()->Add(machines.operands.begin(), machines.operands.end());
  }

  Inputs& inputs_;
  Screen& err_;
  PlanInput input_;
  bool is_readable_ = true;
};

}  // namespace

absl::optional<objects::Place> PlanPlaces::PlaceOf(absl::string_view path) const {
  if (absl::ConsumePrefix(&path, "clusterAutoscaler.")) return PlaceIn(autoscaler, path);
  if (absl::ConsumePrefix(&path, "infrastructure.")) return PlaceIn(infrastructure, path);
  if (const auto* found = FoundAt(machine_autoscalers, "machineAutoscalers", path)) return PlaceIn(found, path);
  return PlaceIn(FoundAt(machine_sets, "machineSets", path), path);
}

absl::optional<PlanInput> MakePlanInput(Inputs& inputs, bool compares, Screen& err) {
  return PlanInputBuilder(inputs, err).Make(compares);
}

}  // namespace cpsizer::cli
