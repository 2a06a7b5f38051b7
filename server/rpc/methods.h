#ifndef CPSIZER_SERVER_RPC_METHODS_H_
#define CPSIZER_SERVER_RPC_METHODS_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>

#include "absl/strings/string_view.h"
#include "cpsizer/limits.h"
#include "server/rpc/memory/arena_budget.h"

// The table of RPCs. Limits, metrics, logs and authorization use this table. A new method needs a row in this table,
// and a handler in SizingService.
namespace cpsizer::server {

// The sizes of requests at which a call changes its threads. A request of at least `medium` bytes waits for a worker
// thread (CallQueue). A smaller request runs on a thread of gRPC: it usually takes less than 100 us, and it is not
// refused when the server is busy. A request of at least `large` bytes waits with the batches, which do not use all
// worker threads, so that smaller requests do not wait for it. --max-in-flight limits the number of these requests.
struct Thresholds {
  size_t medium;
  size_t large;
};

inline constexpr size_t kNever = std::numeric_limits<size_t>::max();
inline constexpr Thresholds kAlwaysLarge = {0, 0};
inline constexpr Thresholds kAlwaysSmall = {kNever, kNever};
// 30 sizes take about 70 us, and 2,000 sizes about 4 ms.
inline constexpr Thresholds kConfigurationThresholds = {size_t{4} << 10, size_t{256} << 10};
// 32 pods with one metric take about 60 us, and 1,100 pods about 1.5 ms.
inline constexpr Thresholds kReplicasThresholds = {size_t{8} << 10, size_t{256} << 10};
// 250 containers take about 0.1 ms, and 2,000 containers about 1 ms.
inline constexpr Thresholds kCpuRequestsThresholds = {size_t{8} << 10, size_t{64} << 10};
// 1,000 samples of each resource take about 40 us with four triggers. No size is medium.
inline constexpr Thresholds kMachineThresholds = {size_t{64} << 10, size_t{64} << 10};
// 75 MachineAutoscalers with their MachineSets take about 75 us, and 300 take about 0.3 ms.
inline constexpr Thresholds kPlanThresholds = {size_t{16} << 10, size_t{64} << 10};

// The methods of SizingService in the order of its .proto file, and then reflection. The health service has no row,
// because it needs no authorization.
enum class Method : uint8_t {
  kRecommendSize,
  kBatchRecommendSize,
  kValidateConfig,
  kRecommendReplicas,
  kScaleCpuRequests,
  kRecommendMachine,
  kPlanClusterAutoscaler,
  kBatchRecommendReplicas,
  kReflection
};

struct MethodInfo {
  Method method;
  // The name in the .proto file, in authorization rules, in logs, and in metric labels.
  absl::string_view name;
  // A larger request gets REQUEST_TOO_LARGE. --max-message-bytes can lower this limit.
  size_t max_request_bytes;
  Thresholds thresholds;
  ArenaBudget budget;
};

// The rows must be in the order of `Method`.
inline constexpr MethodInfo kMethodTable[] = {
    {Method::kRecommendSize, "RecommendSize", kMaxUnaryRequestBytes, kConfigurationThresholds, kUsualBudget},
    {Method::kBatchRecommendSize, "BatchRecommendSize", kMaxBatchRequestBytes, kAlwaysLarge, kUsualBudget},
    {Method::kValidateConfig, "ValidateConfig", kMaxUnaryRequestBytes, kConfigurationThresholds, kUsualBudget},
    {Method::kRecommendReplicas, "RecommendReplicas", kMaxBatchRequestBytes, kReplicasThresholds, kReplicasBudget},
    {Method::kScaleCpuRequests, "ScaleCpuRequests", kMaxUnaryRequestBytes, kCpuRequestsThresholds, kReplicasBudget},
    {Method::kRecommendMachine, "RecommendMachine", kMaxUnaryRequestBytes, kMachineThresholds, kUsualBudget},
    {Method::kPlanClusterAutoscaler, "PlanClusterAutoscaler", kMaxUnaryRequestBytes, kPlanThresholds, kReplicasBudget},
    {Method::kBatchRecommendReplicas, "BatchRecommendReplicas", kMaxBatchRequestBytes, kAlwaysLarge, kReplicasBudget},
    // A reflection request contains only one name. The limit of 8 KiB allows a very long name.
    {Method::kReflection, "reflection", size_t{8} << 10, kAlwaysSmall, kUsualBudget},
};

inline constexpr size_t kMethodCount = std::size(kMethodTable);
// The number of methods of SizingService.
inline constexpr size_t kServiceMethodCount = static_cast<size_t>(Method::kReflection);

constexpr bool MethodsInOrder() {
  for (size_t i = 0; i < kMethodCount; ++i) {
    if (static_cast<size_t>(kMethodTable[i].method) != i) return false;
  }
  return kMethodCount == kServiceMethodCount + 1;
}
static_assert(MethodsInOrder(), "kMethodTable has every method, in the order of Method");

constexpr const MethodInfo& Info(Method method) {
  return kMethodTable[static_cast<size_t>(method)];
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_METHODS_H_
