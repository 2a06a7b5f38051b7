#include "client/cli/complain.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {

void ComplainError(absl::string_view sentence, Screen& err) {
  err.Text("error: ", Style::kBad).Line(sentence);
}

void ComplainNote(absl::string_view sentence, Screen& err) {
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

bool IsConfigurationPath(absl::string_view path) {
  for (const absl::string_view root : {"spec", "metadata", "kind", "apiVersion"}) {
    if (!absl::StartsWith(path, root)) continue;
    const absl::string_view rest = path.substr(root.size());
    if (rest.empty() || rest.front() == '.' || rest.front() == '[') return true;
  }
  return false;
}

void ComplainAt(v1::Severity severity, absl::string_view path, absl::string_view text, const FoundConfiguration& found,
                absl::string_view about, Screen& err) {
  const std::string place =
      IsConfigurationPath(path) ? PlaceText(found.file, found.PositionOf(path)) : std::string(about);
  err.Text(absl::StrCat(SeverityWord(severity), ": "), SeverityStyle(severity))
      .Line(absl::StrCat(place, place.empty() ? "" : ": ", path, ": ", text));
}

void ComplainFinding(const v1::Finding& finding, const FoundConfiguration& found, absl::string_view about,
                     Screen& err) {
  const std::string text = absl::StrCat(finding.message(), ". ", finding.remedy(), " (", finding.rule(), ")");
  ComplainAt(finding.severity(), finding.path(), text, found, about, err);
}

}  // namespace cpsizer::cli
