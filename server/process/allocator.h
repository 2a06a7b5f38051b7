#ifndef CPSIZER_SERVER_PROCESS_ALLOCATOR_H_
#define CPSIZER_SERVER_PROCESS_ALLOCATOR_H_

#include <cstddef>

// The allocator of the program: tcmalloc if it is linked, and the allocator of the C library if it is not.
namespace cpsizer::server {

// The maximum freed memory in all thread caches of tcmalloc together, in bytes. The default of tcmalloc is 32 MiB. With
// the default, the memory of a server that uses 18 MiB grew during two million calls, and the calls were not faster.
inline constexpr size_t kMaxThreadCacheBytes = size_t{8} << 20;

// Limits the freed memory that the allocator keeps. Must be called once, by a program that runs for a long time.
//
// With tcmalloc, the limit is kMaxThreadCacheBytes. With the C library, a heap returns the free memory at its end to
// the system when this free memory reaches 1 MiB. By default each heap would keep up to 64 MiB of free memory, and
// ReleaseFreeMemory() could not return this memory.
void BoundFreeMemory();

// Returns the freed memory that the allocator has not returned to the system, in bytes. With tcmalloc, the result does
// not include the memory in caches. With the C library, the result includes memory that does not belong to the
// allocator, such as stacks.
size_t FreeMemoryBytes();

// Makes the allocator return freed memory to the system.
void ReleaseFreeMemory();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ALLOCATOR_H_
