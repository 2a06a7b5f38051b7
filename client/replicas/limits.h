#ifndef CPSIZER_CLIENT_REPLICAS_LIMITS_H_
#define CPSIZER_CLIENT_REPLICAS_LIMITS_H_

#include <cstddef>

#include "absl/time/time.h"

// Limits of the reads for an observation of autoscalers.
namespace cpsizer::replicas {

// The timeouts: kApiTimeout for one response of the API server, kMetricsTimeout for all responses of the metrics APIs
// in one observation.
inline constexpr absl::Duration kApiTimeout = absl::Seconds(10);
inline constexpr absl::Duration kMetricsTimeout = absl::Seconds(10);

inline constexpr size_t kMaxDiscoveryBytes = size_t{8} << 20;
inline constexpr size_t kMaxScaleBytes = size_t{1} << 20;
// The maximum length of a response with the target of an autoscaler. etcd limits objects to 1.5 MiB.
inline constexpr size_t kMaxTargetBytes = size_t{4} << 20;
// The maximum length of a page of pods. An API server that responds from its cache returns all pods in one page. 10,000
// pods have about 60 MiB.
inline constexpr size_t kMaxPodPageBytes = size_t{64} << 20;
// The maximum memory for the pods of one list, as protobuf messages. 10,000 pods take about 60 MiB.
inline constexpr size_t kMaxKeptPodBytes = size_t{128} << 20;
// The maximum length of a response of a metrics API. A response has a few hundred bytes for each container.
inline constexpr size_t kMaxMetricsBytes = size_t{16} << 20;
// The maximum memory for the messages that are read from one response of a metrics API.
inline constexpr size_t kMaxKeptMetricsBytes = size_t{64} << 20;
inline constexpr int kPodsInPage = 500;

// The time for which the pods and pod metrics of a namespace are shared after they were read. kube-controller-manager
// reads pods from an informer, which has a similar delay. Metrics APIs measure every 15 s or less often.
inline constexpr absl::Duration kSharedAge = absl::Seconds(1);
// If a namespace has more pods or bytes than these limits, its pods are read by selector for kBySelectorTime. Without
// these limits, an autoscaler with a small target would read all pods of a large namespace.
inline constexpr size_t kMaxSharedPods = 2'000;
inline constexpr size_t kMaxSharedPodPageBytes = size_t{16} << 20;
inline constexpr size_t kMaxSharedMetricsBytes = size_t{4} << 20;
inline constexpr absl::Duration kBySelectorTime = absl::Minutes(10);
// A namespace is also read by selector if too many of the listed pods are not used. Each additional autoscaler that
// shares a list saves one list request. For each saved request, kUnusedPodsPerList unused pods are not counted. The
// counted unused pods must not exceed kMaxUnusedPods.
inline constexpr int kUnusedPodsPerList = 20;
inline constexpr int kMaxUnusedPods = 2'000;
// The maximum number of pods that are kept for sharing, for all namespaces together. The same limit applies to pod
// metrics. All kept items take about 60 MiB.
inline constexpr size_t kMaxKeptItems = 10'000;

// kDiscoveryAge is the time for which the resources of a group are cached. kMissingKindAge is the time for which a
// missing kind is cached. kMissingKindAge is shorter, because the CRD of the kind may be installed soon.
inline constexpr absl::Duration kDiscoveryAge = absl::Seconds(30);
inline constexpr absl::Duration kMissingKindAge = absl::Seconds(5);
inline constexpr size_t kMaxKnownGroups = 100;
// Limits for one API group. Each version needs a request, and each resource of a kind may need a request.
inline constexpr size_t kMaxGroupVersions = 100;
inline constexpr size_t kMaxGroupResources = 10'000;
inline constexpr size_t kMaxResourcesOfKind = 10;

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_LIMITS_H_
