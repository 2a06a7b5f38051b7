#ifndef CPSIZER_CLIENT_REPLICAS_API_GROUP_H_
#define CPSIZER_CLIENT_REPLICAS_API_GROUP_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::replicas {

// A resource with the names that occur in API paths.
struct ApiResource {
  std::string group;  // empty for the core group
  std::string version;
  std::string plural;
  bool namespaced = true;

  // Returns a path such as `/apis/apps/v1/namespaces/shop/deployments/web`.
  std::string PathOf(absl::string_view name_space, absl::string_view name) const;
  // Returns a name such as `deployments.apps`, or `pods` for the core group.
  std::string Name() const;
};

// One API group with the result of its discovery. A value type.
struct ApiGroup {
  struct Served {
    std::string version;
    std::string kind;
    std::string plural;
    bool namespaced = true;
  };

  std::string name;
  std::vector<std::string> versions;  // in the order of the response
  std::string preferred;              // one of `versions`, or empty
  std::vector<Served> served;         // in the order of `versions`; without subresources

  // Returns the resources that serve `kind`, at most kMaxResourcesOfKind. Returns each resource once, with the
  // preferred version. The version in a reference to an object has no effect, as in the HorizontalPodAutoscaler
  // controller.
  std::vector<ApiResource> ResourcesOf(absl::string_view kind) const;
  // Sorts `served` in the order of `versions`.
  void SortServed();
};

// Returns the beginning of the paths of a group, such as `/apis/apps`. Returns `/api` for the core group.
std::string GroupPath(absl::string_view group);
// Returns the group of an apiVersion: `apps` for `apps/v1`, an empty string for `v1`. If the apiVersion is malformed,
// sets `error` to the message of apimachinery's ParseGroupVersion.
std::string GroupOf(absl::string_view api_version, std::string& error);

// ReadApiGroup() reads an APIGroup, or an APIVersions object for the core group. AddServed() adds the resources of the
// APIResourceList of one version. The two functions leave out malformed parts, and parts that exceed kMaxGroupVersions
// or kMaxGroupResources.
ApiGroup ReadApiGroup(absl::string_view name, const tree::Node& answer);
void AddServed(absl::string_view version, const tree::Node& answer, ApiGroup& group);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_API_GROUP_H_
