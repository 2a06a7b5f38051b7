#include "client/machine/read_query_answer.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/kube/http/api_error.h"
#include "client/objects/escape.h"
#include "client/tree/parse_json.h"
#include "cpsizer/float_text.h"

namespace cpsizer::machine {
namespace {

using tree::Node;

// The limit for the error message of Prometheus, or of another server at the address of Prometheus.
constexpr size_t kMaxMessageBytes = 256;
constexpr int kHttpUnauthorized = 401;
constexpr int kHttpForbidden = 403;

v1::MachineQueryReading Result(v1::MachineQueryResult result, absl::string_view message = "") {
  v1::MachineQueryReading reading;
  reading.set_result(result);
  reading.set_message(objects::EscapeCut(message, kMaxMessageBytes));
  return reading;
}

v1::MachineQueryReading Malformed(absl::string_view message) {
  return Result(v1::MACHINE_QUERY_RESULT_MALFORMED, message);
}

// Returns the error in a response of Prometheus, or an empty string if there is none.
std::string PrometheusError(const Node& body) {
  return tree::TextAt(body, {"status"}) == "error" ? std::string(tree::TextAt(body, {"error"})) : "";
}

v1::MachineQueryReading OfError(const absl::Status& status, bool has_credentials) {
  if (kube::IsTooLarge(status)) return Malformed(status.message());
  const absl::optional<kube::ServerAnswer> answer = kube::ServerAnswerOf(status);
  if (!answer.has_value()) return Result(v1::MACHINE_QUERY_RESULT_UNREACHABLE, status.message());
  if (answer->http_code == kHttpUnauthorized || answer->http_code == kHttpForbidden) {
    return Result(v1::MACHINE_QUERY_RESULT_AUTH_FAILED,
                  absl::StrCat("the server responded with HTTP status ", answer->http_code));
  }
  const std::string error = has_credentials ? "" : PrometheusError(tree::ParseJson(answer->message));
  v1::MachineQueryReading reading = Result(v1::MACHINE_QUERY_RESULT_HTTP_ERROR, error);
  reading.set_http_status(answer->http_code);
  return reading;
}

// Returns the reading of a sample. A sample is `[time, "number"]`. An empty list is a series without a value.
v1::MachineQueryReading OfSample(const Node& sample) {
  if (!sample.is_list()) return Malformed("the result has no sample");
  if (sample.items.empty()) return Result(v1::MACHINE_QUERY_RESULT_EMPTY);
  const bool has_text = sample.items.size() == 2 && sample.items[1].is_text();
  const absl::optional<double> number = has_text ? ParseGoFloat(sample.items[1].text) : absl::nullopt;
  if (!number.has_value()) return Malformed("the sample of the result is not a time and a number in text");
  if (!std::isfinite(*number)) {
    return Result(v1::MACHINE_QUERY_RESULT_NON_FINITE, "the value is not a finite number");
  }
  v1::MachineQueryReading reading = Result(v1::MACHINE_QUERY_RESULT_VALUE);
  reading.set_value(sample.items[1].text);
  return reading;
}

v1::MachineQueryReading OfVector(const Node& result) {
  if (result.is_null() || (result.is_list() && result.items.empty())) return Result(v1::MACHINE_QUERY_RESULT_EMPTY);
  if (!result.is_list()) return Malformed("the result is not a list");
  if (result.items.size() > 1) {
    return Result(v1::MACHINE_QUERY_RESULT_MULTIPLE, absl::StrCat("the result has ", result.items.size(), " series"));
  }
  const Node* const sample = result.items[0].Find("value");
  return sample == nullptr ? Malformed("the series of the result has no value") : OfSample(*sample);
}

v1::MachineQueryReading OfData(const Node& data) {
  const absl::string_view type = tree::TextAt(data, {"resultType"});
  const Node& result = tree::Find(data, {"result"});
  if (type == "scalar") return OfSample(result);
  if (type == "matrix" || type == "string") {
    return Result(v1::MACHINE_QUERY_RESULT_BAD_TYPE, absl::StrCat("the result is a ", type));
  }
  if (type.empty() || type == "vector") return OfVector(result);
  return Malformed("the result is of an unknown type");
}

}  // namespace

v1::MachineQueryReading ReadQueryAnswer(const absl::StatusOr<std::string>& answer, bool has_credentials) {
  if (!answer.ok()) return OfError(answer.status(), has_credentials);
  absl::Status error;
  const Node body = tree::ParseJson(*answer, "", &error);
  if (absl::IsOutOfRange(error)) return Malformed(absl::StrCat("the response ", error.message()));
  if (!body.is_map()) return Malformed(absl::StrCat("the response (", answer->size(), " bytes) is not a JSON object"));
  // Treats a response without members as an empty result, as KEDA does.
  if (body.entries.empty() || tree::TextAt(body, {"status"}) == "success") return OfData(tree::Find(body, {"data"}));
  const std::string reported = has_credentials ? "" : PrometheusError(body);
  return Malformed(absl::StrCat("the response does not report success", reported.empty() ? "" : ": ", reported));
}

}  // namespace cpsizer::machine
