#ifndef CPSIZER_CLIENT_CLUSTER_AUTOSCALER_LIMITS_H_
#define CPSIZER_CLIENT_CLUSTER_AUTOSCALER_LIMITS_H_

#include <cstddef>

// Bounds on what is read to observe the cluster-autoscaler.
namespace cpsizer::cluster_autoscaler {

// One object of the operator, or what its settings and its status depend on. Usual objects have some 10 KiB; all that
// are read at once, parsed, take some 100 MiB at this bound.
inline constexpr size_t kMaxObjectBytes = size_t{512} << 10;

}  // namespace cpsizer::cluster_autoscaler

#endif  // CPSIZER_CLIENT_CLUSTER_AUTOSCALER_LIMITS_H_
