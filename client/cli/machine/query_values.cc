#include "client/cli/machine/query_values.h"

#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/base/places.h"
#include "client/objects/escape.h"
#include "cpsizer/float_text.h"

namespace cpsizer::cli {
namespace {

constexpr char kUp[] = "scaleUp";
constexpr char kDown[] = "scaleDown";

}  // namespace

std::string TriggerName(v1::MachineDirection direction, int index) {
  return absl::StrCat(direction == v1::MACHINE_DIRECTION_UP ? kUp : kDown, "[", index, "]");
}

bool TakeTrigger(absl::string_view& text, v1::MachineQueryReading& reading) {
  const bool up = absl::StartsWith(text, absl::StrCat(kUp, "["));
  const absl::optional<size_t> index = TakeItem(up ? kUp : kDown, text);
  if (!index.has_value() || *index > INT32_MAX) return false;
  reading.set_direction(up ? v1::MACHINE_DIRECTION_UP : v1::MACHINE_DIRECTION_DOWN);
  reading.set_trigger(static_cast<int32_t>(*index));
  return true;
}

bool SetQueryResult(absl::string_view number, v1::MachineQueryReading& reading) {
  if (!number.empty() && !ParseGoFloat(number).has_value()) return false;
  reading.set_result(number.empty() ? v1::MACHINE_QUERY_RESULT_EMPTY : v1::MACHINE_QUERY_RESULT_VALUE);
  reading.set_value(std::string(number));
  return true;
}

absl::Status AddQueryValues(const std::vector<std::string>& values, v1::RecommendMachineRequest& request) {
  for (const std::string& value : values) {
    v1::MachineQueryReading& reading = *request.add_readings();
    const std::string flag = absl::StrCat("--query: \"", objects::Escape(value), "\"");
    absl::string_view rest = value;
    if (!TakeTrigger(rest, reading) || !absl::ConsumePrefix(&rest, "=")) {
      return absl::InvalidArgumentError(
          absl::StrCat(flag, " is not the result of a query; write one such as scaleUp[1]=0.4"));
    }
    if (SetQueryResult(rest, reading)) continue;
    const std::string trigger = TriggerName(reading.direction(), reading.trigger());
    return absl::InvalidArgumentError(absl::StrCat(flag, ": \"", objects::Escape(rest),
                                                   "\" is not a number; write the result of the query of ", trigger,
                                                   " such as ", trigger, "=0.4, or ", trigger, "= for no result"));
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::cli
