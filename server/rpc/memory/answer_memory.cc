#include "server/rpc/memory/answer_memory.h"

#include <grpc/slice.h>

#include <utility>

namespace cpsizer::server {
namespace {

// The memory of a response. AnswerMemory counts this memory until this object is destroyed.
class Counted {
 public:
  Counted(size_t bytes, std::shared_ptr<std::atomic<size_t>> held)
      : bytes_(bytes), held_(std::move(held)), text_(new char[bytes]) {}
  ~Counted() { held_->fetch_sub(bytes_, std::memory_order_relaxed); }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  char* text() { return text_.get(); }

 private:
  const size_t bytes_;
  const std::shared_ptr<std::atomic<size_t>> held_;
  const std::unique_ptr<char[]> text_;
};

}  // namespace

absl::optional<grpc::Slice> AnswerMemory::Allocate(size_t bytes) {
  if (bytes < kCountedBytes) return grpc::Slice(grpc_slice_malloc(bytes), grpc::Slice::STEAL_REF);
  const size_t before = held_->fetch_add(bytes, std::memory_order_relaxed);
  if (before > 0 && before + bytes > limit_) {
    held_->fetch_sub(bytes, std::memory_order_relaxed);
    return absl::nullopt;
  }
  auto* const answer = new Counted(bytes, held_);
  return grpc::Slice(
      answer->text(), bytes, [](void* counted) { delete static_cast<Counted*>(counted); }, answer);
}

}  // namespace cpsizer::server
