#ifndef CPSIZER_SERVER_RPC_UNKNOWN_FIELDS_H_
#define CPSIZER_SERVER_RPC_UNKNOWN_FIELDS_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/zero_copy_stream.h>

#include <cstddef>

namespace cpsizer::server {

// The estimated memory of a message before it is parsed, in bytes.
struct MessageMemory {
  // The memory of the unknown fields, at all levels. Protobuf stores these fields in lists that no arena counts. Each
  // field takes an entry of 16 bytes and a part of the containers. More memory is used while a list of fields is copied
  // to a list of twice the size.
  size_t unknown_fields = 0;
  // The memory of the nested messages, without their content. The nested messages take at least this amount on the
  // arena.
  size_t messages = 0;

  size_t total() const { return unknown_fields + messages; }
};

inline constexpr size_t kUnknownFieldBytes = 64;

// Reads a serialized message of type `type`. Stops when the total exceeds `most`, or when the bytes are malformed.
MessageMemory EstimateMemory(const google::protobuf::Descriptor& type, google::protobuf::io::ZeroCopyInputStream& bytes,
                             size_t most);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_UNKNOWN_FIELDS_H_
