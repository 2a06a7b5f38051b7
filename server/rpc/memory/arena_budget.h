#ifndef CPSIZER_SERVER_RPC_MEMORY_ARENA_BUDGET_H_
#define CPSIZER_SERVER_RPC_MEMORY_ARENA_BUDGET_H_

#include <algorithm>
#include <cstddef>

namespace cpsizer::server {

// The maximum arena memory for parsing a request. It depends on the size of the request, because an empty entry of two
// bytes can need a hundred times its size in memory.
struct ArenaBudget {
  size_t base;
  size_t factor;
  size_t most;

  constexpr size_t For(size_t wire_bytes) const { return std::min(most, base + factor * wire_bytes); }
};

// Small entries need more than 16 times their size. For this reason `base` is large enough for the largest number of
// small entries that the API allows: 1,000 sizes (18 KB) need 0.5 MB.
inline constexpr ArenaBudget kUsualBudget = {size_t{8} << 20, 16, size_t{256} << 20};
// A container needs 25 times its size if its name has two letters and it has one request, and 12 times its size if it
// has typical names. The largest request that the API allows has 10,000 pods of 50 containers, their metrics, and
// 500,000 values. It needs 530 MB. It needs 600 MB if each container has requests for three resources.
inline constexpr ArenaBudget kReplicasBudget = {size_t{8} << 20, 26, size_t{640} << 20};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_MEMORY_ARENA_BUDGET_H_
