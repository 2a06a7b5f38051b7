#ifndef CPSIZER_CLIENT_REPLICAS_LIMITS_H_
#define CPSIZER_CLIENT_REPLICAS_LIMITS_H_

#include <cstddef>

#include "absl/time/time.h"

// Bounds on what is read to observe one autoscaler.
namespace cpsizer::replicas {

// How long the API server has for one answer, and a metrics API for all of its answers.
inline constexpr absl::Duration kApiTimeout = absl::Seconds(10);
inline constexpr absl::Duration kMetricsTimeout = absl::Seconds(10);

inline constexpr size_t kMaxDiscoveryBytes = size_t{8} << 20;
inline constexpr size_t kMaxScaleBytes = size_t{1} << 20;
// An object of etcd has at most 1.5 MiB.
inline constexpr size_t kMaxTargetBytes = size_t{4} << 20;
// A page of pods; a server that answers from its cache has but one.
inline constexpr size_t kMaxPodPageBytes = size_t{128} << 20;
// A metrics API has some hundred bytes for each container.
inline constexpr size_t kMaxMetricsBytes = size_t{32} << 20;
inline constexpr int kPodsInPage = 500;

// How long it is known which resources a group has; and how long that it lacks a kind, whose CRD may just be coming.
inline constexpr absl::Duration kDiscoveryAge = absl::Seconds(30);
inline constexpr absl::Duration kMissingKindAge = absl::Seconds(5);
inline constexpr size_t kMaxKnownGroups = 100;

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_LIMITS_H_
