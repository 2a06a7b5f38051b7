#ifndef CPSIZER_CLIENT_OBJECTS_HYPERSHIFT_H_
#define CPSIZER_CLIENT_OBJECTS_HYPERSHIFT_H_

#include <string>

#include "absl/strings/string_view.h"

// The names in references between the objects of HyperShift and of the machine API. Source: hypershift, api and
// hypershift-operator/controllers.
namespace cpsizer::objects {

// Annotations and a label of a HostedCluster.
inline constexpr char kAutoScaling[] = "hypershift.openshift.io/resource-based-cp-auto-scaling";  // "true" opts in
inline constexpr char kTopology[] = "hypershift.openshift.io/topology";
inline constexpr char kDedicatedTopology[] = "dedicated-request-serving-components";
inline constexpr char kRecommendedSize[] = "hypershift.openshift.io/recommended-cluster-size";
inline constexpr char kSizeLabel[] = "hypershift.openshift.io/hosted-cluster-size";  // the current size

// The name of the VPA of a hosted cluster, in its control plane namespace; two annotations name the cluster.
inline constexpr char kVpaName[] = "kube-apiserver";
inline constexpr char kVpaTargetKind[] = "Deployment";  // of the target workload, which has the VPA's name
inline constexpr char kClusterNamespace[] = "hypershift.openshift.io/cluster-namespace";
inline constexpr char kClusterName[] = "hypershift.openshift.io/cluster-name";

// The label of machines with the size that they are for.
inline constexpr char kMachineSize[] = "hypershift.openshift.io/cluster-size";

// Annotations of a MachineSet with the capacity of its machines: MiB, and cores.
inline constexpr const char* kCapacityAnnotations[] = {"machine.openshift.io/memoryMb", "machine.openshift.io/vCPU"};

// Returns the namespace of a hosted cluster's control plane. Not one to one: a-b and c share it with a and b-c.
std::string ControlPlaneNamespace(absl::string_view name_space, absl::string_view name);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_HYPERSHIFT_H_
