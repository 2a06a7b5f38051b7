#ifndef CPSIZER_STATUS_H_
#define CPSIZER_STATUS_H_

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cpsizer/call_errors.h"
#include "cpsizer/rules.h"
#include "google/protobuf/message.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "google/rpc/status.pb.h"

namespace cpsizer {

// The domain of every google.rpc.ErrorInfo.
inline constexpr absl::string_view kErrorDomain = "cpsizer";

// Returns InvalidArgument for the findings of severity ERROR. Its details are a google.rpc.BadRequest with one
// violation for each error, up to kMaxErrorDetailsBytes, and a google.rpc.ErrorInfo. The reason of the ErrorInfo is the
// rule of the first error; its metadata `violations_total` is the number of all errors. The message describes the first
// error. Requires at least one error.
absl::Status InvalidArgument(const google::protobuf::RepeatedPtrField<v1::Finding>& findings);

// Returns FailedPrecondition for the findings of severity ERROR. `message` must say what to do. The details are a
// google.rpc.PreconditionFailure with one violation for each error (its type is the rule, its subject is the path), up
// to kMaxErrorDetailsBytes, and the same google.rpc.ErrorInfo as in InvalidArgument(). Requires at least one error.
absl::Status FailedPrecondition(const google::protobuf::RepeatedPtrField<v1::Finding>& findings,
                                absl::string_view message);

// Returns a status with a google.rpc.ErrorInfo. `reason` is the reason of the ErrorInfo, in UPPER_SNAKE.
absl::Status StatusWithReason(absl::StatusCode code, absl::string_view reason, absl::string_view message);

// Returns the status of a call that fails with `error`.
absl::Status CallErrorStatus(CallError error, absl::string_view message);

// Returns CallErrorStatus() with an additional google.rpc.RetryInfo of one second.
absl::Status CallErrorWithRetry(CallError error, absl::string_view message);

// Adds a detail, such as a google.rpc.RetryInfo. Replaces a detail of the same type.
void AddDetail(const google::protobuf::Message& detail, absl::Status& status);

// Reads the detail that has the type of `detail`. If `status` does not have such a detail, or the detail cannot be
// parsed, returns false and leaves `detail` empty.
bool ReadDetail(const absl::Status& status, google::protobuf::Message& detail);

// Returns ResourceExhausted with the reason REQUEST_TOO_LARGE if `bytes`, the size of a request on the wire, is above
// `limit`, the limit of its method. Returns OK otherwise.
absl::Status CheckRequestBytes(size_t bytes, size_t limit);

// Writes the code, the message and the details of `status` to `rpc_status`. Only details of these types are written, in
// this order: BadRequest, PreconditionFailure, ErrorInfo, RetryInfo.
void SetRpcStatus(const absl::Status& status, google::rpc::Status& rpc_status);

// Reverses SetRpcStatus().
absl::Status FromRpcStatus(const google::rpc::Status& rpc_status);

}  // namespace cpsizer

#endif  // CPSIZER_STATUS_H_
