#include "client/cli/machine/simulated_machines.h"

#include <google/protobuf/util/json_util.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/objects/machine_objects.h"

namespace cpsizer::cli {
namespace {

// Returns the text of the key, or an empty text if the key is absent.
std::string TextOf(const nlohmann::json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_string()) return "";
  return object[key].get<std::string>();
}

// Applies the operations of a patch that set a field of the provider spec. Returns false if the patch does not have the
// form that cpsizer writes.
bool ApplyPatch(const std::string& patch, v1::ControlPlaneMachineProviderSpec& spec) {
  const nlohmann::json operations = nlohmann::json::parse(patch, nullptr, /*allow_exceptions=*/false);
  if (!operations.is_array()) return false;
  nlohmann::json changed = nlohmann::json::object();
  for (const nlohmann::json& operation : operations) {
    const std::string path = TextOf(operation, "path");
    absl::string_view field = path;
    if (TextOf(operation, "op") == "test") continue;
    if (!absl::ConsumePrefix(&field, objects::kProviderSpecPointer) || !operation.contains("value")) return false;
    changed[std::string(field)] = operation["value"];
  }
  v1::ControlPlaneMachineProviderSpec fields;
  if (!google::protobuf::util::JsonStringToMessage(changed.dump(), &fields).ok()) return false;
  spec.MergeFrom(fields);
  return true;
}

}  // namespace

SimulatedMachines::SimulatedMachines(const v1::ControlPlaneMachineSet& machine_set, const v1::MachineLadderSize& size,
                                     absl::Duration rollout)
    : machine_set_(machine_set), size_(size), rollout_(rollout) {
  const int32_t replicas = machine_set_.spec().replicas();
  nodes_.resize(static_cast<size_t>(replicas));
  updated_ = nodes_.size();
  for (SimulatedNode& node : nodes_) {
    node.size = size;
    NameNode(node);
  }
  v1::ControlPlaneMachineSetStatus status;
  status.set_observed_generation(machine_set_.metadata().generation());
  status.set_replicas(replicas);
  status.set_ready_replicas(replicas);
  status.set_updated_replicas(replicas);
  *machine_set_.mutable_status() = status;
}

void SimulatedMachines::AdvanceTo(absl::Time time) {
  for (; updated_ < nodes_.size(); ++updated_) {
    const auto part = static_cast<int64_t>(updated_) + 1;
    const absl::Time due = rollout_start_ + rollout_ * part / static_cast<int64_t>(nodes_.size());
    if (due > time) break;
    SimulatedNode& node = nodes_[updated_];
    node.size = size_;
    node.since = due;
    NameNode(node);
  }
  machine_set_.mutable_status()->set_updated_replicas(static_cast<int32_t>(updated_));
}

absl::Status SimulatedMachines::Resize(const std::string& patch, const v1::MachineLadderSize& size, absl::Time time) {
  v1::ControlPlaneMachineProviderSpec& spec = *machine_set_.mutable_spec()
                                                   ->mutable_template_()
                                                   ->mutable_machines_v1beta1_machine_openshift_io()
                                                   ->mutable_spec()
                                                   ->mutable_provider_spec()
                                                   ->mutable_value();
  if (!ApplyPatch(patch, spec)) {
    return absl::InternalError(
        "the patch of the response is not one of the provider spec; the server may have another "
        "version than this command");
  }
  size_ = size;
  rollout_start_ = time;
  updated_ = 0;
  AdvanceTo(time);
  return absl::OkStatus();
}

void SimulatedMachines::NameNode(SimulatedNode& node) {
  node.samples.Clear();
  node.samples.set_node(absl::StrCat("master-", named_++));
}

}  // namespace cpsizer::cli
