#include "server/process/sharded_counters.h"

namespace cpsizer::server {

std::atomic<size_t> ShardedCounters::next_shard_{0};

ShardedCounters::ShardedCounters(size_t counters)
    : lines_for_copy_((counters + kPerLine - 1) / kPerLine),
      lines_(std::make_unique<Line[]>(kShards * lines_for_copy_)) {}

int64_t ShardedCounters::Sum(size_t counter) const {
  int64_t sum = 0;
  for (size_t shard = 0; shard < kShards; ++shard) sum += At(shard, counter).load(std::memory_order_acquire);
  return sum;
}

}  // namespace cpsizer::server
