#include "client/sidecar/size/size_requests.h"

#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "client/kube/resource_path.h"
#include "client/objects/api_paths.h"
#include "client/objects/hypershift.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/control/status_fields.h"
#include "client/sidecar/size/stored_schema.h"

namespace cpsizer::sidecar {
namespace {

using kube::HttpRequest;
using kube::Json;

constexpr kube::ApiResource kClusters = {objects::kHostedClusterGroup, objects::kHostedClusters};
constexpr kube::ApiResource kVpas = {objects::kVpaGroup, objects::kVpas};
constexpr kube::ApiResource kConfigurations = {objects::kConfigurationGroup, objects::kConfigurations};
constexpr kube::ApiResource kCrds = {objects::kCrdGroup, objects::kCrds};

std::string ConfigurationPath() {
  return kube::PathOf(kConfigurations, "", objects::kConfigurationName);
}

kube::ObjectVersion VersionOf(const HostedCluster& cluster) {
  return {kube::PathOf(kClusters, cluster.name_space, cluster.name), cluster.uid, cluster.resource_version};
}

kube::ObjectVersion VersionOf(const Vpa& vpa) {
  return {kube::PathOf(kVpas, vpa.name_space, objects::kVpaName), vpa.uid, vpa.resource_version};
}

// Returns the fields of a VPA that the sidecar manages.
Json KeptOfVpa(const HostedCluster& cluster) {
  return {
      {"metadata",
       {{"annotations", {{objects::kClusterNamespace, cluster.name_space}, {objects::kClusterName, cluster.name}}}}},
      {"spec",
       {{"targetRef", {{"apiVersion", "apps/v1"}, {"kind", objects::kVpaTargetKind}, {"name", objects::kVpaName}}},
        {"updatePolicy", {{"updateMode", "Off"}}}}}};
}

HttpRequest CreateVpa(const HostedCluster& cluster) {
  const std::string name_space = objects::ControlPlaneNamespace(cluster.name_space, cluster.name);
  Json vpa = KeptOfVpa(cluster);
  vpa["apiVersion"] = "autoscaling.k8s.io/v1";
  vpa["kind"] = "VerticalPodAutoscaler";
  vpa["metadata"]["name"] = objects::kVpaName;
  vpa["metadata"]["namespace"] = name_space;
  return kube::Create(kube::CollectionOf(kVpas, name_space), vpa, kFieldManager);
}

}  // namespace

absl::StatusOr<HttpRequest> WriteSize(const HostedCluster& cluster, const std::string& size) {
  const Json patch = {{"metadata", {{"annotations", {{objects::kRecommendedSize, size}}}}}};
  absl::StatusOr<HttpRequest> request = kube::MergePatch(VersionOf(cluster), patch, kFieldManager);
  if (request.ok()) request->headers.front() = kube::kMetadataOnly;
  return request;
}

absl::StatusOr<HttpRequest> WriteVpa(VpaAction action, const HostedCluster& cluster, const Vpa* vpa) {
  if (action == VpaAction::kCreate) return CreateVpa(cluster);
  if (action == VpaAction::kDelete) return kube::Delete(VersionOf(*vpa));
  return kube::MergePatch(VersionOf(*vpa), KeptOfVpa(cluster), kFieldManager);
}

absl::StatusOr<HttpRequest> WriteCondition(const Configuration& configuration, const v1::Condition& condition) {
  // The request has the UID. Therefore the API server does not create the configuration again if another writer has
  // deleted it.
  if (configuration.uid.empty()) return absl::FailedPreconditionError("the configuration has no uid");
  Json list = Json::array();
  if (!condition.type().empty()) list.push_back(ConditionJson(condition));
  const Json object = {{"apiVersion", "scheduling.hypershift.openshift.io/v1alpha1"},
                       {"kind", "ClusterSizingConfiguration"},
                       {"metadata", {{"name", objects::kConfigurationName}, {"uid", configuration.uid}}},
                       {"status", {{"conditions", list}}}};
  const bool about_fields = condition.type() == objects::kStoredFieldsCondition;
  return kube::Apply(absl::StrCat(ConfigurationPath(), "/status"), object,
                     about_fields ? kStoredFieldsManager : kFieldManager);
}

HttpRequest GetCluster(const HostedCluster& cluster) {
  HttpRequest request = kube::GetRequest(VersionOf(cluster).path);
  request.headers = {kube::kMetadataOnly};
  return request;
}

HttpRequest GetConfiguration() {
  return kube::GetRequest(ConfigurationPath());
}

HttpRequest GetConfigurationCrd() {
  return kube::GetRequest(kube::PathOf(kCrds, "", kConfigurationCrd));
}

}  // namespace cpsizer::sidecar
