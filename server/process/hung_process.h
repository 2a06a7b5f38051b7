#ifndef CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_
#define CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_

namespace cpsizer::server {

// Terminates this process with kExitInternal because its shutdown timed out. Tries to log that for at most a second.
// Callable from any thread.
[[noreturn]] void EndHungProcess();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_
