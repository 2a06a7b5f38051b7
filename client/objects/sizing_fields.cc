#include "client/objects/sizing_fields.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/objects/hypershift.h"
#include "client/tree/node.h"
#include "client/tree/parse_json.h"

namespace cpsizer::objects {
namespace {

using tree::Node;

constexpr absl::string_view kAllSizes = "spec.resourceBasedAutoscaling.";
constexpr absl::string_view kSizes = "spec.sizes[";
constexpr absl::string_view kOneSize = "spec.sizes[].capacity.";
constexpr absl::string_view kMemoryFraction = "kubeAPIServerMemoryFraction";
constexpr absl::string_view kCpuFraction = "kubeAPIServerCPUFraction";

// Returns the beginning of the paths of the size `name`.
std::string PathOfSize(absl::string_view name) {
  return absl::StrCat(kSizes, name, "].capacity.");
}

// Adds the fields of `fractions` to `fields`: an object of the annotation with fractions.
void AddFractions(const Node& fractions, absl::string_view parent, FieldPaths& fields) {
  for (const absl::string_view fraction : {kMemoryFraction, kCpuFraction}) {
    if (!tree::Find(fractions, {fraction}).is_null()) fields.insert(absl::StrCat(parent, fraction));
  }
}

}  // namespace

FieldPaths FieldsInSchema() {
  FieldPaths fields;
  for (const absl::string_view fraction : {kMemoryFraction, kCpuFraction}) {
    fields.insert(absl::StrCat(kAllSizes, fraction));
    fields.insert(absl::StrCat(kOneSize, fraction));
  }
  for (const char* capacity : {"memory", "cpu"}) fields.insert(absl::StrCat(kOneSize, capacity));
  return fields;
}

absl::optional<absl::string_view> SizeIn(absl::string_view path) {
  if (!absl::ConsumePrefix(&path, kSizes)) return absl::nullopt;
  return path.substr(0, path.rfind(']'));
}

std::string InSchema(absl::string_view path) {
  if (!SizeIn(path).has_value()) return std::string(path);
  return absl::StrCat(kOneSize, path.substr(path.rfind('.') + 1));
}

FieldPaths FieldsOf(const v1::ClusterSizingConfigurationSpec& spec) {
  FieldPaths fields;
  const auto add = [&fields](bool has, absl::string_view parent, absl::string_view field) {
    if (has) fields.insert(absl::StrCat(parent, field));
  };
  const v1::ResourceBasedAutoscalingConfiguration& all = spec.resource_based_autoscaling();
  add(all.has_kube_api_server_memory_fraction(), kAllSizes, kMemoryFraction);
  add(all.has_kube_api_server_cpu_fraction(), kAllSizes, kCpuFraction);
  for (const v1::SizeConfiguration& size : spec.sizes()) {
    const std::string path = PathOfSize(size.name());
    add(size.capacity().has_memory(), path, "memory");
    add(size.capacity().has_cpu(), path, "cpu");
    add(size.capacity().has_kube_api_server_memory_fraction(), path, kMemoryFraction);
    add(size.capacity().has_kube_api_server_cpu_fraction(), path, kCpuFraction);
  }
  return fields;
}

std::string FractionsOf(const v1::ClusterSizingConfiguration& config) {
  const auto& annotations = config.metadata().annotations();
  const auto found = annotations.find(kFractionsAnnotation);
  return found == annotations.end() ? "" : found->second;
}

FieldPaths FieldsOfAnnotation(absl::string_view fractions) {
  FieldPaths fields;
  const Node node = tree::ParseJson(fractions);
  AddFractions(node, kAllSizes, fields);
  for (const tree::Entry& size : tree::Find(node, {"sizes"}).entries) {
    AddFractions(size.value, PathOfSize(size.key), fields);
  }
  return fields;
}

bool SaysNone(absl::string_view fractions) {
  const Node node = tree::ParseJson(fractions);
  return node.is_map() && node.entries.empty();
}

FieldPaths FieldsNamedBy(const v1::Condition& condition) {
  const FieldPaths all = FieldsInSchema();
  FieldPaths fields;
  if (condition.status() != "False") return fields;
  for (const absl::string_view word : absl::StrSplit(condition.message(), absl::ByAnyChar(" ,;"))) {
    if (all.contains(InSchema(word))) fields.insert(std::string(word));
  }
  return fields;
}

}  // namespace cpsizer::objects
