#include "client/service/call_status.h"

#include "absl/strings/cord.h"
#include "cpsizer/status.h"
#include "google/rpc/status.pb.h"

namespace cpsizer {

absl::Status ToAbslStatus(const grpc::Status& status) {
  google::rpc::Status details;
  if (!status.ok() && details.ParseFromString(status.error_details()) && details.code() == status.error_code()) {
    return FromRpcStatus(details);
  }
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
}

absl::Status WithMessage(const absl::Status& status, absl::string_view message) {
  absl::Status changed(status.code(), message);
  status.ForEachPayload(
      [&changed](absl::string_view type, const absl::Cord& payload) { changed.SetPayload(type, payload); });
  return changed;
}

}  // namespace cpsizer
