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

// Where the checks of a request put what they find.
class Findings {
 public:
  // Appends to `out`, which must outlive this. Nothing is said louder than `loudest`: checks of parts that a decision
  // does not depend on only warn. `most` is how many it may have; what is past them is not kept,
  // except that the first error takes the place of the last finding.
  explicit Findings(google::protobuf::RepeatedPtrField<v1::Finding>& out, v1::Severity loudest = v1::SEVERITY_ERROR,
                    int most = std::numeric_limits<int>::max())
      : out_(out), loudest_(loudest), most_(most) {}

  // `message` follows the value: "fraction 1.2 is above 1". `value` is quoted here, `message` must be safe to print.
  void Add(Rule rule, absl::string_view path, absl::string_view value, absl::string_view message);

  // Returns true once for each rule: where thousands of values may break it in the same way, one finding is enough.
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

// A list element's path: `spec.sizes[3]`.
inline std::string Indexed(absl::string_view list, int index) {
  return absl::StrCat(list, "[", index, "]");
}

// Says LIMIT_EXCEEDED for a name over kMaxNameBytes.
void CheckNameLength(absl::string_view name, absl::string_view path, Findings& findings);

// Says ENUM_UNKNOWN for a number that the enum does not have.
template <typename Enum>
void CheckEnum(bool known, Enum value, absl::string_view path, Findings& findings) {
  if (known) return;
  findings.Add(Rule::kEnumUnknown, path, absl::StrCat(static_cast<int>(value)),
               absl::StrCat("there is no value with number ", static_cast<int>(value)));
}

// Says LIMIT_EXCEEDED for a list of more than `limit` entries.
void CheckCount(int count, int limit, absl::string_view path, Findings& findings);

// The same for entries of several lists: `what` is what they are.
void CheckTotal(int64_t total, int64_t limit, absl::string_view path, absl::string_view what, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_FINDINGS_H_
