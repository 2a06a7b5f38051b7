#ifndef CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_PLANS_H_
#define CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_PLANS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

// Short requests for plans of the cluster-autoscaler, and readers of the responses.
namespace cpsizer::testing {

// Parses the request from JSON.
v1::PlanClusterAutoscalerRequest PlanRequest(absl::string_view json);

// Returns a request with this ClusterAutoscaler spec, on this platform.
v1::PlanClusterAutoscalerRequest AutoscalerPlan(absl::string_view spec, absl::string_view platform = "");

// Returns a MachineAutoscaler `namespace/name` with bounds 1 to 6 on a MachineSet, as JSON; `more` has further
// top-level fields, and `metadata` further fields of its metadata, both with a comma before them.
std::string MachineAutoscalerJson(absl::string_view name, absl::string_view target, absl::string_view metadata = "",
                                  absl::string_view more = "");

// Returns a MachineSet with these annotations, as JSON.
std::string MachineSetJson(absl::string_view name, absl::string_view annotations = "");

// Returns a request of these objects.
v1::PlanClusterAutoscalerRequest MachinesPlan(const std::vector<std::string>& autoscalers,
                                              const std::vector<std::string>& sets);

// Returns the response to a request that must not fail. Its command line is checked against the flags of the
// cluster-autoscaler.
v1::PlanClusterAutoscalerResponse Plan(const v1::PlanClusterAutoscalerRequest& request);

std::vector<std::string> ArgumentTexts(const v1::PlanClusterAutoscalerResponse& response);

// Returns `RULE path: message` of each finding.
std::vector<std::string> PlanFindings(const v1::PlanClusterAutoscalerResponse& response);

// Returns `SET key=value`, `KEEP key=value`, `REMOVE key` or `DEFER key=value` of each annotation of each target,
// after its name.
std::vector<std::string> AnnotationTexts(const v1::PlanClusterAutoscalerResponse& response);

// Returns `name OUTCOME event` of each MachineAutoscaler, with `lastTargetRef=`, `+finalizer` and `-finalizer`.
std::vector<std::string> MachinesTexts(const v1::PlanClusterAutoscalerResponse& response);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_PLANS_H_
