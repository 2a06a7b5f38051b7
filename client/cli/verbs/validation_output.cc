#include "client/cli/verbs/validation_output.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/source_lines.h"
#include "client/cli/output/findings_output.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/replicas/replica_input.h"
#include "client/cli/size/explanation.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {
namespace {

// The lines of each file that has findings.
using Files = absl::btree_map<std::string, SourceLines>;

// Returns the place of a finding, for example `12:7`. If the finding is not in `file`, the file of the object, adds the
// name of its file: `machinesets.yaml:12:7`. Returns an empty text if there is no place.
std::string PlaceOf(const absl::optional<objects::Place>& place, const std::string& file) {
  if (!place.has_value() || place->position.line == 0) return "";
  if (place->file != file) return objects::PlaceText(place->file, place->position);
  return absl::StrCat(place->position.line, ":", place->position.column);
}

void PrintFinding(const Validation& validation, const v1::Finding& finding, Files& files, Screen& out) {
  const absl::optional<objects::Place> place = validation.places->PlaceOf(finding.path());
  const std::string shown = PlaceOf(place, validation.file);
  out.Spaces(2).Text(SeverityWord(finding.severity()), SeverityStyle(finding.severity()));
  out.Text(" ").Text(finding.rule(), Style::kBold).Line(shown.empty() ? "" : absl::StrCat(" at ", shown));
  out.Spaces(4).Line(finding.value().empty() ? finding.path() : absl::StrCat(finding.path(), ": ", finding.value()));
  out.Paragraph(absl::StrCat(finding.message(), "."), 4);
  if (place.has_value()) files.try_emplace(place->file, place->file).first->second.PrintCaret(place->position, out);
  out.Paragraph(finding.remedy(), 4);
}

// Returns the file with the kind and the name of the object, such as `hpa.yaml: HorizontalPodAutoscaler shop/web`. For
// an object of a cluster, returns only the file, because it already has this text. For a ClusterSizingConfiguration,
// returns only the file, because there is only one such object.
std::string Heading(const Validation& validation) {
  const std::string name = validation.name.name.empty() ? "-" : validation.name.Full();
  const std::string subject = absl::StrCat(validation.kind, " ", name);
  const bool named = validation.kind == kConfigurationKind || validation.file == subject;
  return named ? validation.file : absl::StrCat(validation.file, ": ", subject);
}

// Returns the name of a kind in the counts.
absl::string_view CountedName(absl::string_view kind) {
  if (kind == kConfigurationKind) return "configuration";
  return kind == kAutoscalerKind ? "autoscaler" : kind;
}

// Returns a text such as `2 configurations`, or `1 configuration and 3 autoscalers`. The order of the kinds is the
// order of their first objects.
std::string CountedObjects(const std::vector<Validation>& validations) {
  std::vector<std::pair<absl::string_view, size_t>> counts;
  for (const Validation& validation : validations) {
    const absl::string_view name = CountedName(validation.kind);
    const auto known =
        std::find_if(counts.begin(), counts.end(), [&](const auto& count) { return count.first == name; });
    if (known == counts.end()) {
      counts.emplace_back(name, 1);
    } else {
      ++known->second;
    }
  }
  std::string text;
  for (size_t i = 0; i < counts.size(); ++i) {
    const absl::string_view separator = i == 0 ? "" : i + 1 == counts.size() ? " and " : ", ";
    absl::StrAppend(&text, separator, Counted(counts[i].second, counts[i].first));
  }
  return text;
}

// Returns the number of documents with a problem, where each item of a list counts as a document.
size_t CountUnreadable(const objects::Inventory& inventory) {
  absl::flat_hash_set<std::pair<absl::string_view, int>> unreadable;
  for (const objects::FileProblem& problem : inventory.problems) unreadable.emplace(problem.file, problem.object);
  return unreadable.size();
}

void PrintCounts(const std::vector<Validation>& validations, const objects::Inventory& inventory, Screen& out) {
  size_t counts[v1::Severity_ARRAYSIZE] = {};
  for (const Validation& validation : validations) {
    for (const v1::Finding& finding : validation.response.findings()) {
      if (v1::Severity_IsValid(finding.severity())) ++counts[finding.severity()];
    }
  }
  const size_t unreadable = CountUnreadable(inventory);
  out.Line(absl::StrCat(Counted(counts[v1::SEVERITY_ERROR], "error"), ", ",
                        Counted(counts[v1::SEVERITY_WARNING], "warning"), ", ",
                        Counted(counts[v1::SEVERITY_NOTE], "note"), " in ", CountedObjects(validations),
                        unreadable == 0 ? "" : absl::StrCat("; ", Counted(unreadable, "document"), " cannot be read")));
}

void PrintValidation(const Validation& validation, FindingLimit& limit, Files& files, Screen& out) {
  std::vector<const v1::Finding*> findings;
  for (const v1::Finding& finding : validation.response.findings()) {
    if (limit.Admits(finding)) findings.push_back(&finding);
  }
  const bool has_findings = !validation.response.findings().empty();
  if (has_findings && findings.empty()) return;
  out.Line(Heading(validation), Style::kBold);
  if (!has_findings) out.Spaces(2).Line("no findings", Style::kGood);
  for (const v1::Finding* finding : findings) PrintFinding(validation, *finding, files, out);
  out.EndLine();
}

void AddPlace(absl::string_view file, const objects::Position& position, nlohmann::ordered_json& json) {
  json["file"] = std::string(file);
  if (position.line == 0) return;
  json["line"] = position.line;
  json["column"] = position.column;
}

}  // namespace

nlohmann::ordered_json ValidationResponseJson(const v1::ValidateConfigResponse& response, const Places& places) {
  nlohmann::ordered_json json = ToJson(response);
  size_t i = 0;
  for (const v1::Finding& finding : response.findings()) {
    nlohmann::ordered_json& printed = json["findings"][i++];
    const absl::optional<objects::Place> place = places.PlaceOf(finding.path());
    if (place.has_value() && place->position.line > 0) AddPlace(place->file, place->position, printed);
  }
  return json;
}

nlohmann::ordered_json ProblemJson(const objects::FileProblem& problem, const char* key) {
  nlohmann::ordered_json item;
  AddPlace(problem.file, problem.position, item);
  item[key] = problem.message;
  return item;
}

void PrintValidations(const std::vector<Validation>& validations, const objects::Inventory& inventory, bool wide,
                      Screen& out) {
  Files files;
  FindingLimit limit;
  for (const Validation& validation : validations) {
    PrintValidation(validation, limit, files, out);
    if (!wide || validation.response.sizes().empty()) continue;
    PrintSizes(validation.response.sizes(), true, out);
    out.EndLine();
  }
  limit.PrintRest(out);
  PrintCounts(validations, inventory, out);
}

void PrintValidationNames(const std::vector<Validation>& validations, Screen& out) {
  for (const Validation& validation : validations) {
    for (const v1::Finding& finding : validation.response.findings()) {
      const absl::optional<objects::Place> place = validation.places->PlaceOf(finding.path());
      out.Line(absl::StrCat(place.has_value() ? objects::PlaceText(place->file, place->position) : validation.file, " ",
                            finding.rule(), " ", finding.path()));
    }
  }
}

namespace {

nlohmann::ordered_json ItemJson(const Validation& validation) {
  nlohmann::ordered_json object = {{"kind", std::string(validation.kind)}};
  if (!validation.name.name_space.empty()) object["namespace"] = validation.name.name_space;
  if (!validation.name.name.empty()) object["name"] = validation.name.name;
  return {{"file", validation.file},
          {"object", std::move(object)},
          {"response", ValidationResponseJson(validation.response, *validation.places)}};
}

}  // namespace

nlohmann::ordered_json ValidationJson(const std::vector<Validation>& validations, const objects::Inventory& inventory) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  for (const Validation& validation : validations) items.push_back(ItemJson(validation));
  for (const objects::FileProblem& problem : inventory.problems) items.push_back(ProblemJson(problem, "error"));
  for (const objects::FileProblem& problem : inventory.not_objects) items.push_back(ProblemJson(problem, "warning"));
  return {{"items", std::move(items)}};
}

}  // namespace cpsizer::cli
