#ifndef CPSIZER_CLIENT_WEBHOOK_ADMISSION_REVIEW_H_
#define CPSIZER_CLIENT_WEBHOOK_ADMISSION_REVIEW_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"
#include "client/webhook/verdict.h"

// AdmissionReview of admission.k8s.io/v1: the request of the API server, and the response. Source:
// k8s.io/api/admission/v1.
namespace cpsizer::webhook {

// The longest uid, in bytes. The API server sends a UUID, and the response repeats it.
inline constexpr size_t kMaxUidBytes = 128;

// Operations other than these are reviewed as kOther.
enum class Operation : uint8_t { kCreate, kUpdate, kDelete, kOther };

// The request of an AdmissionReview.
struct AdmissionReview {
  std::string uid;
  Operation operation = Operation::kOther;
  std::string operation_text;  // as it was sent
  std::string sub_resource;    // empty: the object itself
  std::string api_version;     // of the object: `autoscaling/v2`
  std::string kind;
  std::string name_space;  // empty for an object of the cluster
  std::string name;        // empty if the API server generates it
  std::string user;
  bool dry_run = false;
  tree::Node object;      // null for DELETE
  tree::Node old_object;  // null for CREATE
};

// Reads the body of a request. Errors: InvalidArgument with one sentence for a body that is not a review.
absl::StatusOr<AdmissionReview> ReadAdmissionReview(absl::string_view body);

// Returns the body of the response to the review `uid`, in JSON.
std::string FormatAdmissionReview(absl::string_view uid, const Verdict& verdict);

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_ADMISSION_REVIEW_H_
