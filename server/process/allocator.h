#ifndef CPSIZER_SERVER_PROCESS_ALLOCATOR_H_
#define CPSIZER_SERVER_PROCESS_ALLOCATOR_H_

#include <cstddef>

// The allocator of the program: tcmalloc if it is linked, else the allocator of the C library.
namespace cpsizer::server {

// The limit of freed memory in all thread caches of tcmalloc, in bytes. The default of tcmalloc is 32 MiB. With this
// default, the memory of a server of 18 MiB grew during two million calls, and the calls were not faster.
inline constexpr size_t kMaxThreadCacheBytes = size_t{8} << 20;

// Limits the freed memory that the allocator keeps. With tcmalloc, the limit is kMaxThreadCacheBytes. With the C
// library, the free memory at the end of each heap is returned to the system as soon as it is 1 MiB; by default each
// heap would keep up to 64 MiB of free memory, and ReleaseFreeMemory() could not return this memory. Must be called
// once, by main.
void BoundFreeMemory();

// Returns the freed memory that the allocator keeps and has not returned to the system, in bytes. With the C library
// the result includes memory that is not managed by an allocator, such as stacks.
size_t FreeMemoryBytes();

// Makes the allocator return its freed memory to the system.
void ReleaseFreeMemory();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ALLOCATOR_H_
