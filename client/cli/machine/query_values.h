#ifndef CPSIZER_CLIENT_CLI_MACHINE_QUERY_VALUES_H_
#define CPSIZER_CLIENT_CLI_MACHINE_QUERY_VALUES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::cli {

// Returns the name of a trigger, such as `scaleUp[1]` for `spec.scaleUp.triggers[1]`.
std::string TriggerName(v1::MachineDirection direction, int index);

// If `text` begins with the name of a trigger, removes the name from `text`, sets the trigger of `reading` and returns
// true.
bool TakeTrigger(absl::string_view& text, v1::MachineQueryReading& reading);

// Sets the result of a query. `number` is a number in the format of Prometheus, or empty for an empty result. Returns
// false for any other text.
bool SetQueryResult(absl::string_view number, v1::MachineQueryReading& reading);

// Adds the values of --query to the request as readings. For example, `scaleUp[1]=0.4` is the result of the query of
// `spec.scaleUp.triggers[1]`, and `scaleUp[1]=` means that this result is empty. Errors: InvalidArgument
// if a value has another form.
absl::Status AddQueryValues(const std::vector<std::string>& values, v1::RecommendMachineRequest& request);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_QUERY_VALUES_H_
