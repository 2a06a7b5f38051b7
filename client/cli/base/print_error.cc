#include "client/cli/base/print_error.h"

#include "absl/strings/str_cat.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {

void PrintError(absl::string_view sentence, Screen& err) {
  err.Text("error: ", Style::kBad).Line(sentence);
}

int PrintError(const absl::Status& error, int exit_code, Screen& err) {
  PrintError(error.message(), err);
  return exit_code;
}

void PrintWarning(absl::string_view sentence, Screen& err) {
  err.Text("warning: ", Style::kWarning).Line(sentence);
}

void PrintNote(absl::string_view sentence, Screen& err) {
  err.Text("note: ", Style::kDim).Line(sentence);
}

Style SeverityStyle(v1::Severity severity) {
  switch (severity) {
    case v1::SEVERITY_ERROR:
      return Style::kBad;
    case v1::SEVERITY_WARNING:
      return Style::kWarning;
    default:
      return Style::kDim;
  }
}

bool AtLeast(v1::Severity severity, v1::Severity threshold) {
  return severity != v1::SEVERITY_UNSPECIFIED && severity <= threshold;
}

void PrintErrorAt(v1::Severity severity, absl::string_view path, absl::string_view text, const Places& places,
                  absl::string_view about, Screen& err) {
  const absl::optional<objects::Place> in_file = places.PlaceOf(path);
  std::string place = in_file.has_value() ? objects::PlaceText(in_file->file, in_file->position) : "";
  const std::string subject = places.Subject();
  if (!subject.empty()) {
    absl::StrAppend(&place, place.empty() ? "" : ": ", "for ", subject);
  } else if (place.empty()) {
    place = std::string(about);
  }
  err.Text(absl::StrCat(SeverityWord(severity), ": "), SeverityStyle(severity))
      .Line(absl::StrCat(place, place.empty() ? "" : ": ", path, ": ", text));
}

std::string FindingText(const v1::Finding& finding) {
  return absl::StrCat(finding.message(), ". ", finding.remedy(), " (", finding.rule(), ")");
}

void PrintFinding(const v1::Finding& finding, const Places& places, absl::string_view about, Screen& err) {
  PrintErrorAt(finding.severity(), finding.path(), FindingText(finding), places, about, err);
}

}  // namespace cpsizer::cli
