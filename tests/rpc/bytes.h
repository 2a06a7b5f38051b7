#ifndef CPSIZER_TESTS_RPC_BYTES_H_
#define CPSIZER_TESTS_RPC_BYTES_H_

#include <google/protobuf/message_lite.h>
#include <grpcpp/support/byte_buffer.h>

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::testing {

// Returns `bytes` in one slice.
grpc::ByteBuffer ToBuffer(absl::string_view bytes);

// Returns `bytes` in slices of `slice_size`.
grpc::ByteBuffer ToSlices(absl::string_view bytes, size_t slice_size);

std::string FromBuffer(const grpc::ByteBuffer& buffer);

// Returns `message` on the wire, made exactly `size` bytes long with a field that no message has. At least 8 bytes
// more than the message has.
std::string PaddedTo(size_t size, const google::protobuf::MessageLite& message);

// Returns `count` empty entries of the repeated message field `field_number` (up to 15), two bytes each.
std::string EmptyEntries(int field_number, size_t count);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_RPC_BYTES_H_
