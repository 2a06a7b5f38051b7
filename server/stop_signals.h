#ifndef CPSIZER_SERVER_STOP_SIGNALS_H_
#define CPSIZER_SERVER_STOP_SIGNALS_H_

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Holds SIGTERM and SIGINT back in this thread and those it starts from here on, and ignores SIGPIPE. Called first
// thing.
void HoldStopSignals();

// Waits for SIGTERM or SIGINT and returns its name. From then on the next one ends the process at once, with exit code
// 128 plus its number.
absl::string_view WaitForStopSignal();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_STOP_SIGNALS_H_
