#ifndef CPSIZER_CLIENT_CLI_INPUT_CHOOSE_CLIENT_H_
#define CPSIZER_CLIENT_CLI_INPUT_CHOOSE_CLIENT_H_

#include <memory>

#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// Returns a client of the service at the address in the flags, or of a service in this process if the flags have no
// address. If a call to the service fails with Unavailable or DeadlineExceeded, the message contains the address and
// says what to do. If a flag or a file cannot be used, prints the reason to `err` in one sentence and returns null. The
// exit code is then kWrongFlags.
std::unique_ptr<BlockingService> ChooseClient(const ServerFlags& flags, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_CHOOSE_CLIENT_H_
