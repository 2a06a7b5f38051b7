#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_COPY_COMMANDS_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_COPY_COMMANDS_H_

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/string_view.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/objects/inventory.h"

// The commands that a user copies from the page into a terminal.
namespace cpsizer::cli {

// Returns `text` as one word of bash or zsh. Only printable ASCII is in the result, so that a terminal that pastes it
// runs nothing.
std::string ShellWord(absl::string_view text);

// Returns `[{"title", "command"}]` for a cluster. `size` is the recommended size, or empty.
nlohmann::ordered_json ClusterCommands(const PageOptions& options, const objects::HostedCluster& cluster,
                                       absl::string_view size);

// Returns the command that shows the same as the page for a new configuration.
std::string DiffCommand(const PageOptions& options, const NodePrices& prices);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_COPY_COMMANDS_H_
