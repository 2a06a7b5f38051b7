#ifndef CPSIZER_CLIENT_HISTORY_REQUESTS_LIMITS_H_
#define CPSIZER_CLIENT_HISTORY_REQUESTS_LIMITS_H_

#include <cstddef>

// Limits on the usage of containers. The memory of a collector depends on these limits and not on the number of
// samples.
namespace cpsizer::history {

// Days of all pods and containers together: 1,000 clusters with 30 containers for 260 days. A day takes 8 bytes.
inline constexpr size_t kMaxContainerDays = 8'000'000;
// Containers of all sizes. Each takes at most 100 kB, usually 10 kB.
inline constexpr size_t kMaxContainersOfSizes = 2'000;

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REQUESTS_LIMITS_H_
