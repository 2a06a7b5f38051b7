#ifndef CPSIZER_CLIENT_HISTORY_SERIES_HISTORY_NAME_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_HISTORY_NAME_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/history/series/limits.h"
#include "client/history/series/sample.h"

// The rules for the names of a history.
namespace cpsizer::history {

// Returns an error unless `name` can be the name of a namespace, a cluster or a pod: letters, digits, `-`, `.` and `_`,
// at most kMaxHistoryNameBytes. Capitals and `_`, which Kubernetes does not allow, are for anonymous data. `what`
// begins the error message. Errors: InvalidArgument.
absl::Status CheckHistoryName(absl::string_view what, absl::string_view name);

// Set `number` to the number of a cluster, or of the pod `pod` of the cluster with the number `cluster`. Errors:
// ResourceExhausted if there are more than kMaxClusters or `max_pods`.
absl::Status NumberCluster(absl::string_view name, HistoryNames& names, uint32_t& number);
absl::Status NumberPod(uint32_t cluster, absl::string_view pod, HistoryNames& names, uint32_t& number,
                       size_t max_pods = kMaxPods);

// Separates a pod from its container. Names of Kubernetes have no colon.
inline constexpr char kContainerSeparator = ':';

// Returns POD:CONTAINER, the pod in HistoryNames of a history with the usage of containers.
std::string PodAndContainer(absl::string_view pod, absl::string_view container);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_HISTORY_NAME_H_
