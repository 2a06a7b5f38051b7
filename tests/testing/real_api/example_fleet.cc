#include "tests/testing/real_api/example_fleet.h"

#include <string>
#include <utility>
#include <vector>

#include "client/kube/requests.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/manifests.h"

namespace cpsizer::testing {
namespace {

using kube::Json;

// Creates the VPAs. Each is in the namespace of a control plane, and its status requires a second request.
absl::Status CreateVpas(ApiUser& admin, const std::string& path) {
  const absl::StatusOr<std::vector<Json>> vpas = ReadManifests(path);
  if (!vpas.ok()) return vpas.status();
  for (const Json& vpa : *vpas) {
    const Json name_space = {{"metadata", {{"name", vpa["metadata"]["namespace"]}}}};
    if (absl::Status status = admin.Create("/api/v1/namespaces", name_space).status(); !status.ok()) return status;
  }
  if (absl::Status status = CreateManifests(admin, path); !status.ok()) return status;
  std::vector<kube::HttpRequest> requests;
  for (const Json& vpa : *vpas) {
    if (!vpa.contains("status")) continue;
    requests.push_back(kube::MergePatchOwn(PathOf(vpa) + "/status", {{"status", vpa["status"]}}));
  }
  return admin.SendAll(std::move(requests));
}

}  // namespace

absl::Status CreateExampleFleet(ApiUser& admin) {
  const std::string folder = "deploy/examples/fleet/";
  for (const char* file : {"clustersizingconfiguration.yaml", "machinesets.yaml", "hostedclusters.yaml"}) {
    if (absl::Status status = CreateManifests(admin, folder + file); !status.ok()) return status;
  }
  return CreateVpas(admin, folder + "verticalpodautoscalers.yaml");
}

}  // namespace cpsizer::testing
