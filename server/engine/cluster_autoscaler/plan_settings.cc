#include "server/engine/cluster_autoscaler/plan_settings.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "cpsizer/cluster_autoscaler_settings.h"
#include "cpsizer/limits.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/kubernetes_names.h"
#include "server/engine/base/text.h"
#include "server/engine/cluster_autoscaler/planned_objects.h"
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

// Returns the release of the operator, or the newest known release if the settings have no known release.
ReleaseVersion ReadRelease(absl::string_view text, Findings& findings) {
  if (text.empty()) return kNewestRelease;
  const absl::optional<ReleaseVersion> release = ParseReleaseVersion(text);
  if (release.has_value() && IsKnownRelease(*release)) return *release;
  findings.Add(Rule::kReleaseUnknown, "operator.releaseVersion", text,
               absl::StrCat("\"", Quoted(text), "\" is not a release whose operator is known; known releases are ",
                            kKnownReleases));
  return kNewestRelease;
}

bool HasGate(const v1::ClusterAutoscalerOperatorSettings& settings, absl::string_view gate) {
  return std::find(settings.feature_gates().begin(), settings.feature_gates().end(), gate) !=
         settings.feature_gates().end();
}

bool IsArchitecture(absl::string_view text) {
  return std::find(std::begin(kArchitectures), std::end(kArchitectures), text) != std::end(kArchitectures);
}

// Returns the architecture with which the present cluster-autoscaler runs, or an empty text if it is not known. The
// operator passes the architecture on which the operator itself runs.
absl::string_view ArchitectureOf(const v1::ClusterAutoscalerCurrentObject& deployment) {
  constexpr absl::string_view kContainer = "spec.template.spec.containers[0]";
  const auto text_at = [&deployment](const std::string& path) {
    const auto found = deployment.fields().find(path);
    return found == deployment.fields().end() ? absl::string_view() : absl::string_view(found->second);
  };
  for (int i = 0;; ++i) {
    const std::string entry = absl::StrCat(kContainer, ".env[", i, "]");
    const absl::string_view name = text_at(entry + ".name");
    if (name.empty()) break;
    const std::string value_path = entry + ".value";
    if (name == kArchitectureVariable && IsArchitecture(text_at(value_path))) return text_at(value_path);
  }
  for (int i = 0;; ++i) {
    absl::string_view argument = text_at(absl::StrCat(kContainer, ".args[", i, "]"));
    if (argument.empty()) return "";
    if (absl::ConsumePrefix(&argument, kArchitectureFlag) && IsArchitecture(argument)) return argument;
  }
}

absl::string_view PresentArchitecture(const v1::PlanClusterAutoscalerRequest& request, const PlanSettings& settings) {
  for (const v1::ClusterAutoscalerCurrentObject& object : request.current().objects()) {
    if (object.kind() == "Deployment" && object.namespace_() == settings.name_space &&
        object.name() == AutoscalerName(settings)) {
      return ArchitectureOf(object);
    }
  }
  return "";
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
  read.release = ReadRelease(settings.release_version(), findings);
  read.release_version = settings.release_version();
  read.image = settings.image();
  read.name = Or(settings.name(), kClusterAutoscalerName);
  read.name_space = Or(settings.namespace_(), kMachineApiNamespace);
  read.watch_namespace = Or(settings.watch_namespace(), kMachineApiNamespace);
  read.leader_election_namespace = Or(settings.leader_election_namespace(), kMachineApiNamespace);
  read.cloud_provider =
      Or(settings.cloud_provider(), read.Has(ReleaseFact::kOpenShiftProvider) ? "openshift" : "clusterapi");
  read.extra_args = settings.extra_args();
  read.architecture = Or(Or(settings.architecture(), PresentArchitecture(request, read)), kArchitectures[0]);
  read.platform = request.infrastructure().status().platform_status().type();
  read.verbosity = settings.has_verbosity() ? settings.verbosity() : 1;
  read.replicas = settings.has_replicas() ? settings.replicas() : 1;
  read.webhooks_port = settings.has_webhooks_port() ? settings.webhooks_port() : 8'443;
  read.has_cluster_api = read.Has(ReleaseFact::kOpenShiftProvider) && HasClusterApi(settings, read.platform);
  read.has_provisioning_requests =
      read.Has(ReleaseFact::kProvisioningRequests) && HasGate(settings, kProvisioningRequestGate);
  return read;
}

}  // namespace cpsizer
