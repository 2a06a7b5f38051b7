#include "tests/sidecar/cluster_autoscaler/autoscaler_fixture.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cluster_autoscaler/operands.h"
#include "client/kube/resource_path.h"
#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_controller.h"
#include "tests/sidecar/control/running_sidecar.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using testing::FakeApiKind;
using testing::FakeApiServer;

constexpr char kConfig[] = "config.openshift.io/v1";
constexpr char kInfrastructurePath[] = "/apis/config.openshift.io/v1/infrastructures/cluster";

const FakeApiKind kAutoscalingApis[] = {
    {"autoscaling.openshift.io/v1", "ClusterAutoscaler", "clusterautoscalers", /*namespaced=*/false},
    {"autoscaling.openshift.io/v1beta1", "MachineAutoscaler", "machineautoscalers"},
    {"machine.openshift.io/v1beta1", "Machine", "machines"},
    {kConfig, "Infrastructure", "infrastructures", /*namespaced=*/false},
    {kConfig, "FeatureGate", "featuregates", /*namespaced=*/false},
    {kConfig, "ClusterOperator", "clusteroperators", /*namespaced=*/false},
    {"v1", "Service", "services"},
    {"apps/v1", "Deployment", "deployments"},
    {"networking.k8s.io/v1", "NetworkPolicy", "networkpolicies"},
    {"monitoring.coreos.com/v1", "ServiceMonitor", "servicemonitors"},
    {"monitoring.coreos.com/v1", "PrometheusRule", "prometheusrules"},
};

Json ConfigObject(const std::string& kind, const std::string& name, Json status) {
  return {{"apiVersion", kConfig}, {"kind", kind}, {"metadata", {{"name", name}}}, {"status", std::move(status)}};
}

Json OperatorDeployment() {
  const Json environment = Json::array({{{"name", "RELEASE_VERSION"}, {"value", "5.1.2"}},
                                        {{"name", "CLUSTER_AUTOSCALER_IMAGE"}, {"value", "image:4.18"}}});
  return {{"apiVersion", "apps/v1"},
          {"kind", "Deployment"},
          {"metadata", {{"name", "cluster-autoscaler-operator"}, {"namespace", kAutoscalerNamespace}}},
          {"spec",
           {{"template", {{"spec", {{"containers", Json::array({{{"name", "operator"}, {"env", environment}}})}}}}}}}};
}

}  // namespace

void InstallAutoscaling(FakeApiServer& server) {
  for (const FakeApiKind& kind : kAutoscalingApis) server.InstallKind(kind);
  server.Put(ConfigObject("Infrastructure", "cluster", {{"platformStatus", {{"type", "AWS"}}}}));
  server.Put(ConfigObject("FeatureGate", "cluster", Json::object()));
  server.Put(ConfigObject("ClusterOperator", "machine-api",
                          {{"conditions", Json::array({{{"type", "Available"}, {"status", "True"}},
                                                       {{"type", "Degraded"}, {"status", "False"}}})}}));
  server.Put(ConfigObject("ClusterOperator", "cluster-autoscaler", Json::object()));
  server.Put(OperatorDeployment());
}

Json ClusterAutoscalerJson(int max_nodes, const std::string& uid) {
  Json object = {{"apiVersion", "autoscaling.openshift.io/v1"},
                 {"kind", "ClusterAutoscaler"},
                 {"metadata", {{"name", "default"}}},
                 {"spec", {{"resourceLimits", {{"maxNodesTotal", max_nodes}}}}}};
  if (!uid.empty()) object["metadata"]["uid"] = uid;
  return object;
}

std::string ClusterAutoscalerPath() {
  return "/apis/autoscaling.openshift.io/v1/clusterautoscalers/default";
}
std::string ClusterOperatorPath() {
  return "/apis/config.openshift.io/v1/clusteroperators/cluster-autoscaler";
}

std::vector<std::string> OperandPaths() {
  std::vector<std::string> paths;
  for (const cluster_autoscaler::Operand& operand : cluster_autoscaler::kOperands) {
    paths.push_back(kube::PathOf(operand.resource, kAutoscalerNamespace, NameOf(operand)));
  }
  return paths;
}
std::string AutoscalerServicePath() {
  return OperandPaths().front();
}
std::string AutoscalerDeploymentPath() {
  return OperandPaths().back();
}

std::string ArgumentsOf(const Json& deployment) {
  const Json& containers = kube::Find(deployment, {"spec", "template", "spec", "containers"});
  if (containers.empty()) return "";
  return absl::StrJoin(containers[0].value("args", std::vector<std::string>()), " ");
}

AutoscalerSidecar::AutoscalerSidecar(FakeApiServer& server, Setup setup)
    : setup_(std::move(setup)),
      server_(server),
      clock_(FastClock(setup_.times_faster)),
      loop_(DirectHttp(server.url()), clock_, [] { return 0.5; }),
      client_(loop_, {[this](absl::Time) { return setup_.headers(); }, [this](absl::Time) { setup_.renew(); }},
              kube::RateLimit(setup_.requests_per_second, static_cast<int>(setup_.requests_per_second))),
      events_(loop_, client_, {"cpsizer.io/sidecar", "test"}),
      service_(loop_) {
  Start();
}

void AutoscalerSidecar::Start() {
  Options options;
  options.own = std::make_shared<OperatorOptions>();
  options.enforce = setup_.enforce;
  work_.reset();
  const Log log = [this](LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
    if (level == LogLevel::kDebug) return;
    std::string line(message);
    for (const LogField& field : fields) absl::StrAppend(&line, " ", field.key, "=", field.value);
    log_.push_back(std::move(line));
  };
  work_ = kClusterAutoscalerController.make_work(options, {loop_, client_, events_, service_, counters_, log,
                                                           [] { return true; }, [] {}, nullptr, nullptr, clock_});
  work_->Follow({[this] { work_->Start(); }, [this] { work_->Pause(); }, [] {}});
}

bool AutoscalerSidecar::RunUntil(const std::function<bool()>& done, absl::Duration at_most) {
  return RunLoopUntil(loop_, done, at_most);
}

bool AutoscalerSidecar::RunForTwoRounds() {
  // A round that runs now may have started before the test changed the objects, so the second one is complete.
  for (int round = 0; round < 3; ++round) {
    const int64_t before = counters_.service_calls;
    server_.Modify(kInfrastructurePath,
                   [before](Json& object) { object["metadata"]["labels"]["call"] = absl::StrCat(before); });
    if (!RunUntil([this, before] { return counters_.service_calls > before; })) return false;
  }
  return true;
}

SidecarStatus AutoscalerSidecar::Status() const {
  SidecarStatus status;
  work_->Describe(status);
  return status;
}

std::string AutoscalerSidecar::HoldReason() const {
  for (const auto& [reason, ones] : Status().held) {
    if (ones.count > 0) return reason;
  }
  return "";
}

}  // namespace cpsizer::sidecar
