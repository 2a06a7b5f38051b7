#include "server/allocator.h"

#ifdef CPSIZER_TCMALLOC
#include <gperftools/malloc_extension_c.h>
#else
#include <malloc.h>
#endif

namespace cpsizer::server {

#ifdef CPSIZER_TCMALLOC

void BoundThreadCaches() {
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

void KeepLittleFree() {}

#else

void BoundThreadCaches() {}

size_t FreeMemoryBytes() {
  return mallinfo2().fordblks;
}

void ReleaseFreeMemory() {
  malloc_trim(0);
}

void KeepLittleFree() {
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

#endif

}  // namespace cpsizer::server
