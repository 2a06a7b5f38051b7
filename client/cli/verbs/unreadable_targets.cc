#include "client/cli/verbs/unreadable_targets.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/make_finding.h"
#include "client/cli/base/places.h"
#include "client/objects/file_text.h"
#include "client/objects/known_objects.h"
#include "client/objects/problem_list.h"
#include "client/objects/replica_objects.h"
#include "client/tree/documents/documents.h"
#include "client/tree/documents/flat_document.h"

namespace cpsizer::cli {
namespace {

using tree::FlatDocument;

// The places of the fields of an object that cannot be read.
class FieldPlaces : public Places {
 public:
  void Add(const std::string& path, objects::Place place) { places_.emplace(path, std::move(place)); }

  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override {
    const auto it = places_.find(std::string(path));
    return it == places_.end() ? absl::nullopt : absl::optional<objects::Place>(it->second);
  }

 private:
  absl::btree_map<std::string, objects::Place> places_;
};

// Returns the field at the start of the message of a problem: `spec.replicas` for `spec.replicas: "1" is text ...`.
absl::string_view FieldOf(absl::string_view message) {
  return message.substr(0, message.find_first_of(": "));
}

// Returns the rest of the message of a problem.
absl::string_view WithoutField(absl::string_view message) {
  message.remove_prefix(FieldOf(message).size());
  return message.substr(std::min(message.find_first_not_of(": "), message.size()));
}

class TargetReader {
 public:
  TargetReader(std::vector<const objects::FoundAutoscaler*> autoscalers, std::vector<Validation>& validations)
      : autoscalers_(std::move(autoscalers)), validations_(validations) {}

  void Read(const std::string& file) {
    file_ = file;
    std::vector<objects::FileProblem> reported;  // by the first reading
    objects::ProblemList problems(file, reported);
    const absl::optional<std::string> bytes = objects::ReadFile(file, problems);
    if (!bytes.has_value()) return;
    tree::ReadFlatDocuments(*bytes, problems, [this](const FlatDocument& document) { Visit(document.root()); });
  }

 private:
  void Visit(const FlatDocument::Value& value) {
    if (!value.is_map()) return;
    const std::string kind = value.TextAt("kind", "");
    const absl::optional<FlatDocument::Value> items = value.Find("items");
    if (absl::EndsWith(kind, "List") && items.has_value() && items->is_list()) {
      return items->ForEachItem([this](const FlatDocument::Value& item) { Visit(item); });
    }
    const std::string api_version = value.TextAt("apiVersion", "");
    const objects::ObjectType type =
        objects::Recognize(api_version, kind, objects::KindSet{objects::ObjectKind::kWorkload});
    const absl::optional<FlatDocument::Value> metadata = value.Find("metadata");
    if (type.kind != objects::ObjectKind::kWorkload || !type.version_known || !metadata.has_value()) return;
    const NamespacedName name = {metadata->TextAt("namespace", ""), metadata->TextAt("name", "")};
    const auto means = [&](const objects::FoundAutoscaler* found) {
      const v1::CrossVersionObjectReference& target = found->autoscaler.spec().scale_target_ref();
      return target.kind() == kind && target.name() == name.name &&
             GroupOf(target.api_version()) == GroupOf(api_version) &&
             SameNamespace(name.name_space, found->autoscaler.metadata().namespace_());
    };
    if (absl::c_any_of(autoscalers_, means)) Check(value.ToTree(), api_version, kind, name);
  }

  void Check(const tree::Node& object, const std::string& api_version, const std::string& kind, NamespacedName name) {
    std::vector<objects::FileProblem> problems;
    objects::ProblemList list(file_, problems);
    objects::FoundWorkload ignored;
    objects::ReadWorkload(object, api_version, kind, list, ignored);
    if (problems.empty()) return;
    Validation validation;
    validation.file = file_;
    // The name in the table lives as long as the program.
    validation.kind = absl::c_find_if(objects::kKnownKinds, [&kind](const objects::KnownKind& known) {
                        return known.name == kind;
                      })->name;
    validation.name = std::move(name);
    auto places = std::make_unique<FieldPlaces>();
    for (const objects::FileProblem& problem : problems) {
      const std::string field(FieldOf(problem.message));
      places->Add(field, {problem.file, problem.position});
      *validation.response.add_findings() =
          MakeFinding(Rule::kFieldTypeMismatch, field, "", std::string(WithoutField(problem.message)));
    }
    validation.places = std::move(places);
    validations_.push_back(std::move(validation));
  }

  const std::vector<const objects::FoundAutoscaler*> autoscalers_;
  std::vector<Validation>& validations_;
  std::string file_;
};

}  // namespace

void ValidateUnreadableTargets(const objects::Inventory& inventory, const ReplicaInput& input,
                               std::vector<Validation>& validations) {
  std::vector<const objects::FoundAutoscaler*> without_target;
  for (size_t i = 0; i < inventory.replicas.autoscalers.size(); ++i) {
    if (input.ScaleOf(i) == nullptr) without_target.push_back(&inventory.replicas.autoscalers[i]);
  }
  absl::btree_set<std::string> files;
  for (const objects::FileProblem& problem : inventory.optional_problems) {
    if (problem.file != "-") files.insert(problem.file);
  }
  if (without_target.empty()) return;
  TargetReader reader(std::move(without_target), validations);
  for (const std::string& file : files) reader.Read(file);
}

}  // namespace cpsizer::cli
