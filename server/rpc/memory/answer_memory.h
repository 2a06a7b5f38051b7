#ifndef CPSIZER_SERVER_RPC_MEMORY_ANSWER_MEMORY_H_
#define CPSIZER_SERVER_RPC_MEMORY_ANSWER_MEMORY_H_

#include <grpcpp/support/slice.h>

#include <atomic>
#include <cstddef>
#include <memory>

#include "absl/types/optional.h"

namespace cpsizer::server {

// Limits the memory of responses that callers have not read yet. The quotas of gRPC do not include this memory.
// Thread-safe.
class AnswerMemory {
 public:
  // Responses with fewer bytes are not counted. Each stream may have an uncounted response.
  static constexpr size_t kCountedBytes = size_t{16} << 10;

  explicit AnswerMemory(size_t limit) : limit_(limit) {}

  // Allocates memory for a response of `bytes`. The memory is counted until gRPC frees it. Returns nullopt if the limit
  // would be exceeded. If no other response is counted, always allocates the memory.
  absl::optional<grpc::Slice> Allocate(size_t bytes);

  // Returns the number of counted bytes: the sizes of all counted responses that gRPC has not freed yet.
  size_t held() const { return *held_; }

 private:
  const size_t limit_;
  // Shared with the responses, because gRPC may free a response after this object is destroyed.
  const std::shared_ptr<std::atomic<size_t>> held_ = std::make_shared<std::atomic<size_t>>(0);
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_MEMORY_ANSWER_MEMORY_H_
