#include "client/cli/ui/api/configuration_json.h"

#include <string>
#include <utility>
#include <vector>

#include "client/cli/output/configuration_manifest.h"
#include "client/cli/output/structured.h"
#include "client/cli/ui/api/configuration_text.h"
#include "client/cli/verbs/reader_findings.h"
#include "client/cli/verbs/validation_output.h"

namespace cpsizer::cli {

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
