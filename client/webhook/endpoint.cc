#include "client/webhook/endpoint.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/webhook/admission_review.h"
#include "client/webhook/verdict.h"
#include "server/process/http/http_body.h"
#include "server/process/log_fields.h"
#include "server/process/logging.h"
#include "server/process/token_bucket.h"

namespace cpsizer::webhook {
namespace {

using server::HttpResponse;
using server::LogLevel;

constexpr absl::string_view kText = "text/plain; charset=utf-8";
constexpr absl::string_view kJson = "application/json";
constexpr absl::string_view kTimeout = "timeout=";
constexpr absl::Duration kMaxMargin = absl::Milliseconds(500);
constexpr int kMarginPart = 10;

// The limit for log lines that callers cause: first a burst, then 100 lines per second.
constexpr int kLogBurst = 1'000;
constexpr absl::Duration kLogInterval = absl::Milliseconds(10);

absl::optional<HttpResponse> RefuseHead(const server::HttpRequest& head) {
  if (head.path != kValidatePath) {
    return HttpResponse{404, kText, absl::StrCat("there is no such path; reviews are sent to ", kValidatePath, "\n")};
  }
  if (head.method == "POST" && !server::IsJson(server::HeaderValues(head.headers, "Content-Type"))) {
    return HttpResponse{415, kText, "the Content-Type must be application/json\n"};
  }
  return absl::nullopt;
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

absl::string_view MessageOf(const Verdict& verdict) {
  return verdict.allowed ? "allowed an admission request" : "denied an admission request";
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

void LogReview(const ReviewLabels& labels, const Verdict& verdict, std::chrono::nanoseconds duration) {
  const LogLevel level = LevelOf(verdict.outcome);
  if (!server::LogEnabled(level)) return;
  static server::TokenBucket& rate = *new server::TokenBucket(kLogBurst, kLogInterval);  // NOLINT: outlives all threads
  const std::string warnings = verdict.warnings.empty() ? "" : absl::StrCat(verdict.warnings.size());
  const std::string took = absl::StrCat(std::chrono::duration_cast<std::chrono::microseconds>(duration).count());
  const auto fields = server::WithoutEmpty({{"outcome", kOutcomeNames[static_cast<size_t>(verdict.outcome)]},
                                            {"operation", labels.operation},
                                            {"kind", labels.kind},
                                            {"namespace", labels.name_space},
                                            {"name", labels.name},
                                            {"user", labels.user},
                                            {"dryRun", labels.dry_run ? "true" : ""},
                                            {"reason", verdict.message},
                                            {"warnings", warnings},
                                            {"uid", labels.uid},
                                            {"durationMicroseconds", took}});
  server::Log(rate, level, MessageOf(verdict), fields);
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

server::HttpsService Endpoint::Service() {
  return {RefuseHead,
          [this](const server::HttpsCall& call, server::HttpsService::Reply reply) { Handle(call, std::move(reply)); }};
}

void Endpoint::Handle(const server::HttpsCall& call, server::HttpsService::Reply reply) {
  absl::StatusOr<AdmissionReview> review = ReadAdmissionReview(call.body);
  if (!review.ok()) {
    LogMalformed(review.status().message());
    return reply({400, kText, absl::StrCat(review.status().message(), "\n")});
  }
  ReviewLabels labels = LabelsOf(*review);
  const auto deadline = call.begun + absl::ToChronoNanoseconds(DecisionTime(call.query));
  reviewer_.Review(
      *std::move(review), deadline,
      [this, labels = std::move(labels), begun = call.begun, reply = std::move(reply)](const Verdict& verdict) {
        const auto duration = Reviewer::Clock::now() - begun;
        metrics_.Count(labels.kind, verdict.outcome, duration);
        LogReview(labels, verdict, duration);
        reply({200, kJson, FormatAdmissionReview(labels.uid, verdict)});
      });
}

}  // namespace cpsizer::webhook
