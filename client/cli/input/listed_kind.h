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
#include "client/objects/known_objects.h"

namespace cpsizer::cli {

// A kind whose objects can be read from a cluster or from files.
struct ListedKind {
  absl::string_view api_version;
  absl::string_view kind;
  absl::string_view plural;
  bool in_namespaces;
  absl::string_view field_selector = "";  // of the list; RBAC rules with names allow only such a list
};

// Returns the kind with its data in the table of kinds (client/objects/known_objects.h), which must have its plural.
constexpr ListedKind Listed(objects::ObjectKind kind) {
  for (const objects::KnownKind& known : objects::kKnownKinds) {
    if (known.kind == kind) return {known.api_version, known.name, known.plural, known.in_namespaces};
  }
  return {};
}

inline constexpr ListedKind kListedHostedClusters = Listed(objects::ObjectKind::kHostedCluster);
inline constexpr ListedKind kListedAutoscalers = Listed(objects::ObjectKind::kHorizontalPodAutoscaler);
inline constexpr ListedKind kListedInfrastructures = Listed(objects::ObjectKind::kInfrastructure);
inline constexpr ListedKind kListedKubeletConfigs = Listed(objects::ObjectKind::kKubeletConfig);
inline constexpr ListedKind kListedControlPlaneAutoscalers =
    Listed(objects::ObjectKind::kControlPlaneMachineSetAutoscaler);
inline constexpr ListedKind kListedClusterAutoscalers = Listed(objects::ObjectKind::kClusterAutoscaler);
inline constexpr ListedKind kListedMachineAutoscalers = Listed(objects::ObjectKind::kMachineAutoscaler);

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
