#include "client/sidecar/size/stored_fields.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/kube/json.h"
#include "client/kube/quoted.h"
#include "client/objects/hypershift.h"
#include "client/tree/parse_json.h"

namespace cpsizer::sidecar {
namespace {

using objects::InSchema;
using tree::Node;

constexpr size_t kMaxSchemaErrorBytes = 300;

// Returns those of `fields` that `present` does not have. A field of a size that is not in `sizes` is present if a
// size has it that did not have it in `before`: the size may have another name now.
FieldPaths MissingIn(const FieldPaths& present, const FieldPaths& fields, const FieldPaths& before,
                     const FieldPaths& sizes) {
  FieldPaths missing;
  for (const std::string& field : fields) {
    const absl::optional<absl::string_view> size = objects::SizeIn(field);
    const bool of_another_size =
        size.has_value() && !sizes.contains(std::string(*size)) &&
        std::any_of(present.begin(), present.end(), [&](const std::string& other) {
          return !before.contains(other) && objects::InSchema(other) == objects::InSchema(field);
        });
    if (!present.contains(field) && !of_another_size) missing.insert(field);
  }
  return missing;
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

std::string Remedy() {
  return absl::StrCat("set all of them in its annotation ", objects::kFractionsAnnotation,
                      " ({} means that there are none), or apply a CustomResourceDefinition ", kConfigurationCrd,
                      " that has these fields in all its versions and then the configuration with their values");
}

// Returns whether `now` is the version `before` of a schema, or the version after its next change.
bool IsSameOrNext(absl::string_view before, absl::string_view now) {
  const std::pair<absl::string_view, absl::string_view> a = absl::StrSplit(before, '/'), b = absl::StrSplit(now, '/');
  int64_t from = 0, to = 0;
  return a.first == b.first && absl::SimpleAtoi(a.second, &from) && absl::SimpleAtoi(b.second, &to) && to >= from &&
         to - from <= 1;
}

// Returns an empty text if no field is lost.
std::string Problem(const FieldPaths& lost, absl::string_view cause) {
  if (lost.empty()) return "";
  return absl::StrCat("the configuration no longer has ", absl::StrJoin(lost, ", "), ", and ", cause, "; ", Remedy());
}

}  // namespace

void StoredFields::Restore(const absl::optional<std::string>& text) {
  leads_ = true;
  if (!text.has_value()) return;
  const Node node = tree::ParseJson(*text);
  State stored;
  stored.uid = std::string(tree::TextAt(node, {"uid"}));
  is_unreadable_ = stored.uid.empty() || tree::Find(node, {"fields"}).kind != tree::NodeKind::kList;
  if (is_unreadable_) return;
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
  named_.clear();
  unnamed_loss_.clear();
}

void StoredFields::SetObserved(const Configuration& configuration, const std::string& annotation) {
  observed_ = {configuration.uid,
               configuration.config.metadata().generation(),
               objects::FieldsOf(configuration.config.spec()),
               {},
               FingerprintOf(annotation)};
  sizes_.clear();
  for (const auto& size : configuration.config.spec().sizes()) sizes_.insert(size.name());
  annotated_ = objects::FieldsOfAnnotation(annotation);
}

bool StoredFields::Observe(const Configuration& configuration) {
  const std::string annotation = objects::FractionsOf(configuration.config);
  SetObserved(configuration, annotation);
  if (known_.uid.empty()) {
    Begin(configuration.fields_condition);
  } else if (observed_.uid != known_.uid) {
    // A schema without the fields removes them when the object is created again, so this is an edit like others.
    known_.uid = observed_.uid;
    known_.generation = 0;
    known_.annotation.clear();
    known_.pruned.clear();
  }
  // An annotation that was there before the loss says nothing about it.
  const bool is_rewritten = observed_.annotation != known_.annotation;
  const bool says_none = is_rewritten && objects::SaysNone(annotation);
  if (configuration.fields_condition.status() != "False") ForgetNamed();
  if (says_none) unnamed_loss_.clear();
  if (!unnamed_loss_.empty()) {
    problem_ = unnamed_loss_;
    return false;
  }
  if (is_unreadable_ && (annotation.empty() || !is_rewritten)) {
    if (not_in_schema_.empty()) return true;
    // For some seconds after a change of the CRD, the API server returns objects as with the schema before.
    const bool is_back =
        std::any_of(observed_.fields.begin(), observed_.fields.end(),
                    [this](const std::string& field) { return not_in_schema_.contains(InSchema(field)); });
    if (!is_back) return false;
  }
  is_unreadable_ = false;
  missing_ = MissingIn(observed_.fields, known_.fields, known_.fields, sizes_);
  if (missing_.empty() || says_none) {
    Accept();
    return false;
  }
  std::erase_if(known_.pruned, [this](const std::string& field) { return !missing_.contains(field); });
  if (observed_.generation == known_.generation) known_.pruned = missing_;
  if (known_.pruned != missing_) return true;
  HoldPruned();
  return false;
}

void StoredFields::SchemaRead(const absl::StatusOr<StoredSchema>& schema) {
  if (is_unreadable_ && !(schema.ok() && schema->fields == objects::FieldsInSchema())) {
    problem_ = absl::StrCat(
        "the lease has the fields of the configuration in another form, and ",
        schema.ok() ? "its CustomResourceDefinition does not store all of them" : "its schema cannot be read", "; ",
        Remedy());
    if (!schema.ok()) return;
    not_in_schema_ = Without(objects::FieldsInSchema(), schema->fields);
    schema_read_ = leads_;
    schema_version_ = schema->version;
    return;
  }
  is_unreadable_ = false;
  if (!schema.ok()) {
    if (known_.pruned == missing_) return;
    problem_ = Problem(Lost(), absl::StrCat("its schema cannot be read (",
                                            kube::OneLine(std::string(schema.status().message()), kMaxSchemaErrorBytes),
                                            "), so it is not known whether an edit has removed them"));
    return;
  }
  const bool may_have_lost = leads_ && !schema_version_.empty() && !IsSameOrNext(schema_version_, schema->version);
  schema_read_ = leads_;
  for (const std::string& field : missing_) {
    if (may_have_lost || !schema->fields.contains(InSchema(field))) known_.pruned.insert(field);
  }
  // The schema has the other fields, so an edit has removed them.
  known_.fields = Without(known_.fields, Without(missing_, known_.pruned));
  missing_ = known_.pruned;
  const FieldPaths others = Without(known_.fields, missing_);
  const bool stores_others = std::all_of(others.begin(), others.end(), [&schema](const std::string& field) {
    return schema->fields.contains(InSchema(field)) && schema->configured.contains(field);
  });
  if (schema_version_.empty() || (schema->uid == known_.uid && stores_others)) schema_version_ = schema->version;
  if (missing_.empty()) return Accept();
  HoldPruned();
}

FieldPaths StoredFields::Lost() const {
  return MissingIn(annotated_, missing_, known_.fields, sizes_);
}

void StoredFields::HoldPruned() {
  known_.generation = observed_.generation;
  problem_ = Problem(Lost(), "its CustomResourceDefinition does not store them, or perhaps did not when it lost them");
}

void StoredFields::Begin(const v1::Condition& condition) {
  known_ = observed_;
  named_ = Without(objects::FieldsNamedBy(condition), observed_.fields);
  unnamed_loss_.clear();
  if (condition.status() == "False" && objects::FieldsNamedBy(condition).empty()) {
    unnamed_loss_ = condition.message().empty() ? absl::StrCat("the condition ", objects::kStoredFieldsCondition,
                                                               " is False, without a message")
                                                : condition.message();
  }
  known_.fields.insert(named_.begin(), named_.end());
  known_from_condition_ = true;
}

void StoredFields::ForgetNamed() {
  unnamed_loss_.clear();
  known_.fields = Without(known_.fields, named_);
  known_.pruned = Without(known_.pruned, named_);
  named_.clear();
}

void StoredFields::Accept() {
  known_ = observed_;
  known_from_condition_ = false;
  named_.clear();
  missing_.clear();
  problem_.clear();
}

std::string StoredFields::text() const {
  // Otherwise the next leader would take the present fields for all that there were.
  if (known_.uid.empty() || is_unreadable_) return "";
  const kube::Json json = {{"uid", known_.uid},       {"generation", known_.generation}, {"fields", known_.fields},
                           {"pruned", known_.pruned}, {"annotation", known_.annotation}, {"schema", schema_version_}};
  return json.dump();
}

}  // namespace cpsizer::sidecar
