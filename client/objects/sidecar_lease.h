#ifndef CPSIZER_CLIENT_OBJECTS_SIDECAR_LEASE_H_
#define CPSIZER_CLIENT_OBJECTS_SIDECAR_LEASE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// The Lease of the sidecar that writes sizes. Who leads publishes on it how it decides, for those who want to decide
// alike: the command, and a sidecar that is started by hand.
namespace cpsizer::objects {

inline constexpr char kLeaseGroup[] = "/apis/coordination.k8s.io/v1";
// The namespace of the manifests in deploy/.
inline constexpr char kInstalledNamespace[] = "cpsizer";
inline constexpr char kSizesLease[] = "cpsizer-sidecar";

// The annotation that names the CPU policy, as --cpu-policy does.
inline constexpr char kCpuPolicyAnnotation[] = "cpsizer/cpu-policy";

// `/apis/coordination.k8s.io/v1/namespaces/NAMESPACE/leases`.
std::string LeasesPath(absl::string_view name_space);

// What the Lease says in kCpuPolicyAnnotation; empty if it does not say it.
absl::string_view PublishedCpuPolicy(const tree::Node& lease);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_SIDECAR_LEASE_H_
