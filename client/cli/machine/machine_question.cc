#include "client/cli/machine/machine_question.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/base/complain.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/input/sources.h"

namespace cpsizer::cli {
namespace {

// Returns the one object of a list; null after a message if there is none or there are several.
template <typename Found>
const Found* TheOne(const std::vector<Found>& found, absl::string_view kind, Inputs& inputs, Screen& err) {
  if (found.size() == 1) return &found.front();
  if (found.empty()) {
    SayNone(kind, inputs, err);
  } else {
    inputs.exit_code = std::max(inputs.exit_code, kExitUsage);
    ComplainError(absl::StrCat(inputs.source, " hold ", found.size(), " objects of kind ", kind, "; keep one of them"),
                  err);
  }
  return nullptr;
}

bool HasOnlyKnownFields(const objects::FoundMachineAutoscaler& found, Inputs& inputs, Screen& err) {
  for (const v1::Finding& finding : found.unknown_fields) {
    ComplainFinding(finding, ObjectPlaces(found), found.file, err);
    inputs.exit_code = std::max(inputs.exit_code, kExitFindings);
  }
  return found.unknown_fields.empty();
}

std::string Amount(const google::protobuf::Map<std::string, std::string>& amounts, const char* resource) {
  const auto amount = amounts.find(resource);
  return amount == amounts.end() ? "" : amount->second;
}

// Adds the nodes, and their metrics as samples.
class SampleMaker {
 public:
  // Both must outlive this.
  SampleMaker(const objects::Inventory& inventory, MachineQuestion& question)
      : inventory_(inventory), question_(question) {}

  void Make(Screen& err) {
    const std::vector<objects::FoundNode>& nodes = inventory_.cpu.nodes;
    const bool has_roles =
        std::any_of(nodes.begin(), nodes.end(), [](const objects::FoundNode& found) { return found.of_control_plane; });
    if (!has_roles && !nodes.empty()) {
      ComplainNote("no Node has the label node-role.kubernetes.io/control-plane, so all Nodes count", err);
    }
    for (const objects::FoundNode& found : nodes) {
      if (found.of_control_plane || !has_roles) AddNode(found);
    }
    for (const objects::FoundNodeMetrics& found : inventory_.machines.node_metrics) AddSample(found);
  }

 private:
  void AddNode(const objects::FoundNode& found) {
    const std::string& name = found.node.metadata().name();
    if (!indexes_.try_emplace(name, question_.places.nodes.size()).second) return;
    question_.request.add_nodes(name);
    question_.request.add_samples()->set_node(name);
    question_.places.nodes.push_back(found.place);
    question_.places.samples.emplace_back();
    capacities_.push_back(&found.node.status().capacity());
  }

  void AddSample(const objects::FoundNodeMetrics& found) {
    const auto index = indexes_.find(found.node);
    if (index == indexes_.end()) return;
    const auto& capacity = *capacities_[index->second];
    v1::MachineSample& sample = *question_.request.mutable_samples(static_cast<int>(index->second))->add_samples();
    sample.set_timestamp(found.timestamp);
    sample.set_window(found.window);
    sample.set_cpu_usage(Amount(found.metrics.usage(), "cpu"));
    sample.set_cpu_capacity(Amount(capacity, "cpu"));
    sample.set_memory_usage(Amount(found.metrics.usage(), "memory"));
    sample.set_memory_capacity(Amount(capacity, "memory"));
    question_.places.samples[index->second].push_back(found.place);
  }

  const objects::Inventory& inventory_;
  MachineQuestion& question_;
  absl::flat_hash_map<std::string, size_t> indexes_;
  std::vector<const google::protobuf::Map<std::string, std::string>*> capacities_;
};

}  // namespace

absl::optional<objects::Place> MachinePlaces::PlaceOf(absl::string_view path) const {
  if (absl::ConsumePrefix(&path, "controlPlaneMachineSet.")) {
    return objects::Place{machine_set->file, machine_set->PositionOf(path)};
  }
  if (const auto index = TakeItem("nodes", path)) return PlaceAt(nodes, index);
  if (const auto index = TakeItem("samples", path)) {
    const absl::optional<size_t> sample = TakeItem("samples", path);
    // The capacity is that of the Node.
    if (absl::EndsWith(path, "Capacity")) return PlaceAt(nodes, index);
    return *index < samples.size() ? PlaceAt(samples[*index], sample) : absl::nullopt;
  }
  return ObjectPlaces(*autoscaler).PlaceOf(path);
}

absl::optional<MachineQuestion> MakeMachineQuestionWithoutNodes(Inputs& inputs, Screen& err) {
  const objects::MachineObjects& machines = inputs.inventory.machines;
  MachineQuestion question;
  question.places.autoscaler = TheOne(machines.autoscalers, "ControlPlaneMachineSetAutoscaler", inputs, err);
  if (question.places.autoscaler == nullptr) return absl::nullopt;
  if (!HasOnlyKnownFields(*question.places.autoscaler, inputs, err)) return absl::nullopt;
  question.places.machine_set = TheOne(machines.machine_sets, "ControlPlaneMachineSet", inputs, err);
  if (question.places.machine_set == nullptr) return absl::nullopt;
  *question.request.mutable_control_plane_machine_set_autoscaler() = question.places.autoscaler->autoscaler;
  *question.request.mutable_control_plane_machine_set() = question.places.machine_set->machine_set;
  return question;
}

absl::optional<MachineQuestion> MakeMachineQuestion(Inputs& inputs, Screen& err) {
  absl::optional<MachineQuestion> question = MakeMachineQuestionWithoutNodes(inputs, err);
  if (question.has_value()) SampleMaker(inputs.inventory, *question).Make(err);
  return question;
}

}  // namespace cpsizer::cli
