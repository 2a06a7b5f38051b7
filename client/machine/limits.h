#ifndef CPSIZER_CLIENT_MACHINE_LIMITS_H_
#define CPSIZER_CLIENT_MACHINE_LIMITS_H_

#include <cstddef>

#include "absl/time/time.h"

// Limits of the reads for an observation of the machines of a control plane. With these limits, the reads need less
// memory than the limit in deploy/base/machines, because responses are parsed one at a time and lists are parsed item
// by item.
namespace cpsizer::machine {

// The timeout for one response of the API server.
inline constexpr absl::Duration kApiTimeout = absl::Seconds(10);
// A Node has about 10 KiB. The lists contain only control plane nodes.
inline constexpr size_t kMaxNodesBytes = size_t{8} << 20;
// A NodeMetrics has about 300 bytes. The list contains all nodes of the cluster.
inline constexpr size_t kMaxNodeMetricsBytes = size_t{8} << 20;
// The maximum length of a response with one object. etcd limits objects to 1.5 MiB.
inline constexpr size_t kMaxObjectBytes = size_t{2} << 20;

// The timeouts for one response of Prometheus, and for all queries of a decision. A query that has not begun within
// kQueriesTimeout is not sent, and its Prometheus server is reported as unreachable.
inline constexpr absl::Duration kQueryTimeout = absl::Seconds(10);
inline constexpr absl::Duration kQueriesTimeout = absl::Seconds(30);
inline constexpr size_t kMaxQueriesAtOnce = 4;
// The result of a query must have one element. A response with one element is much shorter than this limit.
inline constexpr size_t kMaxQueryAnswerBytes = size_t{256} << 10;
// The maximum size of one value of a Secret with credentials. Certificates have a few KiB.
inline constexpr size_t kMaxCredentialBytes = size_t{64} << 10;

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_LIMITS_H_
