#ifndef CPSIZER_CLIENT_CLUSTER_AUTOSCALER_LIMITS_H_
#define CPSIZER_CLIENT_CLUSTER_AUTOSCALER_LIMITS_H_

#include <cstddef>

// Limits of the reads of an observation of the cluster-autoscaler.
namespace cpsizer::cluster_autoscaler {

// The size of one object of the operator, or of an input of its settings or its status. Usual objects have some 10 KiB;
// all objects that are read concurrently, parsed, take some 100 MiB at this limit.
inline constexpr size_t kMaxObjectBytes = size_t{512} << 10;

}  // namespace cpsizer::cluster_autoscaler

#endif  // CPSIZER_CLIENT_CLUSTER_AUTOSCALER_LIMITS_H_
