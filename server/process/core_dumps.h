#ifndef CPSIZER_SERVER_PROCESS_CORE_DUMPS_H_
#define CPSIZER_SERVER_PROCESS_CORE_DUMPS_H_

namespace cpsizer::server {

// Disables core dumps of this process, because its memory has credentials: tokens, private keys, or the token of the
// page. Other processes of the same user can no longer attach to this process or read its memory (PR_SET_DUMPABLE of
// prctl(2)). Programs that this process starts can be dumped again if their limit permits it; their soft limit is 0.
//
// Must be called at the start of main().
void DisableCoreDumps();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_CORE_DUMPS_H_
