#ifndef CPSIZER_CLIENT_OBJECTS_API_PATHS_H_
#define CPSIZER_CLIENT_OBJECTS_API_PATHS_H_

// The API paths of the objects that sizing uses.
namespace cpsizer::objects {

inline constexpr char kHostedClusterGroup[] = "/apis/hypershift.openshift.io/v1beta1";
inline constexpr char kHostedClusters[] = "hostedclusters";
inline constexpr char kNodePools[] = "nodepools";
inline constexpr char kHostedControlPlanes[] = "hostedcontrolplanes";
inline constexpr char kVpaGroup[] = "/apis/autoscaling.k8s.io/v1";
inline constexpr char kVpas[] = "verticalpodautoscalers";
inline constexpr char kConfigurationGroup[] = "/apis/scheduling.hypershift.openshift.io/v1alpha1";
inline constexpr char kConfigurations[] = "clustersizingconfigurations";
inline constexpr char kConfigurationName[] = "cluster";
inline constexpr char kCrdGroup[] = "/apis/apiextensions.k8s.io/v1";
inline constexpr char kCrds[] = "customresourcedefinitions";
inline constexpr char kMachineSets[] =
    "/apis/machine.openshift.io/v1beta1/namespaces/openshift-machine-api/machinesets";

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_API_PATHS_H_
