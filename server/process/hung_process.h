#ifndef CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_
#define CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_

namespace cpsizer::server {

// Terminates this process with kExitInternal, because its shutdown has timed out. Logs the reason first, but waits for
// the log line at most one second. Callable on any thread.
[[noreturn]] void EndHungProcess();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_
