#ifndef CPSIZER_CLIENT_WEBHOOK_ADMISSION_REVIEW_H_
#define CPSIZER_CLIENT_WEBHOOK_ADMISSION_REVIEW_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"
#include "client/webhook/review_result.h"

// AdmissionReview of admission.k8s.io/v1: the request of the API server, and the response to it. Source:
// k8s.io/api/admission/v1.
namespace cpsizer::webhook {

// The maximum length of a uid, in bytes. The API server sends a UUID, and the response repeats it.
inline constexpr size_t kMaxUidBytes = 128;

// The operation of a review. kOther is an operation that is not in this list.
enum class Operation : uint8_t { kCreate, kUpdate, kDelete, kOther };

// The request of an AdmissionReview.
struct AdmissionReview {
  std::string uid;
  Operation operation = Operation::kOther;
  std::string operation_text;  // the operation as the API server sent it
  std::string sub_resource;    // empty: the review is about the object itself
  std::string api_version;     // the API version of the object, such as `autoscaling/v2`
  std::string kind;
  std::string name_space;  // empty for a cluster-scoped object
  std::string name;        // empty if the API server generates the name
  std::string user;
  bool dry_run = false;
  tree::Node object;      // null for DELETE
  tree::Node old_object;  // null for CREATE
};

// Reads the body of a request. Errors: InvalidArgument with one sentence for a body that is not a review.
absl::StatusOr<AdmissionReview> ReadAdmissionReview(absl::string_view body);

// Returns the body of the response to the review `uid`, in JSON.
std::string FormatAdmissionReview(absl::string_view uid, const ReviewResult& result);

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_ADMISSION_REVIEW_H_
