#include "server/engine/cluster_autoscaler/plan_settings.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/strip.h"
#include "cpsizer/cluster_autoscaler_settings.h"
#include "cpsizer/limits.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/kubernetes_names.h"
#include "server/engine/cluster_autoscaler/validate/check_cluster_autoscaler.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kOperator = "operator";
constexpr absl::string_view kMachineApiNamespace = "openshift-machine-api";
constexpr int kMaxPort = 65'535;

absl::string_view Or(absl::string_view text, absl::string_view otherwise) {
  return text.empty() ? otherwise : text;
}

void CheckNameIfGiven(absl::string_view name, const NameForm& form, absl::string_view field, Findings& findings) {
  if (!name.empty()) CheckName(name, form, {kOperator, -1, field}, findings);
}

void CheckSettings(const v1::ClusterAutoscalerOperatorSettings& settings, Findings& findings) {
  CheckNameIfGiven(settings.name(), kDnsSubdomain, "name", findings);
  CheckNameIfGiven(settings.namespace_(), kDnsLabel, "namespace", findings);
  CheckNameIfGiven(settings.watch_namespace(), kDnsLabel, "watchNamespace", findings);
  CheckNameIfGiven(settings.leader_election_namespace(), kDnsLabel, "leaderElectionNamespace", findings);
  CheckNumber(settings.verbosity(), 0, {kOperator, -1, "verbosity"}, findings);
  CheckNumber(settings.replicas(), 0, {kOperator, -1, "replicas"}, findings);
  if (settings.has_webhooks_port()) {
    CheckNumber(settings.webhooks_port(), 1, kMaxPort, {kOperator, -1, "webhooksPort"}, findings);
  }
  CheckCount(settings.feature_gates_size(), kMaxFeatureGates, "operator.featureGates", findings);
}

bool HasClusterApi(const v1::ClusterAutoscalerOperatorSettings& settings, absl::string_view platform) {
  if (std::find(std::begin(kClusterApiPlatforms), std::end(kClusterApiPlatforms), platform) ==
      std::end(kClusterApiPlatforms)) {
    return false;
  }
  return std::any_of(settings.feature_gates().begin(), settings.feature_gates().end(), [&](absl::string_view gate) {
    return absl::ConsumePrefix(&gate, kClusterApiGatePrefix) && gate == platform;
  });
}

}  // namespace

PlanSettings ReadPlanSettings(const v1::PlanClusterAutoscalerRequest& request, Findings& findings) {
  const v1::ClusterAutoscalerOperatorSettings& settings = request.operator_();
  CheckSettings(settings, findings);
  // The release version is an annotation of the objects, and is necessary for the status.
  if (settings.release_version().empty() && (!settings.image().empty() || request.has_observation())) {
    findings.Add(Rule::kFieldMissing, "operator.releaseVersion", "", "the operator has no releaseVersion");
  }
  PlanSettings read;
  read.release_version = settings.release_version();
  read.image = settings.image();
  read.name = Or(settings.name(), kClusterAutoscalerName);
  read.name_space = Or(settings.namespace_(), kMachineApiNamespace);
  read.watch_namespace = Or(settings.watch_namespace(), kMachineApiNamespace);
  read.leader_election_namespace = Or(settings.leader_election_namespace(), kMachineApiNamespace);
  read.cloud_provider = Or(settings.cloud_provider(), "openshift");
  read.extra_args = settings.extra_args();
  read.architecture = Or(settings.architecture(), "amd64");
  read.platform = request.infrastructure().status().platform_status().type();
  read.verbosity = settings.has_verbosity() ? settings.verbosity() : 1;
  read.replicas = settings.has_replicas() ? settings.replicas() : 1;
  read.webhooks_port = settings.has_webhooks_port() ? settings.webhooks_port() : 8'443;
  read.has_cluster_api = HasClusterApi(settings, read.platform);
  read.has_provisioning_requests = std::find(settings.feature_gates().begin(), settings.feature_gates().end(),
                                             kProvisioningRequestGate) != settings.feature_gates().end();
  return read;
}

}  // namespace cpsizer
