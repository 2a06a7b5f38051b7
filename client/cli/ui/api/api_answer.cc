#include "client/cli/ui/api/api_answer.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "cpsizer/status.h"
#include "google/rpc/status.pb.h"

namespace cpsizer::cli {
namespace {

// Returns the HTTP status of a code. Source: google/rpc/code.proto.
int HttpStatus(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kOutOfRange:
      return 400;
    case absl::StatusCode::kUnauthenticated:
      return 401;
    case absl::StatusCode::kPermissionDenied:
      return 403;
    case absl::StatusCode::kNotFound:
      return 404;
    case absl::StatusCode::kAborted:
    case absl::StatusCode::kAlreadyExists:
      return 409;
    case absl::StatusCode::kResourceExhausted:
      return 429;
    case absl::StatusCode::kCancelled:
      return 499;
    case absl::StatusCode::kUnimplemented:
      return 501;
    case absl::StatusCode::kUnavailable:
      return 503;
    case absl::StatusCode::kDeadlineExceeded:
      return 504;
    default:
      return 500;
  }
}

}  // namespace

std::string CompactText(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', /*ensure_ascii=*/true, nlohmann::ordered_json::error_handler_t::replace);
}

std::string CompactMembers(const nlohmann::ordered_json& object) {
  const std::string text = CompactText(object);
  return text.substr(1, text.size() - 2);
}

ui::ApiResponse JsonAnswer(std::string json) {
  ui::ApiResponse response;
  response.body = std::make_shared<const std::string>(std::move(json));
  return response;
}

ui::ApiResponse JsonAnswer(const nlohmann::ordered_json& json) {
  return JsonAnswer(CompactText(json));
}

ui::ApiResponse ErrorAnswer(const absl::Status& status) {
  google::rpc::Status rpc_status;
  SetRpcStatus(status, rpc_status);
  nlohmann::ordered_json error = {{"code", absl::StatusCodeToString(status.code())},
                                  {"message", std::string(status.message())}};
  const nlohmann::ordered_json json = ToJson(rpc_status);
  if (const auto details = json.find("details"); details != json.end()) error["details"] = *details;
  ui::ApiResponse response = JsonAnswer({{"error", std::move(error)}});
  response.code = HttpStatus(status.code());
  return response;
}

std::vector<std::string> PrintedErrors(absl::string_view printed) {
  std::vector<std::string> lines = absl::StrSplit(printed, '\n', absl::SkipEmpty());
  std::vector<std::string> errors;
  for (absl::string_view line : lines) {
    if (absl::ConsumePrefix(&line, "error: ")) errors.emplace_back(line);
  }
  return errors.empty() ? lines : errors;
}

std::string FirstError(absl::Span<const std::string> errors) {
  if (errors.empty()) return "";
  const size_t more = errors.size() - 1;
  return absl::StrCat(errors.front(), more == 0 ? "" : absl::StrCat(" (and ", Counted(more, "more error"), ")"));
}

void AddPrintedErrors(absl::string_view printed, nlohmann::ordered_json& problems) {
  for (std::string& error : PrintedErrors(printed)) problems.push_back({{"message", std::move(error)}});
}

absl::Status VerbStatus(int exit_code, absl::string_view printed) {
  const std::string message = absl::StrJoin(PrintedErrors(printed), "\n");
  return exit_code == kExitCallFailed ? absl::UnavailableError(message) : absl::FailedPreconditionError(message);
}

}  // namespace cpsizer::cli
