#ifndef CPSIZER_SERVER_RPC_MEMORY_UNKNOWN_FIELDS_H_
#define CPSIZER_SERVER_RPC_MEMORY_UNKNOWN_FIELDS_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/zero_copy_stream.h>

#include <cstddef>

namespace cpsizer::server {

// The estimated memory of a message before it is parsed, in bytes.
struct MessageMemory {
  // The memory of the unknown fields at all levels. Protobuf stores unknown fields in lists outside of the arena. Each
  // unknown field takes an entry of 16 bytes in a list, and a share of the memory of the list itself. While a list
  // grows, protobuf copies it to a list of twice the size, and both lists take memory.
  size_t unknown_fields = 0;
  // The memory of the nested messages without their content. On the arena, the nested messages take at least this
  // memory.
  size_t messages = 0;

  size_t total() const { return unknown_fields + messages; }
};

inline constexpr size_t kUnknownFieldBytes = 64;

// Estimates the memory of the serialized message in `bytes`, which has the type `type`. Stops when the total exceeds
// `most`, or when the bytes are malformed.
MessageMemory EstimateMemory(const google::protobuf::Descriptor& type, google::protobuf::io::ZeroCopyInputStream& bytes,
                             size_t most);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_MEMORY_UNKNOWN_FIELDS_H_
