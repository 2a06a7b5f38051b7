#ifndef CPSIZER_CLIENT_CLI_UI_API_CONFIGURATION_TEXT_H_
#define CPSIZER_CLIENT_CLI_UI_API_CONFIGURATION_TEXT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/sources.h"
#include "client/objects/inventory.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// The name of the text of the page in messages.
inline constexpr char kConfigurationText[] = "the configuration";

// A configuration that was read from YAML or JSON text, like from a file.
struct ConfigurationText {
  Inputs inputs;
  // Null if the text has no configuration, or several.
  const objects::FoundConfiguration* found = nullptr;
  // The parts that cannot be read. A problem without a position is about the whole text.
  std::vector<objects::FileProblem> problems;
};

// Reads `text`. A value of the wrong type is a finding, and not a problem.
ConfigurationText ReadConfigurationText(absl::string_view text);

// Returns the configuration of `read`. Errors: InvalidArgument if the text has none that decides.
absl::StatusOr<const objects::FoundConfiguration*> DecidableText(const ConfigurationText& read);

// If the text has no status, gives its configuration the status of `present`, which may be null. The text of the page
// has no status, but an edit of fields that the CRD does not have does not end a hold by lost fields
// (FIELDS_NOT_STORED). If another annotation `cpsizer/fractions` of the text ends this hold, the text gets no status.
void KeepStatus(const objects::FoundConfiguration* present, ConfigurationText& read);

// Returns the YAML document from which `found` was read, with its comments. Returns an empty text if the configuration
// is not from a YAML file, if the document has other objects or too many bytes, or if the file has changed.
std::string DocumentOf(const objects::FoundConfiguration& found);

// A document of a YAML file.
struct FileDocument {
  std::string file;
  std::string text;
};

// Returns the first document of a YAML file with one of `problems` that has the name of the kind
// ClusterSizingConfiguration. Returns nothing if there is none, or if it has too many bytes.
absl::optional<FileDocument> UnreadableDocument(const std::vector<objects::FileProblem>& problems);

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

#endif  // CPSIZER_CLIENT_CLI_UI_API_CONFIGURATION_TEXT_H_
