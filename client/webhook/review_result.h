#ifndef CPSIZER_CLIENT_WEBHOOK_REVIEW_RESULT_H_
#define CPSIZER_CLIENT_WEBHOOK_REVIEW_RESULT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/finding.pb.h"

// The response to a review. All texts are escaped and limited in length.
namespace cpsizer::webhook {

// The limits of the texts of one response, in bytes. If the warnings are longer than 4,096 characters in total, the API
// server truncates each warning to 256 characters and drops the warnings that still exceed the total. Within these
// limits, the API server does not truncate or drop warnings. Source: k8s.io/apiserver/pkg/endpoints/filters/warning.go.
inline constexpr size_t kMaxWarningBytes = 240;
inline constexpr size_t kMaxWarnings = 16;
// The limit of a warning if there are so few that their total is below that of kMaxWarnings warnings. A warning ends
// with the remedy, which needs this space.
inline constexpr size_t kMaxWarningOfFewBytes = 1'920;
inline constexpr size_t kMaxMessageBytes = 8'192;

// The results of reviews, in the same order as in kOutcomeNames.
enum class Outcome : uint8_t {
  kAllowed,
  kAllowedWithWarnings,
  kDenied,
  kExempted,      // allowed despite errors, because the object is being deleted, or only its metadata or status changes
  kNotReviewed,   // allowed, because there is nothing to validate
  kFailedOpen,    // allowed, although there is no decision
  kFailedClosed,  // denied, because there is no decision
};
inline constexpr const char* kOutcomeNames[] = {"allowed",      "allowed_with_warnings", "denied",       "exempted",
                                                "not_reviewed", "failed_open",           "failed_closed"};

// The result of a review for which no decision can be made.
enum class OnFailure : uint8_t { kAllow, kDeny };

struct ReviewResult {
  Outcome outcome = Outcome::kAllowed;
  bool allowed = true;
  // The code and the reason in the metav1.Status of a denial.
  int code = 0;
  absl::string_view reason;
  // The errors if the object is denied, or the reason why the object is allowed.
  std::string message;
  std::vector<std::string> warnings;  // must not contain line feeds
};

// Denies `subject` if one of `findings` is an error. If no finding is an error, allows `subject` with the warnings of
// `findings`, but without the notes. `subject` is a name such as `MachineAutoscaler openshift-machine-api/worker`.
ReviewResult ResultOf(absl::string_view subject, const std::vector<v1::Finding>& findings);

// Allows `subject` for the reason `why`, although some of `findings` are errors. The errors become warnings.
ReviewResult Exempt(absl::string_view subject, const std::vector<v1::Finding>& findings, absl::string_view why);

// Allows a request that is not validated, for the reason `why`.
ReviewResult NotReviewed(std::string why);

// Allows or denies `subject` without a decision. `why` is one sentence without its period.
ReviewResult Undecided(OnFailure on_failure, absl::string_view subject, absl::string_view why);

bool HasErrors(const std::vector<v1::Finding>& findings);

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_REVIEW_RESULT_H_
