#include "client/cli/machine/query_values.h"

#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/base/complain.h"
#include "client/cli/base/places.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

// Takes `scaleUp[1]` off the front of the text. False for anything else.
bool TakeTrigger(absl::string_view& text, v1::MachineQueryReading& reading) {
  const bool up = absl::StartsWith(text, "scaleUp[");
  const absl::optional<size_t> index = TakeItem(up ? "scaleUp" : "scaleDown", text);
  if (!index.has_value() || *index > INT32_MAX) return false;
  reading.set_direction(up ? v1::MACHINE_DIRECTION_UP : v1::MACHINE_DIRECTION_DOWN);
  reading.set_trigger(static_cast<int32_t>(*index));
  return true;
}

}  // namespace

bool AddQueryValues(const std::vector<std::string>& values, v1::RecommendMachineRequest& request, Screen& err) {
  for (const std::string& value : values) {
    v1::MachineQueryReading& reading = *request.add_readings();
    absl::string_view rest = value;
    if (!TakeTrigger(rest, reading) || !absl::ConsumePrefix(&rest, "=")) {
      ComplainError(absl::StrCat("--query: \"", objects::Escape(value),
                                 "\" is not the result of a query; write one such as scaleUp[1]=0.4"),
                    err);
      return false;
    }
    reading.set_result(rest.empty() ? v1::MACHINE_QUERY_RESULT_EMPTY : v1::MACHINE_QUERY_RESULT_VALUE);
    reading.set_value(std::string(rest));
  }
  return true;
}

}  // namespace cpsizer::cli
