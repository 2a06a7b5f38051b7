#include "client/cli/validation_output.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/complain.h"
#include "client/cli/explanation.h"
#include "client/cli/show.h"
#include "client/cli/source_lines.h"
#include "client/cli/structured.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {
namespace {

// Errors first; otherwise in the order of the fields.
std::vector<v1::Finding> BySeverity(const v1::ValidateConfigResponse& response) {
  std::vector<v1::Finding> findings(response.findings().begin(), response.findings().end());
  std::stable_sort(findings.begin(), findings.end(),
                   [](const v1::Finding& a, const v1::Finding& b) { return a.severity() < b.severity(); });
  return findings;
}

Position PlaceOf(const FoundConfiguration& found, const v1::Finding& finding) {
  return IsConfigurationPath(finding.path()) ? found.PositionOf(finding.path()) : Position();
}

void PrintFinding(const FoundConfiguration& found, const v1::Finding& finding, const SourceLines& lines, Screen& out) {
  const Position position = PlaceOf(found, finding);
  out.Spaces(2).Text(SeverityWord(finding.severity()), SeverityStyle(finding.severity()));
  out.Text(" ").Text(finding.rule(), Style::kBold);
  if (position.line > 0) out.Text(absl::StrCat(" at ", position.line, ":", position.column));
  out.EndLine();
  out.Spaces(4).Line(finding.value().empty() ? finding.path() : absl::StrCat(finding.path(), ": ", finding.value()));
  out.Paragraph(absl::StrCat(finding.message(), "."), 4);
  lines.PrintCaret(position, out);
  out.Paragraph(finding.remedy(), 4);
}

void PrintCounts(const std::vector<Validation>& validations, Screen& out) {
  size_t counts[v1::Severity_ARRAYSIZE] = {};
  for (const Validation& validation : validations) {
    for (const v1::Finding& finding : validation.response.findings()) {
      if (v1::Severity_IsValid(finding.severity())) ++counts[finding.severity()];
    }
  }
  out.Line(absl::StrCat(
      Counted(counts[v1::SEVERITY_ERROR], "error"), ", ", Counted(counts[v1::SEVERITY_WARNING], "warning"), ", ",
      Counted(counts[v1::SEVERITY_NOTE], "note"), " in ", Counted(validations.size(), "configuration")));
}

}  // namespace

void PrintValidations(const std::vector<Validation>& validations, bool wide, Screen& out) {
  for (const Validation& validation : validations) {
    const FoundConfiguration& found = *validation.found;
    const SourceLines lines(found.file);
    out.Line(found.file, Style::kBold);
    const std::vector<v1::Finding> findings = BySeverity(validation.response);
    if (findings.empty()) out.Spaces(2).Line("no findings", Style::kGood);
    for (const v1::Finding& finding : findings) PrintFinding(found, finding, lines, out);
    out.EndLine();
    if (!wide || validation.response.sizes().empty()) continue;
    PrintSizes(validation.response.sizes(), true, out);
    out.EndLine();
  }
  PrintCounts(validations, out);
}

void PrintValidationNames(const std::vector<Validation>& validations, Screen& out) {
  for (const Validation& validation : validations) {
    for (const v1::Finding& finding : validation.response.findings()) {
      out.Line(absl::StrCat(PlaceText(validation.found->file, PlaceOf(*validation.found, finding)), " ", finding.rule(),
                            " ", finding.path()));
    }
  }
}

nlohmann::ordered_json ValidationJson(const std::vector<Validation>& validations) {
  if (validations.size() == 1) return ToJson(validations.front().response);
  nlohmann::ordered_json list;
  for (const Validation& validation : validations) {
    list["items"].push_back({{"file", validation.found->file}, {"response", ToJson(validation.response)}});
  }
  return list;
}

}  // namespace cpsizer::cli
