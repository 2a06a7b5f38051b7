#include "client/webhook/endpoint.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/webhook/admission_review.h"
#include "client/webhook/review_result.h"
#include "server/process/log_fields.h"
#include "server/process/logging.h"
#include "server/process/token_bucket.h"

namespace cpsizer::webhook {
namespace {

using server::LogLevel;
using server::PlainResponse;
using server::WebRequest;
using server::WebResponse;

constexpr char kJson[] = "application/json";
constexpr absl::string_view kTimeout = "timeout=";
constexpr absl::Duration kMaxMargin = absl::Milliseconds(500);
constexpr int kMarginPart = 10;

// The limit for log lines that callers cause: first a burst, then 100 lines per second.
constexpr int kLogBurst = 1'000;
constexpr absl::Duration kLogInterval = absl::Milliseconds(10);

WebResponse Refuse(int code, absl::string_view why) {
  WebResponse response = PlainResponse(code, why);
  response.close = true;
  return response;
}

absl::optional<WebResponse> RefuseHead(const WebRequest& head) {
  if (head.path != kValidatePath) {
    return Refuse(404, absl::StrCat("there is no such path; reviews are sent to ", kValidatePath));
  }
  if (head.method != "POST") {
    WebResponse response = Refuse(405, "only POST is allowed here");
    response.headers.emplace_back("Allow", "POST");
    return response;
  }
  if (!head.HasJson()) return Refuse(415, "the Content-Type must be application/json");
  // The server refuses Transfer-Encoding.
  if (head.Values("Content-Length").empty() && head.Values("Transfer-Encoding").empty()) {
    return Refuse(411, "the request has no Content-Length");
  }
  return absl::nullopt;
}

WebResponse JsonResponse(std::string body) {
  WebResponse response;
  response.content_type = kJson;
  response.headers = {{"Cache-Control", "no-store"}};
  response.body = std::make_shared<const std::string>(std::move(body));
  return response;
}

LogLevel LevelOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDenied:
    case Outcome::kExempted:
      return LogLevel::kInfo;
    case Outcome::kFailedOpen:
    case Outcome::kFailedClosed:
      return LogLevel::kWarn;
    default:
      return LogLevel::kDebug;
  }
}

absl::string_view MessageOf(const ReviewResult& result) {
  return result.allowed ? "allowed an admission request" : "denied an admission request";
}

// The log fields of a review.
struct ReviewLabels {
  std::string uid;
  std::string operation;
  std::string kind;
  std::string name_space;
  std::string name;
  std::string user;
  bool dry_run;
};

ReviewLabels LabelsOf(const AdmissionReview& review) {
  return {review.uid, review.operation_text, review.kind, review.name_space, review.name, review.user, review.dry_run};
}

void LogReview(const ReviewLabels& labels, const ReviewResult& result, std::chrono::nanoseconds duration) {
  const LogLevel level = LevelOf(result.outcome);
  if (!server::LogEnabled(level)) return;
  static server::TokenBucket& rate = *new server::TokenBucket(kLogBurst, kLogInterval);  // NOLINT: outlives all threads
  const std::string warnings = result.warnings.empty() ? "" : absl::StrCat(result.warnings.size());
  const std::string took = absl::StrCat(std::chrono::duration_cast<std::chrono::microseconds>(duration).count());
  const auto fields = server::WithoutEmpty({{"outcome", kOutcomeNames[static_cast<size_t>(result.outcome)]},
                                            {"operation", labels.operation},
                                            {"kind", labels.kind},
                                            {"namespace", labels.name_space},
                                            {"name", labels.name},
                                            {"user", labels.user},
                                            {"dryRun", labels.dry_run ? "true" : ""},
                                            {"reason", result.message},
                                            {"warnings", warnings},
                                            {"uid", labels.uid},
                                            {"durationMicroseconds", took}});
  server::Log(rate, level, MessageOf(result), fields);
}

void LogMalformed(absl::string_view error) {
  static server::TokenBucket& rate = *new server::TokenBucket(kLogBurst, kLogInterval);  // NOLINT: outlives all threads
  server::Log(rate, LogLevel::kWarn, "received a malformed admission review", {{"error", error}});
}

}  // namespace

absl::Duration DecisionTime(absl::string_view query) {
  absl::Duration timeout = kDefaultTimeout;
  for (absl::string_view part : absl::StrSplit(query, '&')) {
    absl::Duration parsed;
    if (!absl::ConsumePrefix(&part, kTimeout) || !absl::ParseDuration(part, &parsed)) continue;
    timeout = std::clamp(parsed, absl::ZeroDuration(), kMaxTimeout);
  }
  return timeout - std::min(timeout / kMarginPart, kMaxMargin);
}

server::WebService Endpoint::Service() {
  return {{{"X-Content-Type-Options", "nosniff"}},
          PlainResponse,
          RefuseHead,
          [this](const WebRequest& request, server::WebService::Reply reply) { Handle(request, std::move(reply)); }};
}

void Endpoint::Handle(const WebRequest& request, server::WebService::Reply reply) {
  absl::StatusOr<AdmissionReview> review = ReadAdmissionReview(request.body);
  if (!review.ok()) {
    LogMalformed(review.status().message());
    return reply(PlainResponse(400, review.status().message()));
  }
  ReviewLabels labels = LabelsOf(*review);
  const auto deadline = request.begun + absl::ToChronoNanoseconds(DecisionTime(request.query));
  reviewer_.Review(
      *std::move(review), deadline,
      [this, labels = std::move(labels), begun = request.begun, reply = std::move(reply)](const ReviewResult& result) {
        const auto duration = Reviewer::Clock::now() - begun;
        metrics_.Count(labels.kind, result.outcome, duration);
        LogReview(labels, result, duration);
        reply(JsonResponse(FormatAdmissionReview(labels.uid, result)));
      });
}

}  // namespace cpsizer::webhook
