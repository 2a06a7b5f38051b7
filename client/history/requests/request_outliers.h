#ifndef CPSIZER_CLIENT_HISTORY_REQUESTS_REQUEST_OUTLIERS_H_
#define CPSIZER_CLIENT_HISTORY_REQUESTS_REQUEST_OUTLIERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/history/fit/resource.h"
#include "client/history/requests/container_name.h"
#include "client/history/requests/usage_evidence.h"

namespace cpsizer::history {

// A container of a size, with the requests that the size will have: proposed or kept. Amounts are bytes or cores.
struct SizedContainer {
  ContainerName name;
  PerResource<absl::optional<double>> requests;  // absent: the size does not set it
  PerResource<UsageEvidence> evidence;
};

// The requests that a container of one cluster needs in place of those of its size. A resource that the size does not
// set, and of which the cluster does not need more, is absent.
struct RequestOverride {
  uint32_t cluster = 0;  // a number of HistoryNames::clusters
  ContainerName container;
  PerResource<absl::optional<double>> requests;
  double excess = 0;  // the largest usage, divided by the request of the size: above 1
};

// The clusters of a size with usage above a request of the size.
struct SizeOutliers {
  int64_t clusters = 0;
  int64_t allowed = 0;                     // 1 % of the fleet, at least 1
  std::vector<RequestOverride> overrides;  // from the largest excess; empty if is_size_wrong()

  // Overrides are for exceptions. If more clusters need one, the requests of the size are wrong.
  bool is_size_wrong() const { return clusters > allowed; }
};

// Finds the outliers of the containers of a size. `headroom` is RequestOptions::headroom; `fleet` is the number of
// clusters of all sizes.
SizeOutliers FindOutliers(absl::Span<const SizedContainer> containers, double headroom, int64_t fleet);

// Returns the annotation of an override, such as
// `resource-request-override.hypershift.openshift.io/etcd.etcd=memory=2Gi,cpu=1`. It has both resources if both are
// known, because it replaces the annotation of the size.
std::string OverrideAnnotation(const RequestOverride& needed);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REQUESTS_REQUEST_OUTLIERS_H_
