#ifndef CPSIZER_CLIENT_CLI_BASE_HELP_H_
#define CPSIZER_CLIENT_CLI_BASE_HELP_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cpsizer::cli {

// The group of the required flags of a verb; help shows them in the usage line.
inline constexpr char kRequiredFlags[] = "Required flags";

// The verbs of `app`, in their order.
std::vector<const CLI::App*> VerbsOf(const CLI::App& app);

// The full name of `app` on a command line: `kubectl cpsizer recommend`.
std::string FullName(const CLI::App& app);

// The help page of `app`, made from its own flags and verbs. Its footer holds examples, one a line, that begin with a
// verb or a flag; the page puts the name of the program before each.
std::string HelpPage(const CLI::App& app);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_HELP_H_
