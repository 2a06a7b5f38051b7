#include "server/engine/cluster_autoscaler/planned_objects.h"

#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/engine/base/object_type.h"

namespace cpsizer {
namespace {

// Adds the owner reference if the uid of the ClusterAutoscaler is known: the API server refuses an owner reference
// without a uid.
void AddOwner(const v1::ObjectMeta& autoscaler, absl::string_view name, std::vector<PlannedValue::Member>& metadata) {
  if (autoscaler.uid().empty()) return;
  PlannedValue owner = PlannedValue::Map({
      {"apiVersion", PlannedValue::Text(std::string(kClusterAutoscalerType.api_version))},
      {"kind", PlannedValue::Text(std::string(kClusterAutoscalerType.kind))},
      {"name", PlannedValue::Text(std::string(name), kNameSource)},
      {"uid", PlannedValue::Text(autoscaler.uid(), "clusterAutoscaler.metadata.uid")},
      {"controller", PlannedValue::True()},
      {"blockOwnerDeletion", PlannedValue::True()},
  });
  metadata.emplace_back("ownerReferences", PlannedValue::List({std::move(owner)}).AtCreation());
}

}  // namespace

std::string AutoscalerName(const PlanSettings& settings) {
  return absl::StrCat("cluster-autoscaler-", settings.name);
}

ObjectMaker::ObjectMaker(const v1::ObjectMeta& autoscaler, const PlanSettings& settings)
    : autoscaler_(autoscaler), settings_(settings), name_(AutoscalerName(settings)) {}

PlannedObject ObjectMaker::Make(absl::string_view api_version, absl::string_view kind, absl::string_view suffix,
                                std::vector<PlannedValue::Member> metadata,
                                std::vector<PlannedValue::Member> members) const {
  const std::string name = absl::StrCat(name_, suffix);
  std::vector<PlannedValue::Member> all_metadata = {
      {"name", PlannedValue::Text(name, kNameSource).AtCreation()},
      {"namespace", PlannedValue::Text(std::string(settings_.name_space), kNamespaceSource).AtCreation()}};
  std::move(metadata.begin(), metadata.end(), std::back_inserter(all_metadata));
  AddOwner(autoscaler_, settings_.name, all_metadata);
  std::vector<PlannedValue::Member> all_members = {
      {"apiVersion", PlannedValue::Text(std::string(api_version)).AtCreation()},
      {"kind", PlannedValue::Text(std::string(kind)).AtCreation()},
      {"metadata", PlannedValue::Map(std::move(all_metadata))}};
  std::move(members.begin(), members.end(), std::back_inserter(all_members));
  return {std::string(api_version), std::string(kind), name, PlannedValue::Map(std::move(all_members))};
}

PlannedValue ObjectMaker::PodLabels() const {
  return PlannedValue::WholeMap({{"cluster-autoscaler", PlannedValue::Text(std::string(settings_.name), kNameSource)},
                                 {"k8s-app", PlannedValue::Text("cluster-autoscaler")}});
}

std::vector<PlannedObject> MakeObjects(const v1::ObjectMeta& autoscaler, const PlanSettings& settings,
                                       const Arguments& arguments) {
  const ObjectMaker maker(autoscaler, settings);
  std::vector<PlannedObject> objects;
  objects.push_back(MakeService(maker));
  objects.push_back(MakeServiceMonitor(maker));
  objects.push_back(MakePrometheusRule(maker));
  if (settings.Has(ReleaseFact::kNetworkPolicies)) {
    for (PlannedObject& policy : MakeNetworkPolicies(maker)) objects.push_back(std::move(policy));
  }
  objects.push_back(MakeDeployment(maker, arguments));
  return objects;
}

}  // namespace cpsizer
