#ifndef CPSIZER_CLIENT_REPLICAS_LIMITS_H_
#define CPSIZER_CLIENT_REPLICAS_LIMITS_H_

#include <cstddef>

#include "absl/time/time.h"

// Bounds on what is read to observe autoscalers.
namespace cpsizer::replicas {

// The timeout of the API server for one response, and of a metrics API for all of its responses.
inline constexpr absl::Duration kApiTimeout = absl::Seconds(10);
inline constexpr absl::Duration kMetricsTimeout = absl::Seconds(10);

inline constexpr size_t kMaxDiscoveryBytes = size_t{8} << 20;
inline constexpr size_t kMaxScaleBytes = size_t{1} << 20;
// An object of etcd has at most 1.5 MiB.
inline constexpr size_t kMaxTargetBytes = size_t{4} << 20;
// A page of pods; a server that responds from its cache has only one. 10,000 pods have some 60 MiB.
inline constexpr size_t kMaxPodPageBytes = size_t{64} << 20;
// The pods of one list, as messages: those of 10,000 pods take some 60 MiB.
inline constexpr size_t kMaxKeptPodBytes = size_t{128} << 20;
// A metrics API has some hundred bytes for each container.
inline constexpr size_t kMaxMetricsBytes = size_t{16} << 20;
// The messages read from one response of a metrics API.
inline constexpr size_t kMaxKeptMetricsBytes = size_t{64} << 20;
inline constexpr int kPodsInPage = 500;

// The time for which the pods and pod metrics of a namespace are shared after they were read. The pods of
// kube-controller-manager come from an informer with a similar delay; metrics APIs measure every 15 s or less often.
inline constexpr absl::Duration kSharedAge = absl::Seconds(1);
// A namespace with more is read by selector for kBySelectorTime, so that a small target does not pay for a large
// namespace.
inline constexpr size_t kMaxSharedPods = 2'000;
inline constexpr size_t kMaxSharedPodPageBytes = size_t{16} << 20;
inline constexpr size_t kMaxSharedMetricsBytes = size_t{4} << 20;
inline constexpr absl::Duration kBySelectorTime = absl::Minutes(10);
// The same applies if too many of the listed pods belong to no target. Each further autoscaler that shares a list saves
// a list, which is worth reading this many unused pods; the excess counts towards kMaxUnusedPods.
inline constexpr int kUnusedPodsPerList = 20;
inline constexpr int kMaxUnusedPods = 2'000;
// The pods, and as many pod metrics, of all namespaces that are kept at a time to be shared: some 60 MiB.
inline constexpr size_t kMaxKeptItems = 10'000;

// How long the resources of a group are cached; and how long a missing kind is, whose CRD may be about to be installed.
inline constexpr absl::Duration kDiscoveryAge = absl::Seconds(30);
inline constexpr absl::Duration kMissingKindAge = absl::Seconds(5);
inline constexpr size_t kMaxKnownGroups = 100;
// Limits for one group. Each version is a request, and each resource of a kind may be one.
inline constexpr size_t kMaxGroupVersions = 100;
inline constexpr size_t kMaxGroupResources = 10'000;
inline constexpr size_t kMaxResourcesOfKind = 10;

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_LIMITS_H_
