#ifndef CPSIZER_SERVER_RPC_SIZE_ONE_SLICE_H_
#define CPSIZER_SERVER_RPC_SIZE_ONE_SLICE_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::server {

// Returns the bytes in one slice. Copies them only if gRPC received them in several slices.
inline absl::optional<grpc::Slice> OneSlice(const grpc::ByteBuffer& bytes) {
  grpc::Slice slice;
  if (bytes.TrySingleSlice(&slice).ok() || bytes.DumpToSingleSlice(&slice).ok()) return slice;
  return absl::nullopt;
}

// Returns the bytes of `slice`. Valid until `slice` is moved or destroyed.
inline absl::string_view TextOf(const grpc::Slice& slice) {
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZE_ONE_SLICE_H_
