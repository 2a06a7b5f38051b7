#include "server/engine/base/findings.h"

#include <algorithm>

#include "cpsizer/limits.h"
#include "server/engine/base/text.h"

namespace cpsizer {

void Findings::Add(Rule rule, absl::string_view path, absl::string_view value, absl::string_view message,
                   absl::string_view remedy) {
  const RuleInfo& info = Info(rule);
  // A higher severity has a smaller number.
  const v1::Severity severity = std::max(info.severity, max_severity_);
  const bool is_first_error = severity == v1::SEVERITY_ERROR && !has_errors_;
  has_errors_ = has_errors_ || is_first_error;
  if (out_.size() >= most_) {
    // Even a full list keeps one error, so that the call can fail with this error.
    if (!is_first_error) return;
    out_.RemoveLast();
  }
  v1::Finding& finding = *out_.Add();
  finding.set_rule(info.id.data(), info.id.size());
  finding.set_severity(severity);
  finding.set_path(path.data(), path.size());
  finding.set_value(Quoted(value));
  finding.set_message(message.data(), message.size());
  if (remedy.empty()) remedy = info.remedy;
  finding.set_remedy(remedy.data(), remedy.size());
}

void CheckNameLength(absl::string_view name, absl::string_view path, Findings& findings) {
  if (name.size() <= kMaxNameBytes) return;
  findings.Add(Rule::kLimitExceeded, path, name,
               absl::StrCat("the name has ", name.size(), " bytes, at most ", kMaxNameBytes, " are allowed"));
}

void CheckCount(int count, int limit, absl::string_view path, Findings& findings) {
  if (count <= limit) return;
  findings.Add(Rule::kLimitExceeded, path, absl::StrCat(count),
               absl::StrCat("there are ", count, " entries, at most ", limit, " are allowed"));
}

void CheckTotal(int64_t total, int64_t limit, absl::string_view path, absl::string_view what, Findings& findings) {
  if (total <= limit) return;
  findings.Add(Rule::kLimitExceeded, path, absl::StrCat(total),
               absl::StrCat("there are ", total, " ", what, ", at most ", limit, " are allowed"));
}

}  // namespace cpsizer
