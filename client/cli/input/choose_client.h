#ifndef CPSIZER_CLIENT_CLI_INPUT_CHOOSE_CLIENT_H_
#define CPSIZER_CLIENT_CLI_INPUT_CHOOSE_CLIENT_H_

#include <memory>

#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/sizing_client.h"

namespace cpsizer::cli {

// The one that the flags ask for: in-process without an address. Null if flags or files cannot be used, which is then
// said in a sentence on `err`: the exit code is kExitUsage.
std::unique_ptr<SizingClient> ChooseClient(const ServerFlags& flags, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_CHOOSE_CLIENT_H_
