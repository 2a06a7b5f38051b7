#include "server/engine/machine/query_reading.h"

#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/float_text.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr int kLeastHttpStatus = 100;
constexpr int kMostHttpStatus = 599;
constexpr int kHttpOk = 200;

// Returns the entry of `readings` for the reading `message`. Adds a finding and returns null if there is no free entry
// for this reading.
absl::optional<QueryReading>* FreeEntryOf(const v1::MachineQueryReading& message,
                                          const ControlPlaneAutoscaler& autoscaler, const std::string& path,
                                          QueryReadings& readings, Findings& findings) {
  const bool up = message.direction() == v1::MACHINE_DIRECTION_UP;
  if (!up && message.direction() != v1::MACHINE_DIRECTION_DOWN) {
    CheckEnum(v1::MachineDirection_IsValid(message.direction()), message.direction(), absl::StrCat(path, ".direction"),
              findings);
    if (message.direction() == v1::MACHINE_DIRECTION_UNSPECIFIED) {
      findings.Add(Rule::kFieldMissing, absl::StrCat(path, ".direction"), "", "the reading has no direction");
    }
    return nullptr;
  }
  const std::vector<MachineTrigger>& triggers = (up ? autoscaler.up : autoscaler.down).triggers;
  const auto index = static_cast<size_t>(message.trigger());
  if (message.trigger() < 0 || index >= triggers.size() || triggers[index].type != TriggerType::kPrometheus) {
    findings.Add(Rule::kValueOutOfRange, absl::StrCat(path, ".trigger"), absl::StrCat(message.trigger()),
                 absl::StrCat((up ? kScaleUp : kScaleDown).path, ".triggers has no query at index ", message.trigger(),
                              "; give the index of a trigger of the type prometheus"));
    return nullptr;
  }
  absl::optional<QueryReading>& entry = (up ? readings.up : readings.down)[index];
  if (!entry.has_value()) return &entry;
  findings.Add(Rule::kFieldForbidden, path, "", "an earlier reading is for the same trigger");
  return nullptr;
}

QueryReading ReadOne(const v1::MachineQueryReading& message, const std::string& path, Findings& findings) {
  QueryReading reading;
  reading.result = message.result();
  reading.message = &message;
  const std::string result_path = absl::StrCat(path, ".result");
  CheckEnum(v1::MachineQueryResult_IsValid(message.result()), message.result(), result_path, findings);
  if (message.result() == v1::MACHINE_QUERY_RESULT_UNSPECIFIED) {
    findings.Add(Rule::kFieldMissing, result_path, "", "the reading has no result");
  }
  if (message.result() == v1::MACHINE_QUERY_RESULT_HTTP_ERROR) {
    const FieldPath status_path = {path, -1, "httpStatus"};
    CheckNumber(message.http_status(), kLeastHttpStatus, kMostHttpStatus, status_path, findings);
    if (message.http_status() == kHttpOk) {
      findings.Add(Rule::kValueOutOfRange, status_path.ToString(), absl::StrCat(kHttpOk),
                   "200 is the status of a response without an error; give the result of the response instead");
    }
  }
  if (message.result() != v1::MACHINE_QUERY_RESULT_VALUE) return reading;
  const absl::optional<double> value = ParseGoFloat(message.value());
  if (value.has_value()) {
    reading.value = *value;
  } else {
    findings.Add(Rule::kNumberMalformed, absl::StrCat(path, ".value"), message.value(),
                 absl::StrCat("\"", Quoted(message.value()), "\" is not a number"));
  }
  if (!std::isfinite(reading.value)) reading.result = v1::MACHINE_QUERY_RESULT_NON_FINITE;
  return reading;
}

}  // namespace

QueryReadings ReadQueryReadings(const v1::RecommendMachineRequest& request, const ControlPlaneAutoscaler& autoscaler,
                                Findings& findings) {
  QueryReadings readings;
  readings.up.resize(autoscaler.up.triggers.size());
  readings.down.resize(autoscaler.down.triggers.size());
  for (int i = 0; i < request.readings_size(); ++i) {
    const std::string path = Indexed("readings", i);
    const v1::MachineQueryReading& message = request.readings(i);
    absl::optional<QueryReading>* entry = FreeEntryOf(message, autoscaler, path, readings, findings);
    if (entry != nullptr) *entry = ReadOne(message, path, findings);
  }
  return readings;
}

}  // namespace cpsizer
