#include "server/memory_releaser.h"

#ifdef CPSIZER_TCMALLOC
#include <gperftools/malloc_extension_c.h>
#else
#include <malloc.h>
#endif

namespace cpsizer::server {

void ReleaseFreeMemory() {
#ifdef CPSIZER_TCMALLOC
  MallocExtension_ReleaseFreeMemory();
#else
  malloc_trim(0);
#endif
}

}  // namespace cpsizer::server
