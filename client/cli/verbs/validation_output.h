#ifndef CPSIZER_CLIENT_CLI_VERBS_VALIDATION_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_VERBS_VALIDATION_OUTPUT_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/namespaced_name.h"
#include "client/cli/input/sources.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::cli {

inline constexpr char kConfigurationKind[] = "ClusterSizingConfiguration";

// An object, and the findings about the object.
struct Validation {
  std::string file;
  absl::string_view kind;
  NamespacedName name;  // empty if the object has no name
  std::unique_ptr<const Places> places;
  v1::ValidateConfigResponse response;
};

// Prints all findings by file and severity, with a caret at each place, and the number of findings. If `wide`, also
// prints the ladder of sizes.
void PrintValidations(const std::vector<Validation>& validations, bool wide, Screen& out);

// Prints a line for each finding: `FILE:LINE:COLUMN RULE PATH`.
void PrintValidationNames(const std::vector<Validation>& validations, Screen& out);

// Returns the response itself if there is one object. For several objects returns `{"items": [{"file", "object":
// {"kind", "namespace", "name"}, "response"}]}`, where a missing name or namespace of an object is left out.
nlohmann::ordered_json ValidationJson(const std::vector<Validation>& validations);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATION_OUTPUT_H_
