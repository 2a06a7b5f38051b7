#ifndef CPSIZER_CLIENT_CLUSTER_AUTOSCALER_LIMITS_H_
#define CPSIZER_CLIENT_CLUSTER_AUTOSCALER_LIMITS_H_

#include <cstddef>

// Limits of the reads for an observation of the cluster-autoscaler.
namespace cpsizer::cluster_autoscaler {

// The maximum size of one object. The limit applies to the objects that the operator writes, and to the objects on
// which the settings and the status of the operator depend. Most of these objects have about 10 KiB. If all objects had
// the maximum size, the parsed objects of all concurrent reads would take about 100 MiB.
inline constexpr size_t kMaxObjectBytes = size_t{512} << 10;

}  // namespace cpsizer::cluster_autoscaler

#endif  // CPSIZER_CLIENT_CLUSTER_AUTOSCALER_LIMITS_H_
