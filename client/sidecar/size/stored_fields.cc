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

using objects::InSchema;
using tree::Node;

constexpr absl::string_view kVersion = "v1alpha1";
constexpr size_t kMaxSchemaErrorBytes = 300;

// Returns the fields that are for all sizes, or for a size of `spec`. A person has removed the other sizes, because
// each schema stores sizes.
FieldPaths OfPresentSizes(const FieldPaths& fields, const v1::ClusterSizingConfigurationSpec& spec) {
  FieldPaths present;
  for (const std::string& field : fields) {
    const absl::optional<absl::string_view> name = objects::SizeIn(field);
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

FieldPaths FieldsIn(const Node& list) {
  const FieldPaths all = objects::FieldsInSchema();
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

absl::StatusOr<StoredSchema> ReadStoredSchema(const Node& crd) {
  for (const Node& version : tree::Find(crd, {"spec", "versions"}).items) {
    const Node& schema = tree::Find(version, {"schema", "openAPIV3Schema"});
    if (tree::TextAt(version, {"name"}) != kVersion || schema.is_null()) continue;
    StoredSchema read;
    for (const std::string& field : objects::FieldsInSchema()) {
      if (HasField(schema, field)) read.fields.insert(field);
    }
    read.version =
        absl::StrCat(tree::TextAt(crd, {"metadata", "uid"}), "/", tree::NumberAt(crd, {"metadata", "generation"}));
    return read;
  }
  return absl::InvalidArgumentError(absl::StrCat("it has no schema for the version ", kVersion));
}

void StoredFields::Restore(absl::string_view text) {
  leads_ = true;
  const Node node = tree::ParseJson(text);
  State stored;
  stored.uid = std::string(tree::TextAt(node, {"uid"}));
  if (stored.uid.empty()) return;
  stored.generation = tree::NumberAt(node, {"generation"});
  stored.annotation = std::string(tree::TextAt(node, {"annotation"}));
  schema_version_ = std::string(tree::TextAt(node, {"schema"}));
  stored.fields = FieldsIn(tree::Find(node, {"fields"}));
  stored.pruned = FieldsIn(tree::Find(node, {"pruned"}));
  // This process may have started after the loss, so it may know fewer fields. A condition is older than the lease.
  if (stored.uid == known_.uid && !known_from_condition_) {
    stored.fields.insert(known_.fields.begin(), known_.fields.end());
    stored.pruned.insert(known_.pruned.begin(), known_.pruned.end());
  }
  known_ = std::move(stored);
  known_from_condition_ = false;
  unnamed_loss_.clear();
}

bool StoredFields::Observe(const Configuration& configuration) {
  const std::string annotation = objects::FractionsOf(configuration.config);
  observed_ = {configuration.uid,
               configuration.config.metadata().generation(),
               objects::FieldsOf(configuration.config.spec()),
               {},
               FingerprintOf(annotation)};
  if (known_.uid.empty() || observed_.uid != known_.uid) Begin(configuration.fields_condition);
  if (configuration.fields_condition.status() != "False" || objects::SaysNone(annotation)) unnamed_loss_.clear();
  if (!unnamed_loss_.empty()) {
    problem_ = unnamed_loss_;
    return false;
  }
  const FieldPaths expected = OfPresentSizes(known_.fields, configuration.config.spec());
  lost_ = Without(Without(expected, observed_.fields), objects::FieldsOfAnnotation(annotation));
  if (lost_.empty() || (observed_.annotation != known_.annotation && objects::SaysNone(annotation))) {
    Accept();
    return false;
  }
  std::erase_if(known_.pruned, [this](const std::string& field) { return !lost_.contains(field); });
  if (observed_.generation == known_.generation) known_.pruned = lost_;
  if (known_.pruned != lost_) return true;
  HoldPruned();
  return false;
}

void StoredFields::SchemaRead(const absl::StatusOr<StoredSchema>& schema) {
  if (!schema.ok()) {
    if (known_.pruned == lost_) return;
    problem_ = Problem(lost_, absl::StrCat("its schema cannot be read (",
                                           kube::OneLine(std::string(schema.status().message()), kMaxSchemaErrorBytes),
                                           "), so it is not known whether an edit has removed them"));
    return;
  }
  // A change while this process runs is not of interest: the configuration would have lost the field at once.
  const bool changed = leads_ && !schema_read_ && !schema_version_.empty() && schema->version != schema_version_;
  schema_read_ = leads_;
  schema_version_ = schema->version;
  for (const std::string& field : lost_) {
    if (changed || !schema->fields.contains(InSchema(field))) known_.pruned.insert(field);
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

void StoredFields::Begin(const v1::Condition& condition) {
  known_ = observed_;
  known_.annotation.clear();
  FieldPaths named = objects::FieldsNamedBy(condition);
  unnamed_loss_.clear();
  if (condition.status() == "False" && named.empty()) {
    unnamed_loss_ = condition.message().empty() ? absl::StrCat("the condition ", objects::kStoredFieldsCondition,
                                                               " is False, without a message")
                                                : condition.message();
  }
  known_.fields.merge(std::move(named));
  known_from_condition_ = true;
}

void StoredFields::Accept() {
  known_ = observed_;
  known_from_condition_ = false;
  lost_.clear();
  problem_.clear();
}

std::string StoredFields::text() const {
  if (known_.uid.empty()) return "";
  const kube::Json json = {{"uid", known_.uid},
                           {"generation", known_.generation},
                           {"fields", ListOf(known_.fields)},
                           {"pruned", ListOf(known_.pruned)},
                           {"annotation", known_.annotation},
                           {"schema", schema_version_}};
  return json.dump();
}

}  // namespace cpsizer::sidecar
