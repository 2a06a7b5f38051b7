#ifndef CPSIZER_CLIENT_REPLICAS_API_GROUP_H_
#define CPSIZER_CLIENT_REPLICAS_API_GROUP_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::replicas {

// A resource as it is named in a path.
struct ApiResource {
  std::string group;  // empty for the core group
  std::string version;
  std::string plural;
  bool namespaced = true;

  // Returns `/apis/apps/v1/namespaces/shop/deployments/web`.
  std::string PathOf(absl::string_view name_space, absl::string_view name) const;
  // Returns `deployments.apps`, or `pods` in the core group.
  std::string Name() const;
};

// One API group as in discovery. A value type.
struct ApiGroup {
  struct Served {
    std::string version;
    std::string kind;
    std::string plural;
    bool namespaced = true;
  };

  std::string name;
  std::vector<std::string> versions;  // in the server's order
  std::string preferred;              // one of them, or empty
  std::vector<Served> served;         // in the order of the versions; without subresources

  // Returns the resources that serve `kind`, each once and with the preferred version. As in the controller, the
  // version in a reference has no effect. At most kMaxResourcesOfKind.
  std::vector<ApiResource> ResourcesOf(absl::string_view kind) const;
  // Sorts `served` in the order of the versions.
  void SortServed();
};

// Returns the base of a group's paths: `/apis/apps`, or `/api`.
std::string GroupPath(absl::string_view group);
// Returns `apps` of `apps/v1`, empty of `v1`; sets `error` in the words of apimachinery's ParseGroupVersion if it is
// malformed.
std::string GroupOf(absl::string_view api_version, std::string& error);

// Read an APIGroup, or for the core group an APIVersions; and add the resources of one version's APIResourceList.
// Malformed parts are left out, and so are those that exceed kMaxGroupVersions and kMaxGroupResources.
ApiGroup ReadApiGroup(absl::string_view name, const tree::Node& answer);
void AddServed(absl::string_view version, const tree::Node& answer, ApiGroup& group);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_API_GROUP_H_
