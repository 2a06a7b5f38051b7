#include "server/process/allocator.h"

#ifdef CPSIZER_TCMALLOC
#include <gperftools/malloc_extension_c.h>
#else
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#endif

namespace cpsizer::server {

#ifdef CPSIZER_TCMALLOC

void BoundFreeMemory() {
  MallocExtension_SetNumericProperty("tcmalloc.max_total_thread_cache_bytes", kMaxThreadCacheBytes);
}

size_t FreeMemoryBytes() {
  size_t bytes = 0;
  MallocExtension_GetNumericProperty("tcmalloc.pageheap_free_bytes", &bytes);
  return bytes;
}

void ReleaseFreeMemory() {
  MallocExtension_ReleaseFreeMemory();
}

#else

void BoundFreeMemory() {
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

namespace {

// Returns the resident memory of the process that no file backs, in bytes.
size_t AnonymousBytes() {
  size_t total = 0;
  size_t resident = 0;
  size_t shared = 0;
  std::ifstream("/proc/self/statm") >> total >> resident >> shared;
  return (resident - std::min(resident, shared)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

// Computes the free memory as the difference of resident memory and used memory. The number of free bytes that the C
// library reports is not used, for two reasons. It includes memory that was already returned to the system. It does not
// change if a call frees memory and a heap returns the same amount of memory to the system.
size_t FreeMemoryBytes() {
  const struct mallinfo2 info = mallinfo2();
  const size_t used = info.uordblks + info.hblkhd;
  const size_t anonymous = AnonymousBytes();
  return anonymous - std::min(anonymous, used);
}

void ReleaseFreeMemory() {
  malloc_trim(0);
}

#endif

}  // namespace cpsizer::server
