#ifndef CPSIZER_SERVER_RPC_ANSWER_MEMORY_H_
#define CPSIZER_SERVER_RPC_ANSWER_MEMORY_H_

#include <grpcpp/support/slice.h>

#include <atomic>
#include <cstddef>
#include <memory>

#include "absl/types/optional.h"

namespace cpsizer::server {

// Bounds what gRPC holds of answers that their callers have not read: no quota of its own does. Thread-safe.
class AnswerMemory {
 public:
  // Shorter answers are not counted: so much a connection's streams may hold.
  static constexpr size_t kCountedBytes = size_t{16} << 10;

  explicit AnswerMemory(size_t limit) : limit_(limit) {}

  // Room for an answer of so many bytes, which counts until gRPC lets it go; absent past the limit. One answer alone
  // always has room.
  absl::optional<grpc::Slice> Allocate(size_t bytes);

  // As of now, bytes.
  size_t held() const { return *held_; }

 private:
  const size_t limit_;
  // Shared with the answers: gRPC may let them go after this has ended.
  const std::shared_ptr<std::atomic<size_t>> held_ = std::make_shared<std::atomic<size_t>>(0);
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_ANSWER_MEMORY_H_
