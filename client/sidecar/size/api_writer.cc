#include "client/sidecar/size/api_writer.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/kube/requests.h"
#include "client/kube/resource_path.h"
#include "client/objects/api_paths.h"
#include "client/objects/hypershift.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/control/status_fields.h"

namespace cpsizer::sidecar {
namespace {

using kube::HttpRequest;
using kube::Json;

std::string NamespacedPath(const char* group, absl::string_view name_space, const char* plural) {
  return absl::StrCat(group, "/namespaces/", kube::PercentEncoded(name_space), "/", plural);
}

std::string ConfigurationPath() {
  return absl::StrCat(objects::kConfigurationGroup, "/", objects::kConfigurations, "/", objects::kConfigurationName);
}

kube::ObjectVersion VersionOf(const HostedCluster& cluster) {
  return {absl::StrCat(NamespacedPath(objects::kHostedClusterGroup, cluster.name_space, objects::kHostedClusters), "/",
                       kube::PercentEncoded(cluster.name)),
          cluster.uid, cluster.resource_version};
}

kube::ObjectVersion VersionOf(const Vpa& vpa) {
  return {absl::StrCat(NamespacedPath(objects::kVpaGroup, vpa.name_space, objects::kVpas), "/", objects::kVpaName),
          vpa.uid, vpa.resource_version};
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

// Requests a response with only metadata, because the caller reads only metadata.
absl::StatusOr<HttpRequest> MetadataOnly(absl::StatusOr<HttpRequest> request) {
  if (!request.ok()) return request;
  for (std::string& header : request->headers) {
    if (header == "Accept: application/json") header = kube::kMetadataOnly;
  }
  return request;
}

}  // namespace

Json VpaFor(const HostedCluster& cluster) {
  Json vpa = KeptOfVpa(cluster);
  vpa["apiVersion"] = "autoscaling.k8s.io/v1";
  vpa["kind"] = "VerticalPodAutoscaler";
  vpa["metadata"]["name"] = objects::kVpaName;
  vpa["metadata"]["namespace"] = objects::ControlPlaneNamespace(cluster.name_space, cluster.name);
  return vpa;
}

void ApiWriter::WriteSize(const HostedCluster& cluster, const std::string& size, StillWanted still_wanted,
                          OnCluster done) {
  const Json patch = {{"metadata", {{"annotations", {{objects::kRecommendedSize, size}}}}}};
  SendAbout(MetadataOnly(kube::MergePatch(VersionOf(cluster), patch, kFieldManager)), ReadHostedCluster,
            std::move(still_wanted), std::move(done));
}

void ApiWriter::CreateVpa(const HostedCluster& cluster, StillWanted still_wanted, OnVpa done) {
  const Json vpa = VpaFor(cluster);
  const std::string path = NamespacedPath(
      objects::kVpaGroup, objects::ControlPlaneNamespace(cluster.name_space, cluster.name), objects::kVpas);
  SendAbout(kube::Create(path, vpa, kFieldManager), ReadVpa, std::move(still_wanted), std::move(done));
}

void ApiWriter::RepairVpa(const HostedCluster& cluster, const Vpa& vpa, StillWanted still_wanted, OnVpa done) {
  SendAbout(kube::MergePatch(VersionOf(vpa), KeptOfVpa(cluster), kFieldManager), ReadVpa, std::move(still_wanted),
            std::move(done));
}

void ApiWriter::DeleteVpa(const Vpa& vpa, StillWanted still_wanted, Done done) {
  Send(kube::Delete(VersionOf(vpa)), std::move(still_wanted), std::move(done));
}

void ApiWriter::WriteCondition(const Configuration& configuration, const v1::Condition& condition,
                               StillWanted still_wanted, Done done) {
  const std::string path = absl::StrCat(ConfigurationPath(), "/status");
  Json list = Json::array();
  if (!condition.type().empty()) list.push_back(ConditionJson(condition));
  // The request has the UID. Therefore the API server does not create the configuration again if another writer has
  // deleted it.
  const Json object = {{"apiVersion", "scheduling.hypershift.openshift.io/v1alpha1"},
                       {"kind", "ClusterSizingConfiguration"},
                       {"metadata", {{"name", objects::kConfigurationName}, {"uid", configuration.uid}}},
                       {"status", {{"conditions", list}}}};
  if (configuration.uid.empty()) return done(absl::FailedPreconditionError("the configuration has no uid"));
  const bool about_fields = condition.type() == objects::kStoredFieldsCondition;
  Send(kube::Apply(path, object, about_fields ? kStoredFieldsManager : kFieldManager), std::move(still_wanted),
       std::move(done));
}

void ApiWriter::ReadSchema(OnSchema done) {
  const std::string crd_path = absl::StrCat(objects::kCrdGroup, "/", objects::kCrds, "/", kConfigurationCrd);
  client_.Send(kube::GetRequest(crd_path, kube::kMaxAnswerBytes),
               [this, done = std::move(done)](const absl::StatusOr<tree::Node>& crd) {
                 absl::StatusOr<StoredSchema> schema = crd.ok() ? ReadStoredSchema(*crd) : crd.status();
                 if (!schema.ok()) return done(schema.status());
                 client_.Send(kube::GetRequest(ConfigurationPath(), kube::kMaxAnswerBytes),
                              [schema = *std::move(schema), done](const absl::StatusOr<tree::Node>& object) mutable {
                                if (object.ok()) {
                                  const Configuration configuration = ReadConfiguration(*object);
                                  schema.uid = configuration.uid;
                                  schema.configured = objects::FieldsOf(configuration.config.spec());
                                }
                                done(schema);
                              });
               });
}

void ApiWriter::ReadCluster(const HostedCluster& cluster, OnCluster done) {
  HttpRequest request;
  request.path = VersionOf(cluster).path;
  request.headers = {kube::kMetadataOnly};
  SendAbout<HostedCluster>(std::move(request), ReadHostedCluster, nullptr, std::move(done));
}

void ApiWriter::Send(absl::StatusOr<HttpRequest> request, StillWanted still_wanted, Done done) {
  if (!request.ok()) return done(request.status());
  client_.Send(
      *std::move(request),
      [done = std::move(done)](const absl::StatusOr<tree::Node>& answer) { done(answer.status()); },
      std::move(still_wanted));
}

template <typename T>
void ApiWriter::SendAbout(absl::StatusOr<HttpRequest> request, T (*read)(const tree::Node&), StillWanted still_wanted,
                          std::function<void(absl::StatusOr<T>)> done) {
  if (!request.ok()) return done(request.status());
  client_.Send(
      *std::move(request),
      [read, done = std::move(done)](absl::StatusOr<tree::Node> answer) {
        if (!answer.ok()) return done(answer.status());
        done(read(*answer));
      },
      std::move(still_wanted));
}

}  // namespace cpsizer::sidecar
