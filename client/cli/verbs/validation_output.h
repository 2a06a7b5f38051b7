#ifndef CPSIZER_CLIENT_CLI_VERBS_VALIDATION_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_VERBS_VALIDATION_OUTPUT_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "client/cli/base/screen.h"
#include "client/cli/input/sources.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::cli {

// A configuration, or an autoscaler, and what was found in it.
struct Validation {
  std::string file;
  std::string autoscaler;  // which one; empty for a configuration
  std::unique_ptr<const Places> places;
  v1::ValidateConfigResponse response;
};

// Every finding by file and severity, with a caret at its place; counts at the end. `wide` adds the ladder of sizes.
void PrintValidations(const std::vector<Validation>& validations, bool wide, Screen& out);

// A line for each finding: `FILE:LINE:COLUMN RULE PATH`.
void PrintValidationNames(const std::vector<Validation>& validations, Screen& out);

// The answer itself for one configuration, `{"items": [{"file", "response"}]}` for several.
nlohmann::ordered_json ValidationJson(const std::vector<Validation>& validations);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATION_OUTPUT_H_
