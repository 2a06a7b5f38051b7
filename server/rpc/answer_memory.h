#ifndef CPSIZER_SERVER_RPC_ANSWER_MEMORY_H_
#define CPSIZER_SERVER_RPC_ANSWER_MEMORY_H_

#include <grpcpp/support/slice.h>

#include <atomic>
#include <cstddef>
#include <memory>

#include "absl/types/optional.h"

namespace cpsizer::server {

// Limits the memory of responses that callers have not read yet. No quota of gRPC covers this memory. Thread-safe.
class AnswerMemory {
 public:
  // A response with fewer bytes is not counted: every stream of a connection is allowed to hold this many bytes.
  static constexpr size_t kCountedBytes = size_t{16} << 10;

  explicit AnswerMemory(size_t limit) : limit_(limit) {}

  // Allocates memory for a response of `bytes`. The memory is counted until gRPC releases it. Absent if the limit is
  // exceeded; a single response is always allowed.
  absl::optional<grpc::Slice> Allocate(size_t bytes);

  // Returns the total size of the counted responses that gRPC has not released yet, in bytes.
  size_t held() const { return *held_; }

 private:
  const size_t limit_;
  // Shared with the responses, because gRPC may release them after this object is destroyed.
  const std::shared_ptr<std::atomic<size_t>> held_ = std::make_shared<std::atomic<size_t>>(0);
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_ANSWER_MEMORY_H_
