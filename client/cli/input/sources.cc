#include "client/cli/input/sources.h"

#include <cstddef>

#include "absl/strings/match.h"

namespace cpsizer::cli {
namespace {

bool IsObjectPath(absl::string_view path) {
  for (const absl::string_view root : {"spec", "metadata", "kind", "apiVersion"}) {
    if (!absl::StartsWith(path, root)) continue;
    const absl::string_view rest = path.substr(root.size());
    if (rest.empty() || rest.front() == '.' || rest.front() == '[') return true;
  }
  return false;
}

}  // namespace

absl::optional<objects::Place> PlaceIn(const objects::FoundObject* object, absl::string_view path) {
  if (object == nullptr) return absl::nullopt;
  return objects::Place{object->file, object->PositionOf(path)};
}

absl::optional<objects::Place> ObjectPlaces::PlaceOf(absl::string_view path) const {
  // A path that begins with a misspelt field, such as `spce`, is also a path in the object.
  if (!IsObjectPath(path) && !object_.positions.contains(path)) return absl::nullopt;
  return PlaceIn(&object_, path);
}

absl::optional<objects::Place> Sources::PlaceOf(absl::string_view path) const {
  if (auto place = ObjectPlaces(configuration).PlaceOf(path)) return place;
  // The conditions of the configuration. The status of a VPA is at `vpaStatus`.
  if (absl::StartsWith(path, "status.")) return PlaceIn(&configuration, path);
  const absl::optional<size_t> index = TakeItem("machineSets", path);
  if (!index.has_value() || *index >= machine_sets.size()) return absl::nullopt;
  return PlaceIn(&machine_sets[*index], path);
}

google::protobuf::RepeatedPtrField<v1::MachineSet> Sources::MachineSets() const {
  google::protobuf::RepeatedPtrField<v1::MachineSet> messages;
  messages.Reserve(static_cast<int>(machine_sets.size()));
  for (const objects::FoundMachineSet& found : machine_sets) *messages.Add() = found.machine_set;
  return messages;
}

Sources SourcesWith(const objects::FoundConfiguration& found, const objects::Inventory& with,
                    const objects::Inventory& now) {
  return {found, with.machine_sets.empty() ? now.machine_sets : with.machine_sets};
}

}  // namespace cpsizer::cli
