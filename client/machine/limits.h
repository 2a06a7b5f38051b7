#ifndef CPSIZER_CLIENT_MACHINE_LIMITS_H_
#define CPSIZER_CLIENT_MACHINE_LIMITS_H_

#include <cstddef>

#include "absl/time/time.h"

// Limits of the reads of an observation of the machines of a control plane. Together they take less than the memory
// limit in deploy/base/machines: responses are parsed one at a time, and lists item by item.
namespace cpsizer::machine {

// The timeout of the API server for one response.
inline constexpr absl::Duration kApiTimeout = absl::Seconds(10);
// A Node has some 10 KiB; the lists contain only control plane nodes.
inline constexpr size_t kMaxNodesBytes = size_t{8} << 20;
// A NodeMetrics has some 300 bytes; the list contains all nodes of the cluster.
inline constexpr size_t kMaxNodeMetricsBytes = size_t{8} << 20;
// An object of etcd has at most 1.5 MiB.
inline constexpr size_t kMaxObjectBytes = size_t{2} << 20;

// The timeouts of Prometheus for one response, and for all queries of a decision. Queries that did not begin by then
// are treated as unreachable.
inline constexpr absl::Duration kQueryTimeout = absl::Seconds(10);
inline constexpr absl::Duration kQueriesTimeout = absl::Seconds(30);
inline constexpr size_t kMaxQueriesAtOnce = 4;
// The result of a query has one element. A longer response has several.
inline constexpr size_t kMaxQueryAnswerBytes = size_t{256} << 10;
// The size of the values of Secrets for credentials: certificates have some KiB.
inline constexpr size_t kMaxCredentialBytes = size_t{64} << 10;

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_LIMITS_H_
