#include "cpsizer/status.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "google/rpc/error_details.pb.h"

namespace cpsizer {
namespace {

// Left for the ErrorInfo, the status message and their framing.
constexpr size_t kErrorInfoBytes = 1'024;

std::string TypeUrl(const google::protobuf::Descriptor& type) {
  return absl::StrCat("type.googleapis.com/", type.full_name());
}

google::rpc::ErrorInfo MakeErrorInfo(absl::string_view reason) {
  google::rpc::ErrorInfo info;
  info.set_reason(std::string(reason));
  info.set_domain(std::string(kErrorDomain));
  return info;
}

std::string Sentence(const v1::Finding& finding) {
  return absl::StrCat(finding.message(), ". ", finding.remedy(), " (", finding.rule(), ")");
}

}  // namespace

absl::Status InvalidArgument(const google::protobuf::RepeatedPtrField<v1::Finding>& findings) {
  google::rpc::BadRequest bad_request;
  const v1::Finding* first = nullptr;
  int total = 0;
  size_t bytes = kErrorInfoBytes;
  for (const v1::Finding& finding : findings) {
    if (finding.severity() != v1::SEVERITY_ERROR) continue;
    ++total;
    if (first == nullptr) first = &finding;
    google::rpc::BadRequest::FieldViolation violation;
    violation.set_field(finding.path());
    violation.set_description(Sentence(finding));
    bytes += violation.ByteSizeLong() + 4;  // tag and length
    if (bytes <= kMaxErrorDetailsBytes) *bad_request.add_field_violations() = std::move(violation);
  }
  std::string message = absl::StrCat(first->path(), ": ", Sentence(*first));
  if (total > 1) absl::StrAppend(&message, "; and ", total - 1, " more");
  absl::Status status = absl::InvalidArgumentError(message);
  AddDetail(bad_request, status);
  google::rpc::ErrorInfo info = MakeErrorInfo(first->rule());
  (*info.mutable_metadata())["violations_total"] = absl::StrCat(total);
  AddDetail(info, status);
  return status;
}

absl::Status StatusWithReason(absl::StatusCode code, absl::string_view reason, absl::string_view message) {
  absl::Status status(code, message);
  AddDetail(MakeErrorInfo(reason), status);
  return status;
}

absl::Status CallErrorStatus(CallError error, absl::string_view message) {
  const CallErrorInfo& info = Info(error);
  return StatusWithReason(info.code, info.id, message);
}

void AddDetail(const google::protobuf::Message& detail, absl::Status& status) {
  status.SetPayload(TypeUrl(*detail.GetDescriptor()), absl::Cord(detail.SerializeAsString()));
}

bool ReadDetail(const absl::Status& status, google::protobuf::Message& detail) {
  detail.Clear();
  const absl::optional<absl::Cord> payload = status.GetPayload(TypeUrl(*detail.GetDescriptor()));
  if (!payload.has_value()) return false;
  if (detail.ParseFromString(std::string(*payload))) return true;
  detail.Clear();
  return false;
}

absl::Status CheckRequestBytes(size_t bytes, size_t limit) {
  if (bytes <= limit) return absl::OkStatus();
  return CallErrorStatus(CallError::kRequestTooLarge,
                         absl::StrCat("the request has ", bytes, " bytes, this method takes at most ", limit,
                                      "; send less, or several clusters in batches"));
}

void SetRpcStatus(const absl::Status& status, google::rpc::Status& rpc_status) {
  rpc_status.set_code(static_cast<int>(status.code()));
  rpc_status.set_message(std::string(status.message()));
  // BadRequest before ErrorInfo: the order of payloads in a status is not fixed.
  for (const google::protobuf::Descriptor* type :
       {google::rpc::BadRequest::descriptor(), google::rpc::ErrorInfo::descriptor(),
        google::rpc::RetryInfo::descriptor()}) {
    const std::string url = TypeUrl(*type);
    const absl::optional<absl::Cord> payload = status.GetPayload(url);
    if (!payload.has_value()) continue;
    google::protobuf::Any& detail = *rpc_status.add_details();
    detail.set_type_url(url);
    detail.set_value(std::string(*payload));
  }
}

absl::Status FromRpcStatus(const google::rpc::Status& rpc_status) {
  absl::Status status(static_cast<absl::StatusCode>(rpc_status.code()), rpc_status.message());
  for (const google::protobuf::Any& detail : rpc_status.details()) {
    status.SetPayload(detail.type_url(), absl::Cord(detail.value()));
  }
  return status;
}

}  // namespace cpsizer
