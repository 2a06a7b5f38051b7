#ifndef CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_
#define CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_

namespace cpsizer::server {

// Ends this process, which was told to and hangs, with kExitInternal. Logs that where it can, for at most a second.
// From any thread.
[[noreturn]] void EndHungProcess();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HUNG_PROCESS_H_
