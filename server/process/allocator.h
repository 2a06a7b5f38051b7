#ifndef CPSIZER_SERVER_PROCESS_ALLOCATOR_H_
#define CPSIZER_SERVER_PROCESS_ALLOCATOR_H_

#include <cstddef>

// The allocator of the program: tcmalloc if it is linked, else that of the C library.
namespace cpsizer::server {

// The limit of freed memory in all thread caches. tcmalloc's default, 32 MiB, is reached slowly: a server of 18 MiB
// grew for two million calls, without serving them faster.
inline constexpr size_t kMaxThreadCacheBytes = size_t{8} << 20;

// Limits the freed memory that the allocator keeps: with tcmalloc to kMaxThreadCacheBytes. The C library returns the
// free memory at the end of each of its heaps as soon as that is 1 MiB; by default it would keep up to 64 MiB of
// each, which ReleaseFreeMemory() does not reach. Called once, by main.
void BoundFreeMemory();

// Returns the freed memory that the allocator keeps and has not returned to the system, in bytes. With the C library
// it includes the memory of the program that no allocator manages, such as stacks.
size_t FreeMemoryBytes();

// Returns that memory to the system.
void ReleaseFreeMemory();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ALLOCATOR_H_
