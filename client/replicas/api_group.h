#ifndef CPSIZER_CLIENT_REPLICAS_API_GROUP_H_
#define CPSIZER_CLIENT_REPLICAS_API_GROUP_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::replicas {

// A resource as a path names it.
struct ApiResource {
  std::string group;  // empty for the core group
  std::string version;
  std::string plural;
  bool namespaced = true;

  // `/apis/apps/v1/namespaces/shop/deployments/web`.
  std::string PathOf(absl::string_view name_space, absl::string_view name) const;
  // `deployments.apps`, or `pods` in the core group.
  std::string Name() const;
};

// One API group as discovery tells of it. A value type.
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

  // The resources that serve `kind`, each once and by the version that is preferred for it. As in the controller, the
  // version that a reference was written with does not count. At most kMaxResourcesOfKind.
  std::vector<ApiResource> ResourcesOf(absl::string_view kind) const;
  // Brings `served` into the order of the versions.
  void SortServed();
};

// The base of a group's paths: `/apis/apps`, or `/api`.
std::string GroupPath(absl::string_view group);
// `apps` of `apps/v1`, empty of `v1`; and why it cannot be read, in the words of apimachinery's ParseGroupVersion.
std::string GroupOf(absl::string_view api_version, std::string& error);

// Read an APIGroup, or for the core group an APIVersions; and add the resources of one version's APIResourceList. What
// is not as it should be is left out, and so is what exceeds kMaxGroupVersions and kMaxGroupResources.
ApiGroup ReadApiGroup(absl::string_view name, const tree::Node& answer);
void AddServed(absl::string_view version, const tree::Node& answer, ApiGroup& group);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_API_GROUP_H_
