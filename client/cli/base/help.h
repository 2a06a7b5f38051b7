#ifndef CPSIZER_CLIENT_CLI_BASE_HELP_H_
#define CPSIZER_CLIENT_CLI_BASE_HELP_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cpsizer::cli {

// The group of the required flags of a verb. The help shows these flags in the usage line.
inline constexpr char kRequiredFlags[] = "Required flags";

// Returns the verbs of `app`, in the order in which they were added.
std::vector<const CLI::App*> VerbsOf(const CLI::App& app);

// Returns the full name of `app` on a command line, such as `kubectl cpsizer recommend`.
std::string FullName(const CLI::App& app);

// Returns the help page of `app`, made from its flags and verbs. A group of flags other than those of CLI11 and
// kRequiredFlags has its name as title. The footer of `app` contains examples, one on each
// line. Each example begins with a verb or a flag, and the page prints the name of the program before the example.
std::string HelpPage(const CLI::App& app);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_HELP_H_
