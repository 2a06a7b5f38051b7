#include "client/cli/ui/api/configuration_text.h"

#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "client/cli/output/configuration_manifest.h"
#include "client/cli/output/structured.h"
#include "client/cli/verbs/reader_findings.h"
#include "client/cli/verbs/validation_output.h"
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

absl::StatusOr<const objects::FoundConfiguration*> DecidableText(const ConfigurationText& read) {
  if (read.found == nullptr) return absl::InvalidArgumentError(read.problems.front().message);
  if (objects::FirstReaderError(*read.found) != nullptr) {
    return absl::InvalidArgumentError("the configuration has unknown fields");
  }
  return read.found;
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

absl::StatusOr<nlohmann::ordered_json> FindingsJson(const Sources& sources, v1::SizeCpuPolicy policy,
                                                    BlockingService& client) {
  absl::StatusOr<v1::ValidateConfigResponse> response = ValidateConfiguration(sources, policy, client);
  if (!response.ok()) return response.status();
  SortBySeverity(*response);
  nlohmann::ordered_json json = ValidationResponseJson(*response, sources);
  return json.contains("findings") ? std::move(json["findings"]) : nlohmann::ordered_json::array();
}

nlohmann::ordered_json ConfigurationJson(const Sources& sources, v1::SizeCpuPolicy policy, BlockingService& client) {
  const objects::FoundConfiguration& found = sources.configuration;
  const v1::ClusterSizingConfiguration written = AsWritten(found.config);
  std::string yaml = DocumentOf(found);
  objects::FoundConfiguration shown = found;
  nlohmann::ordered_json left_out = nlohmann::ordered_json::array();
  if (yaml.empty()) {
    yaml = ToYaml(ManifestJson(written));
    for (const v1::Finding& finding : shown.unknown_fields) left_out.push_back(ToJson(finding));
    shown.unknown_fields.clear();
  }
  const ConfigurationText read = ReadConfigurationText(yaml);
  if (read.found != nullptr) shown.positions = read.found->positions;
  const Sources in_text(shown, sources.machine_sets);
  nlohmann::ordered_json json = {{"name", found.config.metadata().name()},
                                 {"file", found.file},
                                 {"yaml", std::move(yaml)},
                                 {"clusterSizingConfiguration", ToJson(written)}};
  nlohmann::ordered_json& names = json["machineSets"] = nlohmann::ordered_json::array();
  for (const objects::FoundMachineSet& found_set : sources.machine_sets) {
    names.push_back(found_set.machine_set.metadata().name());
  }
  absl::StatusOr<nlohmann::ordered_json> findings = FindingsJson(in_text, policy, client);
  if (findings.ok()) json["findings"] = *std::move(findings);
  json["leftOut"] = std::move(left_out);
  return json;
}

nlohmann::ordered_json UnreadableConfigurationJson(const std::vector<objects::FileProblem>& problems) {
  absl::optional<FileDocument> document = UnreadableDocument(problems);
  if (!document.has_value()) return nullptr;
  return {{"name", ""},
          {"file", document->file},
          {"yaml", std::move(document->text)},
          {"clusterSizingConfiguration", nullptr},
          {"findings", nlohmann::ordered_json::array()},
          {"leftOut", nlohmann::ordered_json::array()}};
}

nlohmann::ordered_json ProblemsJson(const std::vector<objects::FileProblem>& problems) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const objects::FileProblem& problem : problems) json.push_back(ProblemJson(problem, "message"));
  return json;
}

}  // namespace cpsizer::cli
