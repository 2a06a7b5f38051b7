#include "cpsizer/status.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "cpsizer/limits.h"
#include "google/rpc/error_details.pb.h"

namespace cpsizer {
namespace {

// Bytes that are reserved for the ErrorInfo, the status message and their framing.
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

std::vector<const v1::Finding*> ErrorsAmong(const google::protobuf::RepeatedPtrField<v1::Finding>& findings) {
  std::vector<const v1::Finding*> errors;
  for (const v1::Finding& finding : findings) {
    if (finding.severity() == v1::SEVERITY_ERROR) errors.push_back(&finding);
  }
  return errors;
}

// Adds one violation for each error, up to kMaxErrorDetailsBytes. `fill` writes the violation.
template <typename Violation, typename Fill>
void AddViolations(absl::Span<const v1::Finding* const> errors, const Fill& fill,
                   google::protobuf::RepeatedPtrField<Violation>& violations) {
  size_t bytes = kErrorInfoBytes;
  for (const v1::Finding* error : errors) {
    Violation violation;
    fill(*error, violation);
    bytes += violation.ByteSizeLong() + 4;  // tag and length
    if (bytes > kMaxErrorDetailsBytes) return;
    *violations.Add() = std::move(violation);
  }
}

absl::Status WithViolations(absl::StatusCode code, absl::string_view message, const google::protobuf::Message& detail,
                            absl::Span<const v1::Finding* const> errors) {
  absl::Status status(code, message);
  AddDetail(detail, status);
  google::rpc::ErrorInfo info = MakeErrorInfo(errors.front()->rule());
  (*info.mutable_metadata())["violations_total"] = absl::StrCat(errors.size());
  AddDetail(info, status);
  return status;
}

}  // namespace

absl::Status InvalidArgument(const google::protobuf::RepeatedPtrField<v1::Finding>& findings) {
  const std::vector<const v1::Finding*> errors = ErrorsAmong(findings);
  google::rpc::BadRequest detail;
  AddViolations<google::rpc::BadRequest::FieldViolation>(
      errors,
      [](const v1::Finding& error, google::rpc::BadRequest::FieldViolation& violation) {
        violation.set_field(error.path());
        violation.set_description(Sentence(error));
      },
      *detail.mutable_field_violations());
  std::string message = absl::StrCat(errors.front()->path(), ": ", Sentence(*errors.front()));
  if (errors.size() > 1) absl::StrAppend(&message, "; and ", errors.size() - 1, " more");
  return WithViolations(absl::StatusCode::kInvalidArgument, message, detail, errors);
}

absl::Status FailedPrecondition(const google::protobuf::RepeatedPtrField<v1::Finding>& findings,
                                absl::string_view message) {
  const std::vector<const v1::Finding*> errors = ErrorsAmong(findings);
  google::rpc::PreconditionFailure detail;
  AddViolations<google::rpc::PreconditionFailure::Violation>(
      errors,
      [](const v1::Finding& error, google::rpc::PreconditionFailure::Violation& violation) {
        violation.set_type(error.rule());
        violation.set_subject(error.path());
        violation.set_description(error.message());
      },
      *detail.mutable_violations());
  return WithViolations(absl::StatusCode::kFailedPrecondition, message, detail, errors);
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

absl::Status CallErrorWithRetry(CallError error, absl::string_view message) {
  absl::Status status = CallErrorStatus(error, message);
  google::rpc::RetryInfo info;
  info.mutable_retry_delay()->set_seconds(1);
  AddDetail(info, status);
  return status;
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
                         absl::StrCat("the request has ", bytes, " bytes, and the limit of this method is ", limit,
                                      "; send a smaller request, or split the batch"));
}

void SetRpcStatus(const absl::Status& status, google::rpc::Status& rpc_status) {
  rpc_status.set_code(static_cast<int>(status.code()));
  rpc_status.set_message(std::string(status.message()));
  // The order of the payloads in a status is not fixed. In the result, violations come before the ErrorInfo.
  for (const google::protobuf::Descriptor* type :
       {google::rpc::BadRequest::descriptor(), google::rpc::PreconditionFailure::descriptor(),
        google::rpc::ErrorInfo::descriptor(), google::rpc::RetryInfo::descriptor()}) {
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
