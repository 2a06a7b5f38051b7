#ifndef CPSIZER_SERVER_ENGINE_BASE_FINDINGS_H_
#define CPSIZER_SERVER_ENGINE_BASE_FINDINGS_H_

#include <limits>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/rules.h"
#include "cpsizer/v1/finding.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer {

// Collects the findings of the checks of a request.
class Findings {
 public:
  // Appends findings to `out`, which must outlive this object. A severity above `max_severity` is reduced to
  // `max_severity`: errors in parts of an object on which the decision does not depend must be only warnings. `most` is
  // the largest number of findings. Later findings are dropped, except the first error: it replaces the last finding of
  // the list.
  explicit Findings(google::protobuf::RepeatedPtrField<v1::Finding>& out,
                    v1::Severity max_severity = v1::SEVERITY_ERROR, int most = std::numeric_limits<int>::max())
      : out_(out), max_severity_(max_severity), most_(most) {}

  // `message` must contain the value, for example "fraction 1.2 is above 1", and must be safe to print. This function
  // escapes `value`. If `remedy` is empty, the finding has the remedy of the rule.
  void Add(Rule rule, absl::string_view path, absl::string_view value, absl::string_view message,
           absl::string_view remedy = "");

  // Returns true only once for each rule: if thousands of values can break a rule in the same way, one finding is
  // enough.
  bool IsFirst(Rule rule) { return once_.insert(rule).second; }

  // Returns whether Add() was called for an error, even if the list was full.
  bool has_errors() const { return has_errors_; }

 private:
  google::protobuf::RepeatedPtrField<v1::Finding>& out_;
  v1::Severity max_severity_;
  int most_;
  bool has_errors_ = false;
  absl::flat_hash_set<Rule> once_;
};

// Returns the path of a list element, for example `spec.sizes[3]`.
inline std::string Indexed(absl::string_view list, int index) {
  return absl::StrCat(list, "[", index, "]");
}

// Adds LIMIT_EXCEEDED if a name is longer than kMaxNameBytes.
void CheckNameLength(absl::string_view name, absl::string_view path, Findings& findings);

// Adds ENUM_UNKNOWN if the enum does not have this number, that is, if `known` is false.
template <typename Enum>
void CheckEnum(bool known, Enum value, absl::string_view path, Findings& findings) {
  if (known) return;
  findings.Add(Rule::kEnumUnknown, path, absl::StrCat(static_cast<int>(value)),
               absl::StrCat("there is no value with number ", static_cast<int>(value)));
}

// Adds LIMIT_EXCEEDED if a list has more than `limit` entries.
void CheckCount(int count, int limit, absl::string_view path, Findings& findings);

// Adds LIMIT_EXCEEDED if several lists together have more than `limit` entries. `what` is the noun for the entries.
void CheckTotal(int64_t total, int64_t limit, absl::string_view path, absl::string_view what, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_FINDINGS_H_
