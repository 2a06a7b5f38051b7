#ifndef CPSIZER_SERVER_ALLOCATOR_H_
#define CPSIZER_SERVER_ALLOCATOR_H_

#include <cstddef>

// The allocator of the program: tcmalloc where it is linked, else that of the C library.
namespace cpsizer::server {

// What it keeps of memory that was freed, bytes.
size_t FreeMemoryBytes();

// Gives that back to the system.
void ReleaseFreeMemory();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_ALLOCATOR_H_
