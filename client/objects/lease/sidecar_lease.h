#ifndef CPSIZER_CLIENT_OBJECTS_LEASE_SIDECAR_LEASE_H_
#define CPSIZER_CLIENT_OBJECTS_LEASE_SIDECAR_LEASE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// The Lease of the sidecar that writes sizes. The leader publishes its settings on the Lease for programs that must
// decide in the same way: the command, and a sidecar that is started manually.
namespace cpsizer::objects {

inline constexpr char kLeaseGroup[] = "/apis/coordination.k8s.io/v1";
// The namespace of the manifests in deploy/.
inline constexpr char kInstalledNamespace[] = "cpsizer";
inline constexpr char kSizesLease[] = "cpsizer-sidecar";

// The annotation with the CPU policy. The value is a name as in --cpu-policy.
inline constexpr char kCpuPolicyAnnotation[] = "cpsizer/cpu-policy";

// The annotation with the settings of VpaSettingsText(). Absent if the sidecar has no such setting.
inline constexpr char kVpaSettingsAnnotation[] = "cpsizer/vpa-settings";

// The annotation with the capacities and fractions that the ClusterSizingConfiguration had, for the next leader.
inline constexpr char kStoredFieldsAnnotation[] = "cpsizer/stored-fields";

// Returns `/apis/coordination.k8s.io/v1/namespaces/NAMESPACE/leases`.
std::string LeasesPath(absl::string_view name_space);

// Returns the value of kCpuPolicyAnnotation of the Lease, or an empty string if the Lease does not have this
// annotation.
absl::string_view PublishedCpuPolicy(const tree::Node& lease);

// Returns the value of kVpaSettingsAnnotation of the Lease, or an empty string if the Lease does not have this
// annotation.
absl::string_view PublishedVpaSettings(const tree::Node& lease);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_LEASE_SIDECAR_LEASE_H_
