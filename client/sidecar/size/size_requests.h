#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_REQUESTS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_REQUESTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "client/kube/http/http.h"
#include "client/sidecar/size/objects.h"
#include "client/sidecar/size/plan.h"
#include "cpsizer/v1/meta.pb.h"

// Makes the requests of the size controller to the API server. Errors: FailedPrecondition if a written object has no
// uid or no resourceVersion. All functions are pure.
namespace cpsizer::sidecar {

// Sets the annotation with the recommended size and nothing else. The response has only metadata.
absl::StatusOr<kube::HttpRequest> WriteSize(const HostedCluster& cluster, const std::string& size);

// Creates, repairs or deletes the VPA of the cluster. `vpa` is the existing VPA; it is not read for a creation. A
// repair sets the target, the update mode and the annotations that name `cluster`. `action` must not be kNone.
absl::StatusOr<kube::HttpRequest> WriteVpa(VpaAction action, const HostedCluster& cluster, const Vpa* vpa);

// Applies a condition of the configuration. A condition without a type releases our share of the condition
// objects::kConfigurationCondition.
absl::StatusOr<kube::HttpRequest> WriteCondition(const Configuration& configuration, const v1::Condition& condition);

// Gets the metadata of the cluster.
kube::HttpRequest GetCluster(const HostedCluster& cluster);
// Get the configuration, and the CRD that has its schema.
kube::HttpRequest GetConfiguration();
kube::HttpRequest GetConfigurationCrd();

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_REQUESTS_H_
