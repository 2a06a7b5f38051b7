#include "tests/deploy/shapes.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "absl/strings/str_cat.h"
#include "tests/testing/paths.h"
#include "tests/testing/real_api/kubectl.h"
#include "tests/testing/real_api/manifests.h"

namespace cpsizer::deploy {
namespace {

using kube::Json;
using kube::TextAt;

constexpr char kAskingSidecar[] = "overlays/shared-service-sidecar";
constexpr char kService[] = "overlays/shared-service";
constexpr char kReplicas[] = "overlays/replicas";
constexpr char kMachines[] = "overlays/machines";
constexpr char kMachineAutoscalers[] = "overlays/machine-autoscalers";
constexpr char kClusterAutoscalers[] = "overlays/cluster-autoscalers";
constexpr char kWebhook[] = "overlays/webhook";
constexpr char kPage[] = "overlays/ui";
constexpr char kMove[] = "components/namespace";
constexpr char kRunbooks[] = "components/runbooks";

// Returns a relative path, because Kustomize does not accept an absolute path.
std::string PathFrom(const std::string& folder, const std::string& path) {
  return std::filesystem::relative(testing::SourcePath(absl::StrCat("deploy/", path)),
                                   std::filesystem::canonical(folder));
}

// Returns the object in the overlay from which a component takes a value; null if the component needs no object.
Json SourceFor(const std::string& component, const Shape& shape) {
  if (component == kMove) {
    return {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", shape.name_space}}}};
  }
  if (component != kRunbooks) return nullptr;
  return {
      {"apiVersion", "v1"},
      {"kind", "ConfigMap"},
      {"metadata", {{"name", "cpsizer-runbooks"}, {"annotations", {{"config.kubernetes.io/local-config", "true"}}}}},
      {"data", {{"base", kOtherRunbooks}}}};
}

absl::StatusOr<std::vector<Json>> RenderNow(const Shape& shape) {
  const testing::TemporaryFolder folder;
  return RenderFolder(WriteKustomization(shape, folder));
}

}  // namespace

bool HasComponent(const Shape& shape, const std::string& name) {
  const std::string path = absl::StrCat("components/", name);
  return std::find(shape.components.begin(), shape.components.end(), path) != shape.components.end();
}

bool HasSidecar(const Shape& shape) {
  return std::any_of(shape.resources.begin(), shape.resources.end(), [](const std::string& resource) {
    return resource != kService && resource != kReplicas && resource != kMachines && resource != kMachineAutoscalers &&
           resource != kClusterAutoscalers && resource != kWebhook && resource != kPage;
  });
}

bool HasSidecarWithRemoteService(const Shape& shape) {
  return std::find(shape.resources.begin(), shape.resources.end(), kAskingSidecar) != shape.resources.end();
}

const std::vector<Shape>& Shapes() {
  static const std::vector<Shape> shapes = {
      {"Sidecar", {"base/sidecar"}, {}},
      {"PerCluster", {"overlays/per-cluster"}, {}},
      {"PerClusterOnOpenShift",
       {"overlays/per-cluster"},
       {"components/crd", "components/machinesets", "components/prometheus-rules", "components/service-monitor",
        "components/console-dashboard"}},
      {"PerClusterInThePlatformsMonitoring",
       {"namespace", "overlays/per-cluster"},
       {"components/service-monitor", "components/prometheus-rules", kRunbooks, "components/cluster-monitoring"}},
      {"PerClusterMonitoredElsewhere",
       {"overlays/per-cluster"},
       {"components/service-monitor", "components/prometheus-rules", "components/cluster-monitoring",
        "components/console-dashboard", kMove},
       "sizing"},
      {"Observe", {"overlays/observe"}, {}},
      {"ReplicasThatObserve", {kReplicas}, {}},
      {"ReplicasEnforced", {kReplicas}, {"components/replicas-enforce", "components/service-monitor"}},
      {"ReplicasEnforcedElsewhere", {kReplicas}, {"components/replicas-enforce", kMove}, "sizing"},
      {"ObserveSizesAndReplicas", {"overlays/observe", kReplicas}, {}},
      {"MachinesThatObserve", {kMachines}, {"components/machines-secrets"}},
      {"MachinesEnforced",
       {kMachines},
       {"components/machines-enforce", "components/machines-secrets", "components/service-monitor"}},
      {"MachinesEnforcedElsewhere",
       {kMachines},
       {"components/machines-enforce", "components/machines-secrets", kMove},
       "sizing"},
      {"MachineAutoscalersThatObserve", {kMachineAutoscalers}, {}},
      {"MachineAutoscalersEnforced", {kMachineAutoscalers}, {"components/machine-autoscalers-enforce"}},
      {"ClusterAutoscalersThatObserve", {kClusterAutoscalers}, {}},
      {"ClusterAutoscalersEnforced", {kClusterAutoscalers}, {"components/cluster-autoscalers-enforce"}},
      {"BothAutoscalersEnforced",
       {kMachineAutoscalers, kClusterAutoscalers},
       {"components/machine-autoscalers-enforce", "components/cluster-autoscalers-enforce",
        "components/service-monitor"}},
      {"BothAutoscalersEnforcedElsewhere",
       {kMachineAutoscalers, kClusterAutoscalers},
       {"components/machine-autoscalers-enforce", "components/cluster-autoscalers-enforce", kMove},
       "sizing"},
      {"ObserveAll", {"overlays/observe", kReplicas, kMachines, kMachineAutoscalers, kClusterAutoscalers}, {}},
      {"PageThatObserves", {kPage}, {}},
      {"PageThatObservesElsewhere", {kPage}, {kMove}, "sizing"},
      {"PerClusterWithPage", {"overlays/per-cluster"}, {"components/ui", "components/service-monitor"}},
      {"Webhook", {kWebhook}, {}},
      {"WebhookWithCertManager", {kWebhook}, {"components/webhook-cert-manager", "components/service-monitor"}},
      {"WebhookOnOpenShift", {kWebhook}, {"components/webhook-service-ca", "components/webhook-fail"}},
      {"WebhookElsewhere",
       {kWebhook},
       {"components/webhook-cert-manager", "components/service-monitor", kMove},
       "sizing"},
      {"ObserveAndWebhook", {"overlays/observe", kWebhook}, {}},
      {"SharedService", {kService}, {}},
      {"SharedServiceWithCertManager", {kService}, {"components/cert-manager", "components/service-monitor"}},
      {"SharedServiceOnOpenShift", {kService}, {"components/service-ca"}},
      {"SharedServiceSidecar", {kAskingSidecar}, {}},
      {"SharedServiceSidecarWithCertManager",
       {kAskingSidecar},
       {"components/cert-manager-client", "components/service-monitor"}},
      {"SharedServiceSidecarOnOpenShift", {kAskingSidecar}, {"components/service-ca-client"}},
      {"SharedServiceSidecarThatObserves", {kAskingSidecar}, {"components/observe"}},
      {"SharedServiceAndItsSidecar", {kService, kAskingSidecar}, {}},
      {"SharedServiceAndItsSidecarWithCertManager",
       {kService, kAskingSidecar},
       {"components/cert-manager", "components/cert-manager-client", "components/service-monitor"}},
      {"SharedServiceAndItsSidecarOnOpenShift",
       {kService, kAskingSidecar},
       {"components/service-ca", "components/service-ca-client"}},
      {"PerClusterAndSharedService", {"overlays/per-cluster", kService}, {}},
      {"OtherNamespace", {"examples/other-namespace"}, {}, "sizing"},
      {"SharedServiceElsewhere",
       {kService},
       {"components/cert-manager", "components/service-monitor", kMove},
       "sizing"},
      {"SharedServiceSidecarElsewhere",
       {kAskingSidecar},
       {"components/cert-manager-client", "components/prometheus-rules", kMove},
       "sizing"},
      {"SharedServiceAndItsSidecarElsewhere",
       {kService, kAskingSidecar},
       {"components/cert-manager", "components/cert-manager-client", kMove},
       "sizing"},
  };
  return shapes;
}

const Shape& ShapeNamed(const std::string& name) {
  for (const Shape& shape : Shapes()) {
    if (shape.name == name) return shape;
  }
  abort();
}

std::string WriteKustomization(const Shape& shape, const testing::TemporaryFolder& folder) {
  Json kustomization = {
      {"apiVersion", "kustomize.config.k8s.io/v1beta1"}, {"kind", "Kustomization"}, {"resources", Json::array()}};
  for (const std::string& resource : shape.resources) {
    kustomization["resources"].push_back(PathFrom(folder.path(), resource));
  }
  for (const std::string& component : shape.components) {
    kustomization["components"].push_back(PathFrom(folder.path(), component));
    const Json source = SourceFor(component, shape);
    if (source.is_null()) continue;
    const std::string file = absl::StrCat(TextAt(source, {"kind"}), ".yaml");
    folder.Write(file, source.dump());
    kustomization["resources"].push_back(file);
  }
  folder.Write("kustomization.yaml", kustomization.dump());
  return folder.path();
}

absl::StatusOr<std::vector<Json>> RenderFolder(const std::string& path) {
  const auto rendered = testing::RunKubectl({"kustomize", path});
  if (!rendered.ok()) return rendered.status();
  if (rendered->exit_code != 0 || !rendered->standard_error.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": ", rendered->standard_error));
  }
  return testing::ParseManifests(rendered->standard_output, path);
}

const absl::StatusOr<std::vector<Json>>& Render(const Shape& shape) {
  static auto& rendered = *new std::map<std::string, absl::StatusOr<std::vector<Json>>>;
  const auto found = rendered.find(shape.name);
  return found != rendered.end() ? found->second : rendered.emplace(shape.name, RenderNow(shape)).first->second;
}

std::vector<Json> OfKind(const std::vector<Json>& objects, const std::string& kind) {
  std::vector<Json> found;
  for (const Json& object : objects) {
    if (kube::TextAt(object, {"kind"}) == kind) found.push_back(object);
  }
  return found;
}

std::ostream& operator<<(std::ostream& out, const Shape& shape) {
  return out << shape.name;
}

}  // namespace cpsizer::deploy
