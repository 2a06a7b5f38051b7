#include "client/cli/machine/machine_input.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/sources.h"
#include "client/objects/node_samples.h"

namespace cpsizer::cli {
namespace {

// Returns the only object of a list. Prints an error and returns null if the list is empty or has several objects.
template <typename Found>
const Found* OnlyObject(const std::vector<Found>& found, absl::string_view kind, Inputs& inputs, Screen& err) {
  if (found.empty()) PrintNone(kind, inputs, err);
  if (found.empty() || !IsAtMostOne(found.size(), kind, inputs, err)) return nullptr;
  return &found.front();
}

// Adds the nodes to the request, and their metrics as samples.
class SampleBuilder {
 public:
  // All arguments must outlive this.
  SampleBuilder(Inputs& inputs, MachineInput& input, Screen& err) : inputs_(inputs), input_(input), err_(err) {}

  // Prints an error and returns false if a capacity or a usage cannot be read.
  bool Make() {
    const std::vector<objects::FoundNode>& nodes = inputs_.inventory.cpu.nodes;
    const bool has_roles =
        std::any_of(nodes.begin(), nodes.end(), [](const objects::FoundNode& found) { return found.of_control_plane; });
    if (!has_roles && !nodes.empty()) {
      PrintNote("no Node has the label node-role.kubernetes.io/control-plane, so all Nodes count", err_);
    }
    bool read = true;
    for (const objects::FoundNode& found : nodes) {
      if (found.of_control_plane || !has_roles) read = Check(AddNode(found), found.place) && read;
    }
    for (const objects::FoundNodeMetrics& found : inputs_.inventory.machines.node_metrics) {
      read = Check(AddSample(found), found.place) && read;
    }
    return read;
  }

 private:
  bool Check(const absl::Status& status, const objects::Place& place) {
    if (status.ok()) return true;
    PrintError(absl::StrCat(objects::PlaceText(place.file, place.position), ": ", status.message()), err_);
    inputs_.exit_code = std::max(inputs_.exit_code, kExitFindings);
    return false;
  }

  absl::Status AddNode(const objects::FoundNode& found) {
    const std::string& name = found.node.metadata().name();
    if (!indexes_.try_emplace(name, capacities_.size()).second) return absl::OkStatus();
    input_.request.add_nodes(name);
    input_.request.add_samples()->set_node(name);
    input_.places.nodes.push_back(found.place);
    return objects::ReadNodeCapacity(found.node, capacities_.emplace_back());
  }

  absl::Status AddSample(const objects::FoundNodeMetrics& found) {
    const auto index = indexes_.find(found.node);
    if (index == indexes_.end()) return absl::OkStatus();
    return objects::AddNodeMetrics(found, capacities_[index->second],
                                   *input_.request.mutable_samples(static_cast<int>(index->second)));
  }

  Inputs& inputs_;
  MachineInput& input_;
  Screen& err_;
  absl::flat_hash_map<std::string, size_t> indexes_;
  std::vector<objects::NodeCapacity> capacities_;
};

}  // namespace

absl::optional<objects::Place> MachinePlaces::PlaceOf(absl::string_view path) const {
  if (absl::ConsumePrefix(&path, "controlPlaneMachineSet.")) return PlaceIn(machine_set, path);
  if (const auto index = TakeItem("nodes", path)) return PlaceAt(nodes, index);
  return ObjectPlaces(*autoscaler).PlaceOf(path);
}

absl::optional<MachineInput> MakeMachineInputWithoutNodes(Inputs& inputs, Screen& err) {
  const objects::MachineObjects& machines = inputs.inventory.machines;
  MachineInput input;
  input.places.autoscaler = OnlyObject(machines.autoscalers, "ControlPlaneMachineSetAutoscaler", inputs, err);
  if (input.places.autoscaler == nullptr) return absl::nullopt;
  if (!IsDecidable(*input.places.autoscaler, inputs, err)) return absl::nullopt;
  AddReaderWarnings(*input.places.autoscaler, "", input.reader_warnings);
  input.places.machine_set = OnlyObject(machines.machine_sets, "ControlPlaneMachineSet", inputs, err);
  if (input.places.machine_set == nullptr) return absl::nullopt;
  *input.request.mutable_control_plane_machine_set_autoscaler() = input.places.autoscaler->autoscaler;
  *input.request.mutable_control_plane_machine_set() = input.places.machine_set->machine_set;
  return input;
}

absl::optional<MachineInput> MakeMachineInput(Inputs& inputs, Screen& err) {
  absl::optional<MachineInput> input = MakeMachineInputWithoutNodes(inputs, err);
  if (input.has_value() && !SampleBuilder(inputs, *input, err).Make()) return absl::nullopt;
  return input;
}

}  // namespace cpsizer::cli
