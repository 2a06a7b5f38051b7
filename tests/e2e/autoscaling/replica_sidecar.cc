#include "tests/e2e/autoscaling/replica_sidecar.h"

#include "absl/strings/str_cat.h"
#include "tests/e2e/programs.h"
#include "tests/testing/real_api/manifests.h"
#include "tests/testing/real_api/tied_process.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;

constexpr char kReplicaSidecarRbac[] = "/apis/rbac.authorization.k8s.io/v1";

std::string Kubeconfig(const testing::RealApiServer& server) {
  return server.WriteKubeconfig(kSidecar, {"system:serviceaccounts", "system:serviceaccounts:cpsizer"});
}

// Grants additional rights. The sidecar needs them to scale kinds that are not part of Kubernetes.
absl::Status AllowSidecarToScaleWorkloads(testing::ApiUser& admin) {
  const auto rule = [](const char* resource, const char* verb) {
    return Json{{"apiGroups", {"example.cpsizer.dev"}}, {"resources", {resource}}, {"verbs", {verb}}};
  };
  const Json metadata = {{"name", "replicas-of-workloads"}};
  const Json role = {{"metadata", metadata},
                     {"rules", Json::array({rule("workloads", "get"), rule("workloads/scale", "patch")})}};
  const Json reference = {
      {"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "ClusterRole"}, {"name", "replicas-of-workloads"}};
  const Json account = {{"kind", "ServiceAccount"}, {"name", "cpsizer-replicas"}, {"namespace", "cpsizer"}};
  const absl::Status status = admin.Create(absl::StrCat(kReplicaSidecarRbac, "/clusterroles"), role).status();
  if (!status.ok()) return status;
  const Json binding = {{"metadata", metadata}, {"roleRef", reference}, {"subjects", Json::array({account})}};
  return admin.Create(absl::StrCat(kReplicaSidecarRbac, "/clusterrolebindings"), binding).status();
}

}  // namespace

absl::Status AllowSidecarToObserve(testing::RealApiServer& server) {
  absl::Status status = server.admin().Create("/api/v1/namespaces", {{"metadata", {{"name", "cpsizer"}}}}).status();
  if (status.ok()) status = testing::CreateManifests(server.admin(), "deploy/base/replicas/rbac.yaml");
  if (!status.ok()) return status;
  const auto sidecar = testing::ApiUser::Make(Kubeconfig(server));
  if (!sidecar.ok()) return sidecar.status();
  return (*sidecar)->Eventually([&] { return (*sidecar)->Get("/api/v1/pods?limit=1").status(); });
}

absl::Status AllowSidecarToEnforce(testing::RealApiServer& server) {
  const absl::Status status = testing::CreateManifests(server.admin(), "deploy/components/replicas-enforce/rbac.yaml");
  // Does not wait until the rights are effective. If a write fails until then, the sidecar retries it.
  return status.ok() ? AllowSidecarToScaleWorkloads(server.admin()) : status;
}

absl::StatusOr<std::unique_ptr<ReplicaSidecar>> ReplicaSidecar::Start(const testing::RealApiServer& server,
                                                                      const std::vector<std::string>& more_flags) {
  std::vector<std::string> command = {SidecarProgram(), "--controller=replicas", "--kubeconfig=" + Kubeconfig(server),
                                      "--leader-elect-resource-namespace=cpsizer", "--admin-addr=127.0.0.1:0",
                                      // The previous sidecar was killed while it held its lease. With short durations,
                                      // this lease expires soon.
                                      "--leader-elect-lease-duration=3s", "--leader-elect-renew-deadline=2s",
                                      "--leader-elect-retry-period=500ms",
                                      // These limits are high, because the sidecar reads all autoscalers of a test
                                      // repeatedly.
                                      "--kube-api-qps=1000", "--kube-api-burst=2000"};
  command.insert(command.end(), more_flags.begin(), more_flags.end());
  absl::StatusOr<std::unique_ptr<testing::Subprocess>> process = testing::StartTied(command);
  if (!process.ok()) return process.status();
  std::unique_ptr<ReplicaSidecar> sidecar(new ReplicaSidecar(*std::move(process)));
  if (!sidecar->admin_.address().empty()) return sidecar;
  return absl::InternalError("the sidecar does not serve its metrics: " + sidecar->process().standard_error());
}

int64_t ReplicaSidecar::Observed(const std::string& agreement) const {
  return Metric("cpsizer_sidecar_observed", "agreement", agreement);
}

int64_t ReplicaSidecar::Compared(const std::string& agreement) const {
  return Metric("cpsizer_sidecar_observed_decisions_total", "agreement", agreement);
}

int64_t ReplicaSidecar::Decisions() const {
  int64_t decisions = 0;
  for (const char* outcome : {"rescale", "keep", "disabled", "metrics_failed", "target_unreadable"}) {
    decisions += Metric("cpsizer_sidecar_decisions_total", "outcome", outcome);
  }
  return decisions;
}

int64_t ReplicaSidecar::Held(const std::string& reason) const {
  return Metric("cpsizer_sidecar_held", "reason", reason);
}

int64_t ReplicaSidecar::Metric(const std::string& name, const char* label, const std::string& value) const {
  return admin_.Metric(absl::StrCat(name, "{controller=\"replicas\",", label, "=\"", value, "\"}")).value_or(0);
}

}  // namespace cpsizer::e2e
