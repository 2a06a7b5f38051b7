#ifndef CPSIZER_CLIENT_CLI_BASE_VERB_H_
#define CPSIZER_CLIENT_CLI_BASE_VERB_H_

#include <functional>
#include <vector>

#include "client/cli/base/environment.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cpsizer::cli {

// A verb of the command line. `app` belongs to the application that the verb was added to. `run` owns the values of the
// flags, so the Verb must exist while the command line is parsed.
struct Verb {
  CLI::App* app = nullptr;
  // Runs the verb with the flags that were parsed. Returns the exit code.
  std::function<int(Environment&)> run;
  // The nested verbs.
  std::vector<Verb> verbs = {};
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_VERB_H_
