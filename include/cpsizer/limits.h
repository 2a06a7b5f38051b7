#ifndef CPSIZER_LIMITS_H_
#define CPSIZER_LIMITS_H_

#include <cstddef>
#include <cstdint>

// All limits of the API. docs/api.md repeats them. Tests check each limit and the next larger value.
namespace cpsizer {

// Largest numbers of entries.
inline constexpr int kMaxSizes = 1'000;
inline constexpr int kMaxMachineSets = 10'000;
inline constexpr int kMaxContainerRecommendations = 1'000;
inline constexpr int kMaxContainerPolicies = 1'000;
inline constexpr int kMaxBatchItems = 100'000;
inline constexpr int kMaxAutoscalerMetrics = 50;
// Policies of one direction in the behavior of an autoscaler.
inline constexpr int kMaxScalingPolicies = 100;
// The number of items with DETAIL_FULL in a batch, multiplied by the number of sizes.
inline constexpr int64_t kMaxBatchRows = 1'000'000;
// The limits of RecommendReplicas follow.
inline constexpr int kMaxPods = 10'000;
// The number of Resource and ContainerResource metrics, multiplied by the number of entries of `pod_metrics`, plus the
// number of values in all readings.
inline constexpr int64_t kMaxSamples = 500'000;
// Containers of all pods. The limit for the containers of all pod metrics is the same; pods and pod metrics are counted
// separately.
inline constexpr int64_t kMaxPodContainers = 500'000;
// Recommendations plus scale events of one history.
inline constexpr int kMaxHistoryEntries = 10'000;
inline constexpr int kMaxRivals = 1'000;
inline constexpr int kMaxOtherOwners = 1'000;
// Rescales of one autoscaler since the previous request. One rescale every 15 seconds reaches the limit after four
// hours.
inline constexpr int kMaxObservedRescales = 1'000;
inline constexpr int kMaxAutoscalerConditions = 100;
// Findings of one request. Without this limit, the findings about 500,000 malformed samples would take more memory than
// the samples.
inline constexpr int kMaxReplicasFindings = 1'000;
// The limits of BatchRecommendReplicas follow. The limits of one RecommendReplicasRequest for pods, samples and
// containers also apply to all items of a batch together.
inline constexpr int kMaxReplicasBatchItems = 10'000;
// Recommendations plus scale events of all items together.
inline constexpr int64_t kMaxBatchHistoryEntries = 100'000;
// The limits of machine autoscalers follow.
inline constexpr int kMaxMachineSizes = 100;
// Triggers of both directions together.
inline constexpr int kMaxMachineTriggers = 100;
inline constexpr int kMaxSecretReferences = 100;
// The limits of RecommendMachine follow.
inline constexpr int kMaxMachineNodes = 100;
// Samples of one resource for all nodes. Three nodes with one sample every minute reach the limit after more than four
// days.
inline constexpr int64_t kMaxMachineSamples = 20'000;
inline constexpr int kMaxMachineFindings = 1'000;
// The limit for each of these lists of a ClusterAutoscaler: GPUs, ignored labels and startup taints.
inline constexpr int kMaxClusterAutoscalerEntries = 1'000;
// The limits of PlanClusterAutoscaler follow. The limit for the MachineSets of a request is kMaxMachineSets.
inline constexpr int kMaxMachineAutoscalers = 10'000;
inline constexpr int kMaxFeatureGates = 1'000;
inline constexpr int kMaxCurrentObjects = 100;
// Fields of one current object. A Deployment has about 100.
inline constexpr int kMaxCurrentFields = 10'000;
inline constexpr int kMaxOperatorConditions = 100;
inline constexpr int kMaxRelatedMachines = 10'000;
inline constexpr int kMaxPlanFindings = 1'000;
// The limits of ScaleCpuRequests follow.
inline constexpr int kMaxCpuWorkloads = 10'000;
// Containers and init containers of all workloads, plus the entries of their idle usage.
inline constexpr int64_t kMaxCpuContainers = 100'000;
inline constexpr int kMaxCpuNodes = 1'000;
// Findings of one request. Without this limit, the findings about 100,000 containers without a request would take more
// memory than the request.
inline constexpr int kMaxCpuFindings = 1'000;

// Lengths in bytes.
inline constexpr size_t kMaxNameBytes = 253;       // Kubernetes: DNS subdomain
inline constexpr size_t kMaxLabelValueBytes = 63;  // Kubernetes: label value
inline constexpr size_t kMaxQuantityBytes = 64;
// The text of a list of CPUs. The longest text for 1,500 CPUs lists every second CPU.
inline constexpr size_t kMaxCpuSetBytes = 4'096;
// The annotation of a ClusterSizingConfiguration with fractions. 400 sizes need less.
inline constexpr size_t kMaxFractionsBytes = 65'536;
// The address or the query of a trigger.
inline constexpr size_t kMaxQueryBytes = 8'192;
// Texts of conditions, events and errors of an autoscaler are truncated to this length, because they can repeat a text
// of the request many times.
inline constexpr size_t kMaxReportedTextBytes = 1'024;
// A value that a finding or an error message quotes is truncated to this length.
inline constexpr size_t kMaxQuotedValueBytes = 64;

// Sizes of whole messages in bytes.
inline constexpr size_t kMaxUnaryRequestBytes = size_t{4} << 20;
inline constexpr size_t kMaxBatchRequestBytes = size_t{64} << 20;  // also for RecommendReplicas
// Error details in trailers. With more than about 8 KiB of trailers a gRPC C++ client loses the whole status.
inline constexpr size_t kMaxErrorDetailsBytes = 4'096;
// The message of a condition (metav1.Condition).
inline constexpr size_t kMaxConditionMessageBytes = 32'768;

}  // namespace cpsizer

#endif  // CPSIZER_LIMITS_H_
