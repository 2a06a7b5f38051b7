#include "server/process/allocator.h"

#ifdef CPSIZER_TCMALLOC
#include <gperftools/malloc_extension_c.h>
#else
#include <malloc.h>
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

size_t FreeMemoryBytes() {
  return mallinfo2().fordblks;
}

void ReleaseFreeMemory() {
  malloc_trim(0);
}

#endif

}  // namespace cpsizer::server
