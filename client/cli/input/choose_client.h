#ifndef CPSIZER_CLIENT_CLI_INPUT_CHOOSE_CLIENT_H_
#define CPSIZER_CLIENT_CLI_INPUT_CHOOSE_CLIENT_H_

#include <memory>

#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// Returns the service that the flags name: in-process without an address. Unavailable and DeadlineExceeded then have
// messages that name the address and what to do. Null if flags or files cannot be used; the reason is then printed to
// `err` in one sentence, and the exit code is kExitUsage.
std::unique_ptr<BlockingService> ChooseClient(const ServerFlags& flags, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_CHOOSE_CLIENT_H_
