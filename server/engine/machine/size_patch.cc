#include "server/engine/machine/size_patch.h"

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kProviderSpecPointer =
    "/spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value/";
constexpr absl::string_view kResourceVersionPointer = "/metadata/resourceVersion";

// Returns the value as JSON, with the type that it has in the provider spec.
std::string JsonValue(const SizeField& field, const SizeValue& value) {
  const bool is_number = field.kind == SizeFieldKind::kInt32 || field.kind == SizeFieldKind::kInt64;
  return is_number ? absl::StrCat(value.number) : JsonString(value.text);
}

void AddOperation(absl::string_view operation, absl::string_view path, absl::string_view json, std::string& patch) {
  absl::StrAppend(&patch, patch.empty() ? "[" : ",", "{\"op\":\"", operation, "\",\"path\":\"", path,
                  "\",\"value\":", json, "}");
}

}  // namespace

std::string SizePatch(const PlatformInfo& platform, const std::vector<SizeValue>& machine, const MachineSize& target,
                      absl::string_view resource_version) {
  std::string patch;
  if (!resource_version.empty()) AddOperation("test", kResourceVersionPointer, JsonString(resource_version), patch);
  for (size_t i = 0; i < machine.size(); ++i) {
    const SizeField& field = platform.fields[i];
    if (machine[i].given) {
      AddOperation("test", absl::StrCat(kProviderSpecPointer, field.name), JsonValue(field, machine[i]), patch);
    }
  }
  for (size_t i = 0; i < machine.size(); ++i) {
    const SizeField& field = platform.fields[i];
    if (!target.values[i].given) continue;
    AddOperation(machine[i].given ? "replace" : "add", absl::StrCat(kProviderSpecPointer, field.name),
                 JsonValue(field, target.values[i]), patch);
  }
  return patch + "]";
}

}  // namespace cpsizer
