#ifndef CPSIZER_CLIENT_CLI_INPUT_LISTED_KIND_H_
#define CPSIZER_CLIENT_CLI_INPUT_LISTED_KIND_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/input/cluster_connection.h"
#include "client/objects/inventory_builder.h"

namespace cpsizer::cli {

// A kind whose objects can be read from a cluster or from files.
struct ListedKind {
  absl::string_view api_version;
  absl::string_view kind;
  absl::string_view plural;
  bool in_namespaces;
};

inline constexpr ListedKind kListedHostedClusters = {"hypershift.openshift.io/v1beta1", "HostedCluster",
                                                     "hostedclusters", true};
inline constexpr ListedKind kListedAutoscalers = {"autoscaling/v2", "HorizontalPodAutoscaler",
                                                  "horizontalpodautoscalers", true};
inline constexpr ListedKind kListedInfrastructures = {"config.openshift.io/v1", "Infrastructure", "infrastructures",
                                                      false};
inline constexpr ListedKind kListedKubeletConfigs = {"machineconfiguration.openshift.io/v1", "KubeletConfig",
                                                     "kubeletconfigs", false};
inline constexpr ListedKind kListedControlPlaneAutoscalers = {
    "machine.openshift.io/v1alpha1", "ControlPlaneMachineSetAutoscaler", "controlplanemachinesetautoscalers", true};
inline constexpr ListedKind kListedTriggerAuthentications = {
    "machine.openshift.io/v1alpha1", "ControlPlaneMachineSetAutoscalingTriggerAuthentication",
    "controlplanemachinesetautoscalingtriggerauthentications", true};
inline constexpr ListedKind kListedClusterAutoscalers = {"autoscaling.openshift.io/v1", "ClusterAutoscaler",
                                                         "clusterautoscalers", false};
inline constexpr ListedKind kListedMachineAutoscalers = {"autoscaling.openshift.io/v1beta1", "MachineAutoscaler",
                                                         "machineautoscalers", true};

// The objects of a cluster that were listed.
struct ListedObjects {
  objects::Inventory inventory;
  // One sentence for each kind that was not read: the cluster does not serve the kind, or the user is not allowed to
  // list it.
  std::vector<std::string> not_read;
};

// Returns the path of the list of one namespace, or of all namespaces if `name_space` is empty.
std::string ListPath(const ListedKind& kind, const std::string& name_space);

// Adds to `builder` the objects of the kind in `name_space`, or in all namespaces if `name_space` is empty. Skips
// objects for which `is_left_out` returns true. Errors: the errors of ClusterConnection::List.
absl::Status ListKind(
    ClusterConnection& connection, const ListedKind& kind, const std::string& name_space,
    objects::InventoryBuilder& builder,
    const std::function<bool(const tree::Node&)>& is_left_out = [](const tree::Node&) { return false; });

// Lists the objects of `kinds` in the namespace of `flags`, or in all namespaces if `flags` have no namespace. The
// inventory contains only objects of the kinds in `read`. Skips objects for which `is_left_out` returns true. Writes
// nothing. Errors: the errors of ClusterConnection.
absl::StatusOr<ListedObjects> ListKinds(
    const ClusterFlags& flags, absl::Span<const ListedKind> kinds, const objects::KindSet& read,
    const std::function<bool(const ListedKind&, const tree::Node&)>& is_left_out =
        [](const ListedKind&, const tree::Node&) { return false; });

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_LISTED_KIND_H_
