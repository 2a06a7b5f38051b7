#ifndef CPSIZER_CLIENT_CLI_MACHINE_QUERY_VALUES_H_
#define CPSIZER_CLIENT_CLI_MACHINE_QUERY_VALUES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::cli {

// `scaleUp[1]`: the name of `spec.scaleUp.triggers[1]`.
std::string TriggerName(v1::MachineDirection direction, int index);

// Removes such a name from the front of `text`. Returns false for other text.
bool TakeTrigger(absl::string_view& text, v1::MachineQueryReading& reading);

// Sets the result of a query: a number as Prometheus writes it, or an empty text for an empty result. Returns false for
// anything else.
bool SetQueryResult(absl::string_view number, v1::MachineQueryReading& reading);

// Adds the values of --query to the request as readings: `scaleUp[1]=0.4` is the result of the query of
// `spec.scaleUp.triggers[1]`, and `scaleUp[1]=` an empty result. False after a message for a value of another form.
bool AddQueryValues(const std::vector<std::string>& values, v1::RecommendMachineRequest& request, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_QUERY_VALUES_H_
