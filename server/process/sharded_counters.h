#ifndef CPSIZER_SERVER_PROCESS_SHARDED_COUNTERS_H_
#define CPSIZER_SERVER_PROCESS_SHARDED_COUNTERS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace cpsizer::server {

// Counters that several threads add to frequently. Thread-safe, without a lock. Each thread adds to one of a few
// copies, each on its own cache lines: a line that two cores write to moves between them at every addition.
class ShardedCounters {
 public:
  static constexpr size_t kShards = 8;

  explicit ShardedCounters(size_t counters);

  // `counter` is less than the number given to the constructor.
  void Add(size_t counter, int64_t amount) {
    At(ShardOfThisThread(), counter).fetch_add(amount, std::memory_order_release);
  }

  // Returns the sum, which may include concurrent additions. A thread that sees an addition also sees the additions
  // before it.
  int64_t Sum(size_t counter) const;

 private:
  static constexpr size_t kLineBytes = 64;
  static constexpr size_t kPerLine = kLineBytes / sizeof(int64_t);
  struct alignas(kLineBytes) Line {
    std::atomic<int64_t> counters[kPerLine] = {};
  };

  // Threads are assigned to the copies in turn.
  static size_t ShardOfThisThread() {
    constinit static thread_local size_t shard = kShards;
    if (shard == kShards) shard = next_shard_.fetch_add(1, std::memory_order_relaxed) % kShards;
    return shard;
  }

  std::atomic<int64_t>& At(size_t shard, size_t counter) const {
    return lines_[shard * lines_for_copy_ + counter / kPerLine].counters[counter % kPerLine];
  }

  static std::atomic<size_t> next_shard_;

  const size_t lines_for_copy_;
  const std::unique_ptr<Line[]> lines_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_SHARDED_COUNTERS_H_
