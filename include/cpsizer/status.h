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

// InvalidArgument for every finding of severity ERROR among `findings`: a google.rpc.BadRequest with one violation
// each, as far as kMaxErrorDetailsBytes allow, and a google.rpc.ErrorInfo whose reason is the first rule and whose
// metadata `violations_total` counts them all. The message describes the first finding. Requires at least one error.
absl::Status InvalidArgument(const google::protobuf::RepeatedPtrField<v1::Finding>& findings);

// FailedPrecondition with this message, which names the remedy, for every finding of severity ERROR among `findings`: a
// google.rpc.PreconditionFailure with one violation each (the rule is its type, the path its subject), as far as
// kMaxErrorDetailsBytes allow, and a google.rpc.ErrorInfo as that of InvalidArgument. Requires at least one error.
absl::Status FailedPrecondition(const google::protobuf::RepeatedPtrField<v1::Finding>& findings,
                                absl::string_view message);

// A status with a google.rpc.ErrorInfo of this reason (UPPER_SNAKE).
absl::Status StatusWithReason(absl::StatusCode code, absl::string_view reason, absl::string_view message);

// The status of a call that fails with `error`.
absl::Status CallErrorStatus(CallError error, absl::string_view message);

// Adds a detail, such as a google.rpc.RetryInfo, and replaces a detail of the same type.
void AddDetail(const google::protobuf::Message& detail, absl::Status& status);

// Reads the detail that has the type of `detail`. Returns false if `status` has no such detail or it cannot be parsed;
// `detail` is then empty.
bool ReadDetail(const absl::Status& status, google::protobuf::Message& detail);

// ResourceExhausted, reason REQUEST_TOO_LARGE, if a request of `bytes` on the wire is over the `limit` of its method.
absl::Status CheckRequestBytes(size_t bytes, size_t limit);

// The same status as a message: code, message and the details, in order.
void SetRpcStatus(const absl::Status& status, google::rpc::Status& rpc_status);

// The reverse of SetRpcStatus.
absl::Status FromRpcStatus(const google::rpc::Status& rpc_status);

}  // namespace cpsizer

#endif  // CPSIZER_STATUS_H_
