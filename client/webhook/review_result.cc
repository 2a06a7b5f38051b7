#include "client/webhook/review_result.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/objects/escape.h"
#include "cpsizer/rules.h"

namespace cpsizer::webhook {
namespace {

using objects::EscapeCut;

// The space for the line with the number of omitted findings, and for the last line.
constexpr size_t kTailBytes = 256;
constexpr size_t kMaxSubjectBytes = 384;
constexpr absl::string_view kAdvice =
    "`cpsizer validate -f FILE` shows their places in a file, and `cpsizer explain RULE` explains a rule.";

// The codes and reasons of metav1.Status that affect clients. Clients do not retry after code 422, but retry after code
// 503.
constexpr int kUnprocessable = 422;
constexpr absl::string_view kInvalid = "Invalid";
constexpr int kUnavailable = 503;
constexpr absl::string_view kServiceUnavailable = "ServiceUnavailable";

bool IsError(const v1::Finding& finding) {
  return finding.severity() == v1::SEVERITY_ERROR;
}

std::string Counted(size_t count, absl::string_view noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

// Returns a text such as `1 error and 2 warnings`. Severities without findings are left out.
std::string CountedFindings(const std::vector<v1::Finding>& findings) {
  std::vector<std::string> counts;
  for (const v1::Severity severity : {v1::SEVERITY_ERROR, v1::SEVERITY_WARNING, v1::SEVERITY_NOTE}) {
    const auto count =
        static_cast<size_t>(std::count_if(findings.begin(), findings.end(), [severity](const v1::Finding& finding) {
          return finding.severity() == severity;
        }));
    if (count > 0) counts.push_back(Counted(count, SeverityWord(severity)));
  }
  return absl::StrJoin(counts, counts.size() > 2 ? ", " : " and ");
}

// Returns a text such as `FRACTION_OUT_OF_RANGE at spec.sizes[0].capacity.kubeAPIServerMemoryFraction (1.5): the
// fraction is above 1`.
std::string Headline(const v1::Finding& finding) {
  if (finding.rule().empty()) return finding.message();
  return absl::StrCat(finding.rule(), finding.path().empty() ? "" : " at ", finding.path(),
                      finding.value().empty() ? "" : absl::StrCat(" (", finding.value(), ")"), ": ", finding.message());
}

std::string DenialLine(const v1::Finding& finding) {
  return EscapeCut(absl::StrCat(SeverityWord(finding.severity()), " ", Headline(finding), ". ", finding.remedy()),
                   kMaxMessageBytes / 2);
}

// Returns one line for each finding, errors first. Findings that do not fit into the maximum length are omitted and
// counted.
std::string DenialMessage(absl::string_view subject, std::vector<v1::Finding> findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const v1::Finding& a, const v1::Finding& b) { return a.severity() < b.severity(); });
  std::string message = absl::StrCat(EscapeCut(subject, kMaxSubjectBytes), " has ", CountedFindings(findings), ":\n");
  size_t shown = 0;
  for (const v1::Finding& finding : findings) {
    const std::string line = absl::StrCat("  ", DenialLine(finding), "\n");
    if (message.size() + line.size() + kTailBytes > kMaxMessageBytes) break;
    message += line;
    ++shown;
  }
  if (shown < findings.size()) {
    absl::StrAppend(&message, "  and ", Counted(findings.size() - shown, "more finding"), "\n");
  }
  return absl::StrCat(message, kAdvice);
}

// Returns the headline and the remedy.
std::string WarningLine(const v1::Finding& finding) {
  return absl::StrCat(Headline(finding), finding.remedy().empty() ? "" : ". ", finding.remedy());
}

// Returns warnings that are limited in number and length. A few warnings may be longer than many. If warnings are
// omitted, the last warning contains the number of omitted warnings.
std::vector<std::string> Bounded(const std::vector<std::string>& warnings) {
  std::vector<std::string> bounded;
  const size_t shown = warnings.size() > kMaxWarnings ? kMaxWarnings - 1 : warnings.size();
  const size_t share = kMaxWarnings * kMaxWarningBytes / std::max<size_t>(warnings.size(), 1);
  const size_t longest = std::clamp(share, kMaxWarningBytes, kMaxWarningOfFewBytes);
  for (size_t i = 0; i < shown; ++i) bounded.push_back(EscapeCut(warnings[i], longest));
  if (shown < warnings.size()) {
    bounded.push_back(absl::StrCat("and ", Counted(warnings.size() - shown, "more warning"),
                                   "; run `cpsizer validate` for all of them"));
  }
  return bounded;
}

}  // namespace

bool HasErrors(const std::vector<v1::Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), IsError);
}

ReviewResult ResultOf(absl::string_view subject, const std::vector<v1::Finding>& findings) {
  ReviewResult result;
  if (HasErrors(findings)) {
    result.outcome = Outcome::kDenied;
    result.allowed = false;
    result.code = kUnprocessable;
    result.reason = kInvalid;
    result.message = DenialMessage(subject, findings);
    return result;
  }
  std::vector<std::string> warnings;
  for (const v1::Finding& finding : findings) {
    if (finding.severity() == v1::SEVERITY_WARNING) warnings.push_back(WarningLine(finding));
  }
  result.outcome = warnings.empty() ? Outcome::kAllowed : Outcome::kAllowedWithWarnings;
  result.message = absl::StrCat(EscapeCut(subject, kMaxSubjectBytes), " has no errors");
  result.warnings = Bounded(warnings);
  return result;
}

ReviewResult Exempt(absl::string_view subject, const std::vector<v1::Finding>& findings, absl::string_view why) {
  std::vector<std::string> warnings;
  for (const bool errors : {true, false}) {
    for (const v1::Finding& finding : findings) {
      if (finding.severity() == v1::SEVERITY_NOTE || IsError(finding) != errors) continue;
      warnings.push_back(absl::StrCat(errors ? "error " : "", WarningLine(finding)));
    }
  }
  ReviewResult result;
  result.outcome = Outcome::kExempted;
  result.message = absl::StrCat(EscapeCut(subject, kMaxSubjectBytes), " has errors and is allowed: ", why);
  result.warnings = Bounded(warnings);
  return result;
}

ReviewResult NotReviewed(std::string why) {
  ReviewResult result;
  result.outcome = Outcome::kNotReviewed;
  result.message = std::move(why);
  return result;
}

ReviewResult Undecided(OnFailure on_failure, absl::string_view subject, absl::string_view why) {
  const std::string cause = EscapeCut(why, kMaxMessageBytes / 2);
  const std::string name = EscapeCut(subject, kMaxSubjectBytes);
  ReviewResult result;
  if (on_failure == OnFailure::kAllow) {
    result.outcome = Outcome::kFailedOpen;
    result.message = absl::StrCat(name, " was not validated: ", cause);
    // The advice comes first, because the cause may be long.
    result.warnings = Bounded({absl::StrCat(name, " was not validated by cpsizer; run `cpsizer validate`"),
                               absl::StrCat("the reason: ", cause)});
    return result;
  }
  result.outcome = Outcome::kFailedClosed;
  result.allowed = false;
  result.code = kUnavailable;
  result.reason = kServiceUnavailable;
  result.message = absl::StrCat(name, " was not validated, and --on-failure=deny is set: ", cause,
                                ". Retry. If it fails again, check the service, or set --on-failure=allow");
  return result;
}

}  // namespace cpsizer::webhook
