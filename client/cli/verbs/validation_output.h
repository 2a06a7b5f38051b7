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

// An object and its findings.
struct Validation {
  std::string file;
  absl::string_view kind;
  NamespacedName name;  // empty where the object has none
  std::unique_ptr<const Places> places;
  v1::ValidateConfigResponse response;
};

// Prints all findings by file and severity, with a caret at each place, and their counts. `wide` adds the ladder of
// sizes.
void PrintValidations(const std::vector<Validation>& validations, bool wide, Screen& out);

// Prints a line for each finding: `FILE:LINE:COLUMN RULE PATH`.
void PrintValidationNames(const std::vector<Validation>& validations, Screen& out);

// Returns the response itself for one object, and for several
// `{"items": [{"file", "object": {"kind", "namespace", "name"}, "response"}]}`, without the names that an object does
// not have.
nlohmann::ordered_json ValidationJson(const std::vector<Validation>& validations);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATION_OUTPUT_H_
