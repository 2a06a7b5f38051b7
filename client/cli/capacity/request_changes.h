#ifndef CPSIZER_CLIENT_CLI_CAPACITY_REQUEST_CHANGES_H_
#define CPSIZER_CLIENT_CLI_CAPACITY_REQUEST_CHANGES_H_

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "client/effects/effect_annotations.h"
#include "client/effects/requests.h"
#include "client/objects/capacity_objects.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// The requests of control planes with another configuration. Immutable.
class RequestChanges {
 public:
  // No request changes.
  RequestChanges() = default;

  // Reads the effects of the sizes of `config`. Errors: InvalidArgument with the field and the value of an amount that
  // is not a quantity from 0 to the limits of capacity_objects.h.
  static absl::StatusOr<RequestChanges> Make(const v1::ClusterSizingConfiguration& config);

  // Returns the requests that the annotations of the cluster set, after the scheduler has applied the effects of the
  // size in its label. Other requests stay: the operator keeps those of an existing control plane.
  effects::Requests Of(const objects::HostedCluster& cluster) const;

 private:
  absl::optional<effects::SizeAnnotations> sizes_;
};

// Sets the requests of the containers of a pod. Returns whether a request is different.
bool ApplyChanges(const effects::Requests& requests, objects::FoundCapacityPod& pod);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CAPACITY_REQUEST_CHANGES_H_
