#ifndef CPSIZER_CLIENT_CAPACITY_LIMITS_H_
#define CPSIZER_CLIENT_CAPACITY_LIMITS_H_

#include <cstddef>
#include <cstdint>

// Limits of what placement computes with. A caller refuses larger values before it builds a ManagementCluster, so that
// sums of amounts are below 2^63.
namespace cpsizer::capacity {

// The maximum amounts of one node and of one pod: 1,000,000 cores, 1 PiB, and 10,000 pods.
inline constexpr int64_t kMaxCpuMillis = 1'000'000'000;
inline constexpr int64_t kMaxMemoryBytes = int64_t{1} << 50;
inline constexpr int64_t kMaxPodsOfNode = 10'000;
// The maximum number of nodes. Kubernetes is tested with 5,000 nodes.
inline constexpr size_t kMaxNodes = 5'000;
// The maximum number of running pods. Kubernetes is tested with 150,000 pods.
inline constexpr size_t kMaxRunningPods = 300'000;
// The maximum numbers of components of a control plane and of replicas of a component. A hosted control plane has about
// 40 components with at most 3 replicas.
inline constexpr size_t kMaxComponents = 500;
inline constexpr int64_t kMaxReplicas = 100;

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_LIMITS_H_
