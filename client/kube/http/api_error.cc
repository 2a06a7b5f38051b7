#include "client/kube/http/api_error.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/kube/http/utf8_prefix.h"
#include "client/tree/parse_json.h"

namespace cpsizer::kube {
namespace {

constexpr char kRetryAfterUrl[] = "cpsizer.kube/retry-after-seconds";
// The URL of the payload with the response of the server. The payload is a text such as `404 object deployments.apps
// "web" not found`, `403 status no`, `503 text service unavailable` or `500 other {"error":"no"}`.
constexpr char kServerAnswerUrl[] = "cpsizer.kube/server-answer";
constexpr char kBrokenConnectionUrl[] = "cpsizer.kube/broken-connection";
constexpr char kTooLargeUrl[] = "cpsizer.kube/too-large";
constexpr absl::Duration kMaxRetryAfter = absl::Minutes(1);
// Limits the length of a message. The message of the API server can contain the whole object twice.
constexpr size_t kMaxMessageBytes = 1'024;

bool HasCause(const tree::Node& status, absl::string_view key, absl::string_view value) {
  const std::vector<tree::Node>& causes = Find(status, {"details", "causes"}).items;
  return std::any_of(causes.begin(), causes.end(),
                     [&](const tree::Node& cause) { return TextAt(cause, {key}) == value; });
}

absl::StatusCode CodeOf403(const tree::Node& status) {
  if (HasCause(status, "reason", "NamespaceTerminating")) return absl::StatusCode::kFailedPrecondition;
  // The API server treats a request with an empty token as a request of the anonymous user, who has few permissions.
  if (absl::StrContains(TextAt(status, {"message"}), "\"system:anonymous\"")) return absl::StatusCode::kUnauthenticated;
  return absl::StatusCode::kPermissionDenied;
}

// Checks `reason` before `http_code`, because `reason` is more specific.
absl::StatusCode CodeOf(int64_t http_code, const tree::Node& status) {
  const absl::string_view reason = TextAt(status, {"reason"});
  if (reason == "Expired" || reason == "Gone" || http_code == 410) return absl::StatusCode::kOutOfRange;
  if (HasCause(status, "reason", "ResourceVersionTooLarge")) return absl::StatusCode::kOutOfRange;
  switch (http_code) {
    case 400:
    case 406:
    case 413:
    case 415:
      return absl::StatusCode::kInvalidArgument;
    case 401:
      return absl::StatusCode::kUnauthenticated;
    case 403:
      return CodeOf403(status);
    case 404:
      return absl::StatusCode::kNotFound;
    case 409:
      return reason == "AlreadyExists" ? absl::StatusCode::kAlreadyExists : absl::StatusCode::kAborted;
    case 422:
      // If a merge patch contains the uid of a deleted object, and a new object has the same name, the API server
      // responds with a cause for metadata.uid.
      return HasCause(status, "field", "metadata.uid") ? absl::StatusCode::kAborted
                                                       : absl::StatusCode::kInvalidArgument;
    case 429:
      return absl::StatusCode::kResourceExhausted;
    case 502:
    case 503:
      return absl::StatusCode::kUnavailable;
    default:
      return absl::StatusCode::kInternal;
  }
}

bool IsPage(absl::string_view body) {
  return absl::StartsWith(absl::StripLeadingAsciiWhitespace(body), "<");
}

// Returns the body without white space at its start and end. If the body is an HTML page of a proxy, returns a hint.
std::string BodyText(absl::string_view body) {
  if (IsPage(body)) return "an HTML page; check that the address is that of an API server";
  return std::string(absl::StripAsciiWhitespace(body));
}

absl::Status MakeError(int64_t http_code, const tree::Node& status, absl::string_view message) {
  const absl::string_view reason = TextAt(status, {"reason"});
  return absl::Status(CodeOf(http_code, status),
                      absl::StrCat("the API server responded with ", http_code, reason.empty() ? "" : " ", reason,
                                   message.empty() ? "" : ": ", Utf8Prefix(message, kMaxMessageBytes)));
}

// Returns the word for the form of a body in ServerAnswerPayload(). `status` is empty if the body is not a Status.
const char* FormOf(const tree::Node& status, bool is_text) {
  if (status.is_null()) return is_text ? "text" : "other";
  return TextAt(status, {"details", "name"}).empty() ? "status" : "object";
}

absl::Cord ServerAnswerPayload(int http_code, absl::string_view form, absl::string_view message) {
  return absl::Cord(absl::StrCat(http_code, " ", form, " ", Utf8Prefix(message, kMaxMessageBytes)));
}

absl::Status WithRetryAfterOfStatus(absl::Status error, const tree::Node& status) {
  const int64_t seconds = NumberAt(status, {"details", "retryAfterSeconds"});
  return seconds > 0 ? WithRetryAfter(std::move(error), absl::Seconds(seconds)) : error;
}

}  // namespace

absl::Status ApiError(int http_code, absl::string_view body, absl::optional<absl::Duration> retry_after, bool is_text) {
  const tree::Node status = tree::ParseJson(body);
  const bool is_status = TextAt(status, {"kind"}) == "Status";
  absl::Status error = MakeError(http_code, is_status ? status : tree::Node(),
                                 is_status ? std::string(TextAt(status, {"message"})) : BodyText(body));
  // A 404 response with an HTML page is from a proxy, so it does not mean that the object does not exist.
  if (http_code == 404 && IsPage(body)) error = absl::DataLossError(error.message());
  // Keeps white space in the message of a Status, and removes it from other bodies, as client-go does.
  const absl::string_view message = is_status ? TextAt(status, {"message"}) : absl::StripAsciiWhitespace(body);
  error.SetPayload(kServerAnswerUrl,
                   ServerAnswerPayload(http_code, FormOf(is_status ? status : tree::Node(), is_text), message));
  if (retry_after.has_value()) return WithRetryAfter(std::move(error), *retry_after);
  return WithRetryAfterOfStatus(std::move(error), status);
}

absl::optional<ServerAnswer> ServerAnswerOf(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kServerAnswerUrl);
  if (!payload.has_value()) return absl::nullopt;
  const std::vector<std::string> parts = absl::StrSplit(std::string(*payload), absl::MaxSplits(' ', 2));
  ServerAnswer answer;
  if (parts.size() != 3 || !absl::SimpleAtoi(parts[0], &answer.http_code)) return absl::nullopt;
  answer.names_object = parts[1] == "object";
  answer.is_status = answer.names_object || parts[1] == "status";
  answer.is_text = parts[1] == "text";
  answer.message = parts[2];
  return answer;
}

absl::Status ApiErrorOf(const tree::Node& status) {
  return WithRetryAfterOfStatus(MakeError(NumberAt(status, {"code"}), status, TextAt(status, {"message"})), status);
}

absl::optional<absl::Duration> RetryAfter(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kRetryAfterUrl);
  int64_t seconds = 0;
  if (!payload.has_value() || !absl::SimpleAtoi(std::string(*payload), &seconds)) return absl::nullopt;
  return absl::Seconds(seconds);
}

absl::Status WithRetryAfter(absl::Status status, absl::Duration retry_after) {
  const absl::Duration bounded = std::clamp(retry_after, absl::ZeroDuration(), kMaxRetryAfter);
  status.SetPayload(kRetryAfterUrl, absl::Cord(absl::StrCat(absl::ToInt64Seconds(bounded))));
  return status;
}

absl::Status BrokenConnectionError(absl::string_view message) {
  absl::Status status = absl::UnavailableError(message);
  status.SetPayload(kBrokenConnectionUrl, absl::Cord());
  return status;
}

bool IsBrokenConnection(const absl::Status& status) {
  return status.GetPayload(kBrokenConnectionUrl).has_value();
}

absl::Status AsTooLarge(absl::Status status) {
  status.SetPayload(kTooLargeUrl, absl::Cord());
  return status;
}

bool IsTooLarge(const absl::Status& status) {
  return status.GetPayload(kTooLargeUrl).has_value();
}

absl::Status NoObjectError(absl::string_view what, size_t bytes, const absl::Status& parse_error) {
  if (absl::IsResourceExhausted(parse_error)) {
    return AsTooLarge(absl::ResourceExhaustedError(absl::StrCat(what, " ", parse_error.message())));
  }
  if (absl::IsOutOfRange(parse_error)) return absl::DataLossError(absl::StrCat(what, " ", parse_error.message()));
  return absl::DataLossError(absl::StrCat(
      "the response (", bytes, " bytes) is not a JSON object; check that the address is that of an API server"));
}

}  // namespace cpsizer::kube
