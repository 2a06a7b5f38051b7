#ifndef CPSIZER_CLIENT_CLI_UI_API_CONFIGURATION_JSON_H_
#define CPSIZER_CLIENT_CLI_UI_API_CONFIGURATION_JSON_H_

#include <nlohmann/json.hpp>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/input/sources.h"
#include "client/objects/inventory.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/recommend_size.pb.h"

// The JSON of a configuration in the API of the page.
namespace cpsizer::cli {

// Returns the findings of the service about the configuration of `sources`, most severe first, each with its place.
// Errors: those of the service.
absl::StatusOr<nlohmann::ordered_json> FindingsJson(const Sources& sources, v1::SizeCpuPolicy policy,
                                                    BlockingService& client);

// Returns `{"name", "file", "yaml", "clusterSizingConfiguration", "findings", "leftOut"}`. `yaml` is DocumentOf(), or
// made from the message if that is empty. `leftOut` has the findings about fields that are not in the message and
// therefore not in `yaml`. Each of the other findings has its place in `yaml`. Without `findings` if the service fails.
nlohmann::ordered_json ConfigurationJson(const Sources& sources, v1::SizeCpuPolicy policy, BlockingService& client);

// Returns the same for UnreadableDocument(), where `clusterSizingConfiguration` is null and `findings` are empty.
// Returns null if there is none.
nlohmann::ordered_json UnreadableConfigurationJson(const std::vector<objects::FileProblem>& problems);

// Returns `[{"file", "line", "column", "message"}]`.
nlohmann::ordered_json ProblemsJson(const std::vector<objects::FileProblem>& problems);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_API_CONFIGURATION_JSON_H_
