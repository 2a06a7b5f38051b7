#ifndef CPSIZER_CLIENT_REPLICAS_LIMITS_H_
#define CPSIZER_CLIENT_REPLICAS_LIMITS_H_

#include <cstddef>

#include "absl/time/time.h"

// Bounds on what is read to observe autoscalers.
namespace cpsizer::replicas {

// How long the API server has for one answer, and a metrics API for all of its answers.
inline constexpr absl::Duration kApiTimeout = absl::Seconds(10);
inline constexpr absl::Duration kMetricsTimeout = absl::Seconds(10);

inline constexpr size_t kMaxDiscoveryBytes = size_t{8} << 20;
inline constexpr size_t kMaxScaleBytes = size_t{1} << 20;
// An object of etcd has at most 1.5 MiB.
inline constexpr size_t kMaxTargetBytes = size_t{4} << 20;
// A page of pods; a server that answers from its cache has but one. 10,000 pods have some 60 MiB.
inline constexpr size_t kMaxPodPageBytes = size_t{64} << 20;
// The pods of one list, as messages: those of 10,000 pods take some 60 MiB.
inline constexpr size_t kMaxKeptPodBytes = size_t{128} << 20;
// A metrics API has some hundred bytes for each container.
inline constexpr size_t kMaxMetricsBytes = size_t{16} << 20;
// What was read of one answer of a metrics API, as messages.
inline constexpr size_t kMaxKeptMetricsBytes = size_t{64} << 20;
inline constexpr int kPodsInPage = 500;

// For how long the pods and pod metrics of a namespace are shared after they were read. The pods of the real controller
// come from an informer, which lags by as much; metrics APIs measure every 15 s or less often.
inline constexpr absl::Duration kSharedAge = absl::Seconds(1);
// A namespace with more is read by selector for kBySelectorTime: a small target must not pay for a large namespace.
inline constexpr size_t kMaxSharedPods = 2'000;
inline constexpr size_t kMaxSharedPodPageBytes = size_t{16} << 20;
inline constexpr size_t kMaxSharedMetricsBytes = size_t{4} << 20;
inline constexpr absl::Duration kBySelectorTime = absl::Minutes(10);
// So is one where too many of the pods that were read belong to no target. Each further autoscaler that shares a list
// saves a list, which is worth reading this many pods that nobody needs; what exceeds that adds up to the second.
inline constexpr int kUnusedPodsPerList = 20;
inline constexpr int kMaxUnusedPods = 2'000;
// Pods, and as many pod metrics, of all namespaces that are kept at a time to be shared: some 60 MiB.
inline constexpr size_t kMaxKeptItems = 10'000;

// How long it is known which resources a group has; and how long that it lacks a kind, whose CRD may just be coming.
inline constexpr absl::Duration kDiscoveryAge = absl::Seconds(30);
inline constexpr absl::Duration kMissingKindAge = absl::Seconds(5);
inline constexpr size_t kMaxKnownGroups = 100;
// Of one group. Each version is a request, and each resource of a kind may be one.
inline constexpr size_t kMaxGroupVersions = 100;
inline constexpr size_t kMaxGroupResources = 10'000;
inline constexpr size_t kMaxResourcesOfKind = 10;

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_LIMITS_H_
