#include "client/cli/ui/api/configuration_text.h"

#include <google/protobuf/util/message_differencer.h>

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "client/objects/file_limits.h"
#include "client/objects/file_text.h"
#include "client/objects/hypershift.h"
#include "client/objects/inventory_builder.h"
#include "client/objects/known_objects.h"
#include "client/objects/problem_list.h"
#include "client/objects/sizing_fields.h"

namespace cpsizer::cli {
namespace {

constexpr size_t kMaxDocumentBytes = size_t{256} << 10;

// Returns the document of a YAML file that has the line `line`.
absl::string_view DocumentAt(absl::string_view text, int line) {
  size_t begin = 0;
  int64_t lines = 0;
  while (begin < text.size()) {
    const size_t end = std::min(objects::FindDocumentBegin(text, begin), text.size());
    absl::string_view document = text.substr(begin, end - begin);
    lines += std::count(document.begin(), document.end(), '\n');
    if (lines >= line || end == text.size()) {
      absl::ConsumePrefix(&document, "---\n");
      return document;
    }
    begin = end;
  }
  return {};
}

// Returns the document of a YAML file that has the line of `place`. Returns an empty text if the file is not a YAML
// file that can be read, or if the document has too many bytes.
std::string ReadDocument(const objects::Place& place) {
  if (!absl::EndsWith(place.file, ".yaml") && !absl::EndsWith(place.file, ".yml")) return "";
  std::vector<objects::FileProblem> unused;
  objects::ProblemList problems(place.file, unused);
  const absl::optional<std::string> bytes = objects::ReadFile(place.file, problems);
  if (!bytes.has_value()) return "";
  absl::string_view text = *bytes;
  if (!objects::CheckText(text, problems)) return "";
  const absl::string_view document = DocumentAt(text, place.position.line);
  return document.size() > kMaxDocumentBytes ? "" : std::string(document);
}

// Returns whether the annotation `fractions` sets all fields that the conditions of `status` name as lost, or declares
// that there are none.
bool EndsHold(absl::string_view fractions, const v1::ClusterSizingConfigurationStatus& status) {
  if (objects::SaysNone(fractions)) return true;
  const objects::FieldPaths set = objects::FieldsOfAnnotation(fractions);
  return std::all_of(status.conditions().begin(), status.conditions().end(), [&set](const v1::Condition& condition) {
    if (condition.type() != objects::kStoredFieldsCondition || condition.status() != "False") return true;
    const objects::FieldPaths lost = objects::FieldsNamedBy(condition);
    return !lost.empty() && std::includes(set.begin(), set.end(), lost.begin(), lost.end());
  });
}

bool HasOnlyConfiguration(const objects::Inventory& inventory) {
  return inventory.clusters.empty() && inventory.machine_sets.empty() && inventory.skipped_objects == 0;
}

}  // namespace

ConfigurationText ReadConfigurationText(absl::string_view text) {
  ConfigurationText read;
  read.inputs.source = kConfigurationText;
  objects::InventoryBuilder builder(objects::kSizingKinds, objects::kNoKinds, objects::MistypedValues::kReport);
  objects::ProblemList problems(kConfigurationText, builder.inventory().problems);
  if (text.size() > objects::kMaxFileBytes) {
    problems.Add({}, absl::StrCat("has more than ", objects::kMaxFileBytes, " bytes, the limit of a file"));
  } else {
    builder.AddFile(text, problems);
  }
  read.inputs.inventory = builder.Finish();
  const std::vector<objects::FoundConfiguration>& found = read.inputs.inventory.configurations;
  read.problems = read.inputs.inventory.problems;
  if (found.size() == 1) {
    read.found = &found.front();
  } else if (found.size() > 1) {
    read.problems.push_back(
        {kConfigurationText, found[1].PositionOf("kind"),
         absl::StrCat("there are ", found.size(), " ClusterSizingConfigurations; keep one of them")});
  } else if (read.problems.empty()) {
    read.problems.push_back({kConfigurationText, {}, "there is no ClusterSizingConfiguration"});
  }
  return read;
}

void KeepStatus(const objects::FoundConfiguration* present, ConfigurationText& read) {
  if (present == nullptr || read.found == nullptr || read.found->config.has_status()) return;
  const std::string fractions = objects::FractionsOf(read.found->config);
  if (fractions != objects::FractionsOf(present->config) && EndsHold(fractions, present->config.status())) return;
  *read.inputs.inventory.configurations.front().config.mutable_status() = present->config.status();
}

std::string DocumentOf(const objects::FoundConfiguration& found) {
  const std::string document = ReadDocument({found.file, found.PositionOf("kind")});
  const ConfigurationText read = ReadConfigurationText(document);
  const bool is_same = read.found != nullptr && read.problems.empty() && HasOnlyConfiguration(read.inputs.inventory) &&
                       google::protobuf::util::MessageDifferencer::Equals(read.found->config, found.config);
  return is_same ? document : "";
}

absl::optional<FileDocument> UnreadableDocument(const std::vector<objects::FileProblem>& problems) {
  for (const objects::FileProblem& problem : problems) {
    std::string document = ReadDocument({problem.file, problem.position});
    if (objects::NamesKnownKind(document, {objects::ObjectKind::kConfiguration})) {
      return FileDocument{problem.file, std::move(document)};
    }
  }
  return absl::nullopt;
}

}  // namespace cpsizer::cli
