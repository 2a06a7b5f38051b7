#include "server/engine/machine/evaluate_query.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr int kBadRequest = 400;
constexpr int kUnauthorized = 401;
constexpr int kForbidden = 403;
constexpr int kUnprocessable = 422;

// Returns the text, followed by the message of the reading if there is one.
std::string WithMessage(absl::string_view text, const v1::MachineQueryReading& reading) {
  if (reading.message().empty()) return std::string(text);
  return absl::StrCat(text, ": ", Quoted(reading.message(), kMaxReportedTextBytes));
}

TriggerOutcome Error(DegradedCause cause, absl::string_view text, const v1::MachineQueryReading& reading) {
  return {v1::MACHINE_TRIGGER_STATE_ERROR, WithMessage(text, reading), cause};
}

TriggerOutcome NoNumber(const PrometheusTrigger& trigger, absl::string_view text,
                        const v1::MachineQueryReading& reading) {
  if (!trigger.ignore_null_values) return Error(DegradedCause::kPrometheusMetricMissing, text, reading);
  return {v1::MACHINE_TRIGGER_STATE_IGNORED, absl::StrCat(text, ", which the trigger ignores")};
}

TriggerOutcome HttpError(const v1::MachineQueryReading& reading) {
  const std::string text = absl::StrCat("the query failed with HTTP status ", reading.http_status());
  switch (reading.http_status()) {
    case kUnauthorized:
    case kForbidden:
      return Error(DegradedCause::kPrometheusAuthenticationFailed, text, reading);
    case kBadRequest:
    case kUnprocessable:
      return Error(DegradedCause::kPrometheusQueryInvalid, text, reading);
    default:
      return Error(DegradedCause::kPrometheusUnavailable, text, reading);
  }
}

}  // namespace

TriggerOutcome EvaluateQuery(const MachineTrigger& trigger, const absl::optional<QueryReading>& reading, bool down,
                             v1::MachineTriggerResult& result) {
  if (!reading.has_value()) {
    return {v1::MACHINE_TRIGGER_STATE_UNKNOWN, "the query was not sent yet"};
  }
  const v1::MachineQueryReading& message = *reading->message;
  switch (reading->result) {
    case v1::MACHINE_QUERY_RESULT_VALUE: {
      result.set_observed(message.value());
      const bool is_met =
          down ? reading->value < trigger.prometheus.threshold : reading->value > trigger.prometheus.threshold;
      return {StateOf(is_met), ComparisonText(message.value(), result.threshold(), down, is_met)};
    }
    case v1::MACHINE_QUERY_RESULT_EMPTY:
      return NoNumber(trigger.prometheus, "the query has no result", message);
    case v1::MACHINE_QUERY_RESULT_NON_FINITE:
      result.set_observed(message.value());
      return NoNumber(trigger.prometheus, "the result of the query is not a finite number", message);
    case v1::MACHINE_QUERY_RESULT_MULTIPLE:
      return Error(DegradedCause::kPrometheusQueryInvalid, "the query has several results", message);
    case v1::MACHINE_QUERY_RESULT_BAD_TYPE:
      return Error(DegradedCause::kPrometheusQueryInvalid, "the result of the query is not one number", message);
    case v1::MACHINE_QUERY_RESULT_MALFORMED:
      return Error(DegradedCause::kPrometheusQueryInvalid, "the response to the query is not a response of Prometheus",
                   message);
    case v1::MACHINE_QUERY_RESULT_AUTH_FAILED:
      return Error(DegradedCause::kPrometheusAuthenticationFailed, "the query was not authenticated", message);
    case v1::MACHINE_QUERY_RESULT_HTTP_ERROR:
      return HttpError(message);
    default:
      return Error(DegradedCause::kPrometheusUnavailable, "Prometheus did not respond", message);
  }
}

}  // namespace cpsizer
