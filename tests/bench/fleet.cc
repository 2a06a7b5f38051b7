#include "tests/bench/fleet.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/kube/requests.h"
#include "client/objects/hypershift.h"
#include "client/sidecar/control/field_manager.h"
#include "tests/sidecar/size/objects.h"
#include "tests/testing/real_api/manifests.h"

namespace cpsizer::bench {
namespace {

using kube::Json;
using testing::ApiUser;

constexpr char kExample[] = "deploy/examples/fleet/hostedclusters.yaml";
constexpr char kFieldManager[] = "cpsizer-bench";
constexpr absl::string_view kNamePrefix = "hc";

// A cluster with kSmallDemand needs the first size, and a cluster with kLargeDemand needs the second size. After
// ChangeConfiguration() has lowered the fraction, each cluster needs the next size.
constexpr absl::string_view kSizes[] = {"small", "medium", "large"};
constexpr char kSmallDemand[] = "10Gi";
constexpr char kLargeDemand[] = "20Gi";
constexpr char kCpuDemand[] = "1";

std::string NameOf(int cluster) {
  return absl::StrCat(kNamePrefix, cluster);
}

kube::HttpRequest CreateRequest(const Json& object) {
  return kube::Create(testing::CollectionOf(object), object, kFieldManager);
}

kube::HttpRequest StatusRequest(const Json& vpa) {
  return kube::MergePatchOwn(testing::PathOf(vpa) + "/status", {{"status", vpa["status"]}});
}

// Sends one request for each cluster.
template <typename MakeRequest>
absl::Status SendForEach(ApiUser& admin, const Fleet& fleet, MakeRequest make_request) {
  std::vector<kube::HttpRequest> requests;
  for (int cluster = 0; cluster < fleet.size(); ++cluster) requests.push_back(make_request(cluster));
  return admin.SendAll(std::move(requests));
}

}  // namespace

Fleet::Fleet(int clusters, Json spec) : has_large_demand_(static_cast<size_t>(clusters)), spec_(std::move(spec)) {
  for (size_t i = 1; i < has_large_demand_.size(); i += 2) has_large_demand_[i] = true;
}

absl::StatusOr<Fleet> Fleet::Make(int clusters) {
  absl::StatusOr<std::vector<Json>> examples = testing::ReadManifests(kExample);
  if (!examples.ok()) return examples.status();
  return Fleet(clusters, std::move(examples->front()["spec"]));
}

absl::string_view Fleet::SizeOf(int cluster) const {
  return kSizes[(has_large_demand_[static_cast<size_t>(cluster)] ? 1 : 0) + (reserves_more_ ? 1 : 0)];
}

void Fleet::ChangeDemand(int cluster) {
  has_large_demand_[static_cast<size_t>(cluster)].flip();
}

Json Fleet::Configuration() const {
  Json configuration = sidecar::ConfigurationJson();
  configuration["metadata"].erase("generation");
  configuration["spec"]["resourceBasedAutoscaling"]["kubeAPIServerMemoryFraction"] = reserves_more_ ? "0.25" : "0.5";
  return configuration;
}

Json Fleet::Cluster(int cluster) const {
  Json object = sidecar::ClusterJson(NameOf(cluster));
  object["spec"] = spec_;
  return object;
}

Json Fleet::Vpa(int cluster) const {
  const bool is_large = has_large_demand_[static_cast<size_t>(cluster)];
  return sidecar::VpaJson(NameOf(cluster), is_large ? kLargeDemand : kSmallDemand, kCpuDemand);
}

absl::optional<int> Fleet::Find(absl::string_view name) const {
  int cluster = 0;
  if (!absl::ConsumePrefix(&name, kNamePrefix) || !absl::SimpleAtoi(name, &cluster)) return absl::nullopt;
  return cluster >= 0 && cluster < size() ? absl::make_optional(cluster) : absl::nullopt;
}

absl::Status Create(ApiUser& admin, const Fleet& fleet) {
  absl::Status status = admin.Send(CreateRequest(fleet.Configuration())).status();
  if (!status.ok()) return status;
  status = SendForEach(admin, fleet, [&](int cluster) {
    const std::string name(kube::TextAt(fleet.Vpa(cluster), {"metadata", "namespace"}));
    return CreateRequest({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", name}}}});
  });
  if (!status.ok()) return status;
  status = SendForEach(admin, fleet, [&](int cluster) { return CreateRequest(fleet.Vpa(cluster)); });
  if (!status.ok()) return status;
  status = SendForEach(admin, fleet, [&](int cluster) { return StatusRequest(fleet.Vpa(cluster)); });
  if (!status.ok()) return status;
  return SendForEach(admin, fleet, [&](int cluster) { return CreateRequest(fleet.Cluster(cluster)); });
}

absl::Status WriteDemand(ApiUser& admin, const Fleet& fleet, int cluster) {
  return admin.Send(StatusRequest(fleet.Vpa(cluster))).status();
}

absl::Status WriteConfiguration(ApiUser& admin, const Fleet& fleet) {
  const Json configuration = fleet.Configuration();
  return admin.Patch(testing::PathOf(configuration), {{"spec", configuration["spec"]}}).status();
}

absl::Status ClearSizes(ApiUser& admin, const Fleet& fleet) {
  const Json patch = {{"metadata", {{"annotations", {{objects::kRecommendedSize, nullptr}}}}}};
  return SendForEach(admin, fleet,
                     [&](int cluster) { return kube::MergePatchOwn(testing::PathOf(fleet.Cluster(cluster)), patch); });
}

}  // namespace cpsizer::bench
