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
#include "client/objects/inventory.h"
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

// Prints the findings by file and severity, with a caret at each place, and the number of findings and of the documents
// of `inventory` that cannot be read. If `wide`, also prints the ladder of sizes. Of a rule that many objects break,
// only the first findings are printed: see FindingLimit.
void PrintValidations(const std::vector<Validation>& validations, const objects::Inventory& inventory, bool wide,
                      Screen& out);

// Prints a line for each finding: `FILE:LINE:COLUMN RULE PATH`.
void PrintValidationNames(const std::vector<Validation>& validations, Screen& out);

// Returns a response as the API defines it, with the place of each finding.
nlohmann::ordered_json ValidationResponseJson(const v1::ValidateConfigResponse& response, const Places& places);

// Returns a problem with its place: `{"file", "line", "column", KEY: MESSAGE}`.
nlohmann::ordered_json ProblemJson(const objects::FileProblem& problem, const char* key);

// Returns `{"items": [...]}` with an item `{"file", "object": {"kind", "namespace", "name"}, "response"}` for each
// object, where a missing name or namespace is left out. Each finding of a response also has its place: `file`, `line`
// and `column`, which are left out if there is no place. Then follow the items `{"file", "line", "column", "error"}` of
// documents that cannot be read, and `{"file", "line", "column", "warning"}` of documents in folders that are not
// Kubernetes objects. docs/validate.md describes this form.
nlohmann::ordered_json ValidationJson(const std::vector<Validation>& validations, const objects::Inventory& inventory);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATION_OUTPUT_H_
