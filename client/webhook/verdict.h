#ifndef CPSIZER_CLIENT_WEBHOOK_VERDICT_H_
#define CPSIZER_CLIENT_WEBHOOK_VERDICT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/finding.pb.h"

// The response to a review, from findings alone. All texts are escaped and bounded.
namespace cpsizer::webhook {

// The limits of the texts of one response, in bytes. The API server truncates warnings to 256 characters once they have
// more than 4,096 together, and drops the rest; within these limits it never does. Source:
// k8s.io/apiserver/pkg/endpoints/filters/warning.go.
inline constexpr size_t kMaxWarningBytes = 240;
inline constexpr size_t kMaxWarnings = 16;
inline constexpr size_t kMaxMessageBytes = 8'192;

// The table of results, in the order of kOutcomeNames.
enum class Outcome : uint8_t {
  kAllowed,
  kAllowedWithWarnings,
  kDenied,
  kExempted,      // allowed despite errors: the object is deleted, or only its metadata or status changes
  kNotReviewed,   // allowed: there is nothing to validate
  kFailedOpen,    // allowed without a decision
  kFailedClosed,  // denied without a decision
};
inline constexpr const char* kOutcomeNames[] = {"allowed",      "allowed_with_warnings", "denied",       "exempted",
                                                "not_reviewed", "failed_open",           "failed_closed"};

// The result for a request that cannot be decided.
enum class OnFailure : uint8_t { kAllow, kDeny };

struct Verdict {
  Outcome outcome = Outcome::kAllowed;
  bool allowed = true;
  // The code and the reason of the metav1.Status of a denial.
  int code = 0;
  absl::string_view reason;
  // The errors, for a denial; otherwise the reason why it is allowed.
  std::string message;
  std::vector<std::string> warnings;  // without line feeds
};

// Denies `subject`, such as `MachineAutoscaler openshift-machine-api/worker`, if one of `findings` is an error. Allows
// it otherwise, with the warnings among them; notes are left out.
Verdict MakeVerdict(absl::string_view subject, const std::vector<v1::Finding>& findings);

// Allows `subject` although some of `findings` are errors, because of `why`; errors are warnings then.
Verdict Exempt(absl::string_view subject, const std::vector<v1::Finding>& findings, absl::string_view why);

// Allows a request that is not validated because of `why`.
Verdict NotReviewed(std::string why);

// Allows or denies `subject` without a decision; `why` is one sentence without its period.
Verdict Undecided(OnFailure on_failure, absl::string_view subject, absl::string_view why);

bool HasErrors(const std::vector<v1::Finding>& findings);

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_VERDICT_H_
