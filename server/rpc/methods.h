#ifndef CPSIZER_SERVER_RPC_METHODS_H_
#define CPSIZER_SERVER_RPC_METHODS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>

#include "absl/strings/string_view.h"
#include "cpsizer/limits.h"

// The table of RPCs. Limits, metrics, logs and authorization use this table. A new method needs a row in this table,
// and a handler in SizingService.
namespace cpsizer::server {

// The maximum arena memory for parsing a request. It depends on the size of the request, because an empty entry of two
// bytes can need a hundred times its size in memory.
struct ArenaBudget {
  size_t base;
  size_t factor;
  size_t most;

  constexpr size_t For(size_t wire_bytes) const { return std::min(most, base + factor * wire_bytes); }
};

// Small entries need more than 16 times their size. For this reason `base` is large enough for the maximum number of
// small entries that the API allows: 100,000 demands of one quantity (0.9 MB) need 21 MB, and 1,000 sizes (18 KB) need
// 0.5 MB.
inline constexpr ArenaBudget kUsualBudget = {size_t{8} << 20, 16, size_t{256} << 20};
// A container needs 25 times its size if its name has two letters and it has one request, and 12 times its size if it
// has typical names. The largest request that the API allows has 10,000 pods of 50 containers, their metrics, and
// 500,000 values. It needs 530 MB. It needs 600 MB if each container has requests for three resources.
inline constexpr ArenaBudget kReplicasBudget = {size_t{8} << 20, 26, size_t{640} << 20};

// Values of MethodInfo::worker_bytes with a special meaning.
inline constexpr size_t kAlwaysOnWorker = 0;
inline constexpr size_t kAlwaysInline = std::numeric_limits<size_t>::max();

// A ScaleCpuRequestsRequest above this size runs on a worker. At this size it has about 2,000 containers and takes 1
// ms.
inline constexpr size_t kMaxInlineCpuRequestsBytes = size_t{64} << 10;
// A RecommendMachineRequest above this size runs on a worker. At this size it has about 1,000 samples of each resource,
// and takes about 40 us with four triggers.
inline constexpr size_t kMaxInlineMachineBytes = size_t{64} << 10;
// A PlanClusterAutoscalerRequest above this size runs on a worker. At this size it has about 300 MachineAutoscalers
// with their MachineSets, and takes about 0.3 ms.
inline constexpr size_t kMaxInlinePlanBytes = size_t{64} << 10;
// A RecommendReplicasRequest above this size runs on a worker. At this size it has about 1,100 pods with one metric,
// and takes 1.5 ms.
inline constexpr size_t kMaxInlineReplicasBytes = size_t{256} << 10;

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
  // A request of at least this size runs on a worker thread, and --max-in-flight limits the number of such requests. A
  // smaller request runs on a thread of gRPC. It usually takes less than a millisecond, and is not refused when many
  // batches run.
  size_t worker_bytes;
  ArenaBudget budget;
};

// The rows must be in the order of `Method`.
inline constexpr MethodInfo kMethodTable[] = {
    {Method::kRecommendSize, "RecommendSize", kMaxUnaryRequestBytes, kAlwaysInline, kUsualBudget},
    {Method::kBatchRecommendSize, "BatchRecommendSize", kMaxBatchRequestBytes, kAlwaysOnWorker, kUsualBudget},
    {Method::kValidateConfig, "ValidateConfig", kMaxUnaryRequestBytes, kAlwaysInline, kUsualBudget},
    {Method::kRecommendReplicas, "RecommendReplicas", kMaxBatchRequestBytes, kMaxInlineReplicasBytes + 1,
     kReplicasBudget},
    {Method::kScaleCpuRequests, "ScaleCpuRequests", kMaxUnaryRequestBytes, kMaxInlineCpuRequestsBytes + 1,
     kReplicasBudget},
    {Method::kRecommendMachine, "RecommendMachine", kMaxUnaryRequestBytes, kMaxInlineMachineBytes + 1, kUsualBudget},
    {Method::kPlanClusterAutoscaler, "PlanClusterAutoscaler", kMaxUnaryRequestBytes, kMaxInlinePlanBytes + 1,
     kReplicasBudget},
    {Method::kBatchRecommendReplicas, "BatchRecommendReplicas", kMaxBatchRequestBytes, kAlwaysOnWorker,
     kReplicasBudget},
    // A reflection request contains only one name. The limit of 8 KiB allows a very long name.
    {Method::kReflection, "reflection", size_t{8} << 10, kAlwaysInline, kUsualBudget},
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
