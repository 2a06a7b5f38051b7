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
  // Appends to `out`, which must outlive this. No finding is more severe than `loudest`: checks of parts that a
  // decision does not depend on only warn. `most` is the largest number of findings; later ones are dropped, except
  // that the first error replaces the last finding.
  explicit Findings(google::protobuf::RepeatedPtrField<v1::Finding>& out, v1::Severity loudest = v1::SEVERITY_ERROR,
                    int most = std::numeric_limits<int>::max())
      : out_(out), loudest_(loudest), most_(most) {}

  // `message` follows the value: "fraction 1.2 is above 1". `value` is quoted here, `message` must be safe to print.
  void Add(Rule rule, absl::string_view path, absl::string_view value, absl::string_view message);

  // Returns true once for each rule: if thousands of values can break it in the same way, one finding is enough.
  bool IsFirst(Rule rule) { return once_.insert(rule).second; }

  // Returns whether an error was added, even if it was not kept.
  bool has_errors() const { return has_errors_; }

 private:
  google::protobuf::RepeatedPtrField<v1::Finding>& out_;
  v1::Severity loudest_;
  int most_;
  bool has_errors_ = false;
  absl::flat_hash_set<Rule> once_;
};

// Returns the path of a list element: `spec.sizes[3]`.
inline std::string Indexed(absl::string_view list, int index) {
  return absl::StrCat(list, "[", index, "]");
}

// Adds LIMIT_EXCEEDED for a name over kMaxNameBytes.
void CheckNameLength(absl::string_view name, absl::string_view path, Findings& findings);

// Adds ENUM_UNKNOWN for a number that the enum does not have.
template <typename Enum>
void CheckEnum(bool known, Enum value, absl::string_view path, Findings& findings) {
  if (known) return;
  findings.Add(Rule::kEnumUnknown, path, absl::StrCat(static_cast<int>(value)),
               absl::StrCat("there is no value with number ", static_cast<int>(value)));
}

// Adds LIMIT_EXCEEDED for a list of more than `limit` entries.
void CheckCount(int count, int limit, absl::string_view path, Findings& findings);

// The same for the entries of several lists; `what` names them.
void CheckTotal(int64_t total, int64_t limit, absl::string_view path, absl::string_view what, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_FINDINGS_H_
