#ifndef CPSIZER_SERVER_RPC_ANSWER_MEMORY_H_
#define CPSIZER_SERVER_RPC_ANSWER_MEMORY_H_

#include <grpcpp/support/slice.h>

#include <atomic>
#include <cstddef>
#include <memory>

#include "absl/types/optional.h"

namespace cpsizer::server {

// Limits the memory of responses that callers have not read yet, which no quota of gRPC covers. Thread-safe.
class AnswerMemory {
 public:
  // Shorter responses are not counted: the streams of a connection may hold that much.
  static constexpr size_t kCountedBytes = size_t{16} << 10;

  explicit AnswerMemory(size_t limit) : limit_(limit) {}

  // Allocates memory for a response of `bytes`, which counts until gRPC releases it; absent if the limit is exceeded.
  // A single response is always allowed.
  absl::optional<grpc::Slice> Allocate(size_t bytes);

  // Returns the bytes that are held now.
  size_t held() const { return *held_; }

 private:
  const size_t limit_;
  // Shared with the responses: gRPC may release them after this object is destroyed.
  const std::shared_ptr<std::atomic<size_t>> held_ = std::make_shared<std::atomic<size_t>>(0);
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_ANSWER_MEMORY_H_
