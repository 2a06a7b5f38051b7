#ifndef CPSIZER_TESTS_RPC_BYTES_H_
#define CPSIZER_TESTS_RPC_BYTES_H_

#include <google/protobuf/message_lite.h>
#include <grpcpp/support/byte_buffer.h>

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::testing {

// Returns a buffer with `bytes` in one slice.
grpc::ByteBuffer ToBuffer(absl::string_view bytes);

// Returns a buffer with `bytes` in slices of `slice_size` bytes.
grpc::ByteBuffer ToSlices(absl::string_view bytes, size_t slice_size);

std::string FromBuffer(const grpc::ByteBuffer& buffer);

// Returns the bytes of `message` with an additional unknown field, so that the result has exactly `size` bytes. `size`
// must be at least 8 bytes more than the size of `message`.
std::string PaddedTo(size_t size, const google::protobuf::MessageLite& message);

// Returns `count` empty entries of the repeated message field `field_number`, which is at most 15. Each entry has two
// bytes.
std::string EmptyEntries(int field_number, size_t count);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_RPC_BYTES_H_
