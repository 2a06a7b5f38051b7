#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLANNED_OBJECTS_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLANNED_OBJECTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/meta.pb.h"
#include "server/engine/cluster_autoscaler/autoscaler_arguments.h"
#include "server/engine/cluster_autoscaler/plan_settings.h"
#include "server/engine/cluster_autoscaler/planned_value.h"

// The objects of a cluster-autoscaler. Source: section 8 of docs/reference/cluster-autoscaler.md.
namespace cpsizer {

// One planned object.
struct PlannedObject {
  std::string api_version;
  std::string kind;
  std::string name;
  PlannedValue value;
};

// The fields of the request that determine names.
inline constexpr absl::string_view kNamespaceSource = "operator.namespace";
inline constexpr absl::string_view kNameSource = "operator.name";

// Returns the name of the Deployment, of the Service and of other objects.
std::string AutoscalerName(const PlanSettings& settings);

// Makes objects of one ClusterAutoscaler.
class ObjectMaker {
 public:
  // `autoscaler` and `settings` must outlive this object.
  ObjectMaker(const v1::ObjectMeta& autoscaler, const PlanSettings& settings);

  const std::string& name() const { return name_; }
  // Makes an object. Its name is the name of the Deployment followed by `suffix`. `metadata` and `members` are added
  // after the members that all objects have.
  PlannedObject Make(absl::string_view api_version, absl::string_view kind, absl::string_view suffix,
                     std::vector<PlannedValue::Member> metadata, std::vector<PlannedValue::Member> members) const;

  // Returns the labels that select the pods.
  PlannedValue PodLabels() const;

  const PlanSettings& settings() const { return settings_; }

 private:
  const v1::ObjectMeta& autoscaler_;
  const PlanSettings& settings_;
  const std::string name_;
};

PlannedObject MakeDeployment(const ObjectMaker& maker, const Arguments& arguments);
PlannedObject MakeService(const ObjectMaker& maker);
PlannedObject MakeServiceMonitor(const ObjectMaker& maker);
PlannedObject MakePrometheusRule(const ObjectMaker& maker);
std::vector<PlannedObject> MakeNetworkPolicies(const ObjectMaker& maker);

// Makes all objects, in the order in which the operator writes them.
std::vector<PlannedObject> MakeObjects(const v1::ObjectMeta& autoscaler, const PlanSettings& settings,
                                       const Arguments& arguments);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLANNED_OBJECTS_H_
