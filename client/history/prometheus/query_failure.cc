#include "client/history/prometheus/query_failure.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/history/prometheus/limits.h"
#include "client/kube/http/api_error.h"
#include "client/objects/escape.h"
#include "client/tree/node.h"
#include "client/tree/parse_json.h"

namespace cpsizer::history {
namespace {

using Next = QueryFailure::Next;

// The error in a response of Prometheus.
struct PrometheusError {
  std::string type;  // errorType, such as `timeout`; empty if the response is not of Prometheus
  std::string text;
};

PrometheusError ReadError(const kube::ServerAnswer& answer) {
  const tree::Node body = tree::ParseJson(answer.message);
  if (tree::TextAt(body, {"status"}) == "error") {
    return {std::string(tree::TextAt(body, {"errorType"})), std::string(tree::TextAt(body, {"error"}))};
  }
  const absl::string_view text = absl::StripAsciiWhitespace(answer.message);
  return {"", absl::StartsWith(text, "<") ? "an HTML page, which is not of Prometheus" : std::string(text)};
}

// Returns what a response with this code means, for a code that does not pass.
absl::string_view Remedy(int code, const kube::ServerAnswer& answer) {
  if (code >= 300 && code < 400) {
    return "; redirects are not followed, because the token must not go to another server: give the final URL";
  }
  switch (code) {
    case 401:
      return answer.is_status ? "; log in to the cluster again"
                              : "; give a valid token with --prometheus-token-file (the proxy of the API server does "
                                "not send one)";
    case 403:
      return answer.is_status ? "; allow the verb get for services/proxy in this namespace"
                              : "; allow this account to query metrics, on OpenShift with the role "
                                "cluster-monitoring-view";
    case 404:
      return answer.is_status ? "; give a service that exists and has endpoints"
                              : "; give the URL without /api, such as https://prometheus.example.com";
    default:
      return "";
  }
}

Next NextOf(int code, const PrometheusError& error) {
  if (code == 422 || code == 504 || error.type == "timeout") return Next::kShorten;
  return code == 408 || code == 429 || code == 500 || code == 502 || code == 503 ? Next::kRetry : Next::kFail;
}

// Returns whether a proxy responded because it cannot reach Prometheus.
bool IsOfProxy(int code, const PrometheusError& error) {
  return (code == 502 || code == 503) && error.type.empty();
}

QueryFailure FailureOf(const kube::ServerAnswer& answer) {
  const PrometheusError error = ReadError(answer);
  QueryFailure failure;
  failure.next = NextOf(answer.http_code, error);
  failure.too_large = answer.http_code == 422;
  failure.unreachable = IsOfProxy(answer.http_code, error);
  failure.message = absl::StrCat("the server responded with HTTP status ", answer.http_code,
                                 error.text.empty() ? "" : ": ", objects::EscapeCut(error.text, kMaxServerTextBytes),
                                 failure.unreachable ? "; check that Prometheus runs there" : "",
                                 failure.next == Next::kFail ? Remedy(answer.http_code, answer) : "");
  return failure;
}

}  // namespace

QueryFailure MakeQueryFailure(const absl::Status& status) {
  QueryFailure failure;
  if (const absl::optional<kube::ServerAnswer> answer = kube::ServerAnswerOf(status); answer.has_value()) {
    failure = FailureOf(*answer);
  } else {
    failure.message = std::string(status.message());
    failure.too_large = kube::IsTooLarge(status) || absl::IsResourceExhausted(status);
    const bool timed_out = absl::IsDeadlineExceeded(status);
    failure.unreachable = timed_out || (absl::IsUnavailable(status) && !kube::IsBrokenConnection(status));
    if (failure.too_large || timed_out) failure.next = Next::kShorten;
    if (timed_out) absl::StrAppend(&failure.message, "; check the address, and the load of Prometheus");
    if (absl::IsUnavailable(status)) failure.next = Next::kRetry;
  }
  failure.wait = kube::RetryAfter(status).value_or(absl::ZeroDuration());
  return failure;
}

}  // namespace cpsizer::history
