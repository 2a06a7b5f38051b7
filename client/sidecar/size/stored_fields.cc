#include "client/sidecar/size/stored_fields.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/kube/json.h"
#include "client/kube/quoted.h"
#include "client/objects/hypershift.h"
#include "client/tree/parse_json.h"

namespace cpsizer::sidecar {
namespace {

using tree::Node;

constexpr absl::string_view kVersion = "v1alpha1";
constexpr size_t kMaxSchemaErrorBytes = 300;

constexpr absl::string_view kAllSizes = "spec.resourceBasedAutoscaling.";
constexpr absl::string_view kSizes = "spec.sizes[";
constexpr absl::string_view kOneSize = "spec.sizes[].capacity.";
constexpr absl::string_view kMemoryFraction = "kubeAPIServerMemoryFraction";
constexpr absl::string_view kCpuFraction = "kubeAPIServerCPUFraction";

// Returns the paths of all fields that decisions read and that a schema may not have.
FieldPaths AllFields() {
  FieldPaths fields;
  for (const absl::string_view fraction : {kMemoryFraction, kCpuFraction}) {
    fields.insert(absl::StrCat(kAllSizes, fraction));
    fields.insert(absl::StrCat(kOneSize, fraction));
  }
  for (const char* capacity : {"memory", "cpu"}) fields.insert(absl::StrCat(kOneSize, capacity));
  return fields;
}

// Returns the beginning of the paths of the size `name`.
std::string PathOfSize(absl::string_view name) {
  return absl::StrCat(kSizes, name, "].capacity.");
}

// Returns the name of the size in `path`, or nullopt if the field is for all sizes.
absl::optional<absl::string_view> SizeIn(absl::string_view path) {
  if (!absl::ConsumePrefix(&path, kSizes)) return absl::nullopt;
  return path.substr(0, path.rfind(']'));
}

// Returns the path in the schema of the field at `path`, such as `spec.sizes[].capacity.cpu`.
std::string InSchema(absl::string_view path) {
  if (!SizeIn(path).has_value()) return std::string(path);
  return absl::StrCat(kOneSize, path.substr(path.rfind('.') + 1));
}

// Returns the fields that are for all sizes, or for a size of `spec`. A person has removed the other sizes, because
// each schema stores sizes.
FieldPaths OfPresentSizes(const FieldPaths& fields, const v1::ClusterSizingConfigurationSpec& spec) {
  FieldPaths present;
  for (const std::string& field : fields) {
    const absl::optional<absl::string_view> name = SizeIn(field);
    const bool has = !name.has_value() || std::any_of(spec.sizes().begin(), spec.sizes().end(),
                                                      [&](const auto& size) { return size.name() == *name; });
    if (has) present.insert(field);
  }
  return present;
}

// Returns whether an object of the JSON schema `schema` can have the field at `path`.
bool HasField(const Node& schema, absl::string_view path) {
  const Node* node = &schema;
  for (absl::string_view step : absl::StrSplit(path, '.')) {
    const Node& keeps_all = tree::Find(*node, {"x-kubernetes-preserve-unknown-fields"});
    if (keeps_all.kind == tree::NodeKind::kBool && keeps_all.integer != 0) return true;
    const bool list = absl::ConsumeSuffix(&step, "[]");
    node = &tree::Find(*node, {"properties", step});
    if (list) node = &tree::Find(*node, {"items"});
  }
  return !node->is_null();
}

// Adds the fields of `fractions` to `fields`: an object of the annotation with fractions.
void AddFractions(const Node& fractions, absl::string_view parent, FieldPaths& fields) {
  for (const absl::string_view fraction : {kMemoryFraction, kCpuFraction}) {
    if (!tree::Find(fractions, {fraction}).is_null()) fields.insert(absl::StrCat(parent, fraction));
  }
}

// Returns the fields whose values are in the annotation. The service validates the annotation.
FieldPaths FieldsOfAnnotation(absl::string_view annotation) {
  FieldPaths fields;
  const Node fractions = tree::ParseJson(annotation);
  AddFractions(fractions, kAllSizes, fields);
  for (const tree::Entry& size : tree::Find(fractions, {"sizes"}).entries) {
    AddFractions(size.value, PathOfSize(size.key), fields);
  }
  return fields;
}

// Returns whether the annotation is an empty object, with which a person declares that the configuration has no
// fractions.
bool SaysNone(absl::string_view annotation) {
  const Node fractions = tree::ParseJson(annotation);
  return fractions.is_map() && fractions.entries.empty();
}

FieldPaths Without(const FieldPaths& fields, const FieldPaths& removed) {
  FieldPaths rest;
  std::set_difference(fields.begin(), fields.end(), removed.begin(), removed.end(), std::inserter(rest, rest.end()));
  return rest;
}

// Returns a text that is the same for the same text in all processes: the 64-bit FNV-1a hash.
std::string FingerprintOf(absl::string_view text) {
  uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return text.empty() ? "" : absl::StrCat(absl::Hex(hash, absl::kZeroPad16));
}

std::string AnnotationOf(const Configuration& configuration) {
  const auto& annotations = configuration.config.metadata().annotations();
  const auto found = annotations.find(objects::kFractionsAnnotation);
  return found == annotations.end() ? "" : found->second;
}

FieldPaths FieldsIn(const Node& list) {
  const FieldPaths all = AllFields();
  FieldPaths fields;
  for (const Node& field : list.items) {
    if (all.contains(InSchema(field.text))) fields.insert(field.text);
  }
  return fields;
}

std::vector<std::string> ListOf(const FieldPaths& fields) {
  return {fields.begin(), fields.end()};
}

std::string Problem(const FieldPaths& lost, absl::string_view cause) {
  return absl::StrCat("the configuration no longer has ", absl::StrJoin(lost, ", "), ", and ", cause,
                      "; set all of them in its annotation ", objects::kFractionsAnnotation,
                      " ({} means that there are none), or apply a CustomResourceDefinition ", kConfigurationCrd,
                      " that has these fields and then the configuration with their values");
}

}  // namespace

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

absl::StatusOr<FieldPaths> FieldsOfSchema(const Node& crd) {
  for (const Node& version : tree::Find(crd, {"spec", "versions"}).items) {
    const Node& schema = tree::Find(version, {"schema", "openAPIV3Schema"});
    if (tree::TextAt(version, {"name"}) != kVersion || schema.is_null()) continue;
    FieldPaths fields;
    for (const std::string& field : AllFields()) {
      if (HasField(schema, field)) fields.insert(field);
    }
    return fields;
  }
  return absl::InvalidArgumentError(absl::StrCat("it has no schema for the version ", kVersion));
}

void StoredFields::Restore(absl::string_view text) {
  const Node node = tree::ParseJson(text);
  State stored;
  stored.uid = std::string(tree::TextAt(node, {"uid"}));
  if (stored.uid.empty()) return;
  stored.generation = tree::NumberAt(node, {"generation"});
  stored.annotation = std::string(tree::TextAt(node, {"annotation"}));
  stored.fields = FieldsIn(tree::Find(node, {"fields"}));
  stored.pruned = FieldsIn(tree::Find(node, {"pruned"}));
  // This process may have started after the loss, so it may know fewer fields.
  if (stored.uid == known_.uid) {
    stored.fields.insert(known_.fields.begin(), known_.fields.end());
    stored.pruned.insert(known_.pruned.begin(), known_.pruned.end());
  }
  known_ = std::move(stored);
}

bool StoredFields::Observe(const Configuration& configuration) {
  const std::string annotation = AnnotationOf(configuration);
  observed_ = {configuration.uid,
               configuration.config.metadata().generation(),
               FieldsOf(configuration.config.spec()),
               {},
               FingerprintOf(annotation)};
  if (observed_.uid != known_.uid) known_ = observed_;
  const FieldPaths expected = OfPresentSizes(known_.fields, configuration.config.spec());
  lost_ = Without(Without(expected, observed_.fields), FieldsOfAnnotation(annotation));
  if (lost_.empty() || (observed_.annotation != known_.annotation && SaysNone(annotation))) {
    Accept();
    return false;
  }
  std::erase_if(known_.pruned, [this](const std::string& field) { return !lost_.contains(field); });
  if (observed_.generation == known_.generation) known_.pruned = lost_;
  if (known_.pruned != lost_) return true;
  HoldPruned();
  return false;
}

void StoredFields::SchemaRead(const absl::StatusOr<FieldPaths>& schema) {
  if (!schema.ok()) {
    problem_ = Problem(lost_, absl::StrCat("its schema cannot be read (",
                                           kube::OneLine(std::string(schema.status().message()), kMaxSchemaErrorBytes),
                                           "), so it is not known whether an edit has removed them"));
    return;
  }
  for (const std::string& field : lost_) {
    if (!schema->contains(InSchema(field))) known_.pruned.insert(field);
  }
  // The schema has the other fields, so an edit has removed them.
  known_.fields = Without(known_.fields, Without(lost_, known_.pruned));
  lost_ = known_.pruned;
  if (lost_.empty()) return Accept();
  HoldPruned();
}

void StoredFields::HoldPruned() {
  known_.generation = observed_.generation;
  problem_ = Problem(lost_,
                     "no edit has removed them: its CustomResourceDefinition was replaced by one that does not store "
                     "them");
}

void StoredFields::Accept() {
  known_ = observed_;
  lost_.clear();
  problem_.clear();
}

std::string StoredFields::text() const {
  if (known_.uid.empty()) return "";
  const kube::Json json = {{"uid", known_.uid},
                           {"generation", known_.generation},
                           {"fields", ListOf(known_.fields)},
                           {"pruned", ListOf(known_.pruned)},
                           {"annotation", known_.annotation}};
  return json.dump();
}

}  // namespace cpsizer::sidecar
