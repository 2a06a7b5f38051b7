#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/manifests.h"
#include "tests/testing/real_api/real_api_server.h"

namespace cpsizer::testing {
namespace {

using kube::Json;

// Waits until RBAC allows `user` to read the path. It does not matter whether the object of the path exists.
absl::Status WaitUntilAllowed(ApiUser& user, const std::string& path) {
  return user.Eventually([&] {
    const absl::Status status = user.Get(path).status();
    return absl::IsNotFound(status) ? absl::OkStatus() : status;
  });
}

absl::Status CreateNamespace(ApiUser& admin, const char* name) {
  return admin.Create("/api/v1/namespaces", {{"metadata", {{"name", name}}}}).status();
}

// Waits until the API server refuses a change that only the policy forbids. The change is a dry run.
absl::Status WaitForPolicy(ApiUser& admin, ApiUser& sidecar) {
  const absl::StatusOr<std::vector<Json>> examples = ReadManifests("deploy/examples/fleet/hostedclusters.yaml");
  if (!examples.ok()) return examples.status();
  const Json& probe = examples->front();
  if (absl::Status status = admin.Create(CollectionOf(probe), probe).status(); !status.ok()) return status;
  const std::string dry_run = PathOf(probe) + "?dryRun=All";
  absl::Status status = sidecar.Eventually([&] {
    const absl::Status answer = sidecar.Patch(dry_run, {{"metadata", {{"labels", {{"probe", "true"}}}}}}).status();
    if (absl::IsPermissionDenied(answer)) return absl::OkStatus();
    return absl::InternalError(absl::StrCat("the policy lets a label through: ", answer.ToString()));
  });
  if (!status.ok()) return status;
  return admin.Delete(PathOf(probe)).status();
}

}  // namespace

absl::Status InstallCrd(ApiUser& admin, const std::string& path) {
  if (absl::Status status = CreateManifests(admin, path); !status.ok()) return status;
  const absl::StatusOr<std::vector<Json>> crds = ReadManifests(path);
  for (const Json& crd : *crds) {
    const Json& spec = kube::Find(crd, {"spec"});
    const std::string collection =
        absl::StrCat("/apis/", kube::TextAt(spec, {"group"}), "/", kube::TextAt(spec["versions"][0], {"name"}), "/",
                     kube::TextAt(spec, {"names", "plural"}));
    // The list succeeds when the CRD is established and its storage is ready.
    absl::Status status = admin.Eventually([&] { return admin.Get(collection).status(); });
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status ReplaceCrd(ApiUser& admin, const std::string& path) {
  const absl::StatusOr<std::vector<Json>> crds = ReadManifests(path);
  if (!crds.ok()) return crds.status();
  const Json& crd = crds->front();
  return admin.Patch(PathOf(crd), {{"spec", {{"versions", crd["spec"]["versions"]}}}}).status();
}

absl::Status InstallRequiredCrds(ApiUser& admin) {
  for (const char* name : {"clusters", "openshift-machine-api"}) {
    if (absl::Status status = CreateNamespace(admin, name); !status.ok()) return status;
  }
  for (const char* path : {"tests/testing/crds/hostedclusters.yaml", "tests/testing/crds/machinesets.yaml",
                           "tests/testing/crds/verticalpodautoscalers.yaml"}) {
    if (absl::Status status = InstallCrd(admin, path); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status InstallSidecar(RealApiServer& server) {
  ApiUser& admin = server.admin();
  if (absl::Status status = InstallRequiredCrds(admin); !status.ok()) return status;
  if (absl::Status status = CreateNamespace(admin, "cpsizer"); !status.ok()) return status;
  if (absl::Status status = InstallCrd(admin, kOurCrd); !status.ok()) return status;
  for (const char* path : {"deploy/base/sidecar/rbac.yaml", "deploy/components/machinesets/rbac.yaml",
                           "deploy/base/sidecar/admission-policy.yaml"}) {
    if (absl::Status status = CreateManifests(admin, path); !status.ok()) return status;
  }
  const absl::StatusOr<std::unique_ptr<ApiUser>> sidecar = ApiUser::Make(server.SidecarKubeconfig());
  if (!sidecar.ok()) return sidecar.status();
  for (const char* path : {"/apis/hypershift.openshift.io/v1beta1/hostedclusters?limit=1",
                           "/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases/cpsizer-sidecar",
                           "/apis/machine.openshift.io/v1beta1/namespaces/openshift-machine-api/machinesets"}) {
    if (absl::Status status = WaitUntilAllowed(**sidecar, path); !status.ok()) return status;
  }
  return WaitForPolicy(admin, **sidecar);
}

}  // namespace cpsizer::testing
