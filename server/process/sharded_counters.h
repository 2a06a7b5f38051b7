#ifndef CPSIZER_SERVER_PROCESS_SHARDED_COUNTERS_H_
#define CPSIZER_SERVER_PROCESS_SHARDED_COUNTERS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace cpsizer::server {

// Counters that several threads add to frequently. Thread-safe, without a lock. There are several copies of all
// counters, and each thread adds to one copy. A copy does not share cache lines with another copy: if two cores write
// to the same cache line, the cache line moves between the cores at each write.
class ShardedCounters {
 public:
  static constexpr size_t kShards = 8;

  explicit ShardedCounters(size_t counters);

  // `counter` must be less than `counters`, the argument of the constructor.
  void Add(size_t counter, int64_t amount) {
    At(ShardOfThisThread(), counter).fetch_add(amount, std::memory_order_release);
  }

  // Returns the sum over all copies. The sum may include concurrent additions. If a sum includes an addition of a
  // thread, all sums that are read later include the earlier additions of this thread.
  int64_t Sum(size_t counter) const;

 private:
  static constexpr size_t kLineBytes = 64;
  static constexpr size_t kPerLine = kLineBytes / sizeof(int64_t);
  struct alignas(kLineBytes) Line {
    std::atomic<int64_t> counters[kPerLine] = {};
  };

  // Returns the index of the copy for this thread. The copies are assigned to threads round-robin.
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
