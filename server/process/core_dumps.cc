#include "server/process/core_dumps.h"

#include <sys/prctl.h>
#include <sys/resource.h>

namespace cpsizer::server {

// A kernel that pipes core dumps to a program ignores the limit, and an older kernel may not know the attribute.
// Neither call can fail in another way that matters, so errors are ignored.
void DisableCoreDumps() {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0) return;
  limit.rlim_cur = 0;
  setrlimit(RLIMIT_CORE, &limit);
}

}  // namespace cpsizer::server
