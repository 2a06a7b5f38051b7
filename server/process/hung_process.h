#ifndef CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_
#define CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_

namespace cpsizer::server {

// Terminates this process with kExitInternal because its shutdown timed out. Tries for at most one second to log the
// reason before the termination. Callable on any thread.
[[noreturn]] void EndHungProcess();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_
