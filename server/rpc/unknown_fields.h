#ifndef CPSIZER_SERVER_RPC_UNKNOWN_FIELDS_H_
#define CPSIZER_SERVER_RPC_UNKNOWN_FIELDS_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/zero_copy_stream.h>

#include <cstddef>

namespace cpsizer::server {

// The memory that protobuf takes for an unknown field when it grows its list of them, without the bytes of the field:
// an entry of 16 bytes in the list, in its copy of twice the size, and a share of the containers.
inline constexpr size_t kUnknownFieldBytes = 64;

// Counts the unknown fields in a serialized message of this type, at all levels. Protobuf keeps them in memory that no
// arena counts. Stops at more than `most`, and where the bytes are malformed.
size_t CountUnknownFields(const google::protobuf::Descriptor& type, google::protobuf::io::ZeroCopyInputStream& bytes,
                          size_t most);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_UNKNOWN_FIELDS_H_
