#ifndef CPSIZER_CLIENT_CLI_UI_UI_H_
#define CPSIZER_CLIENT_CLI_UI_UI_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `ui`, which serves a page about the hosted clusters in files or in a management cluster.
Verb AddUi(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_UI_H_
