#ifndef CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_PLANS_H_
#define CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_PLANS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

// Functions that make requests for plans of the cluster-autoscaler and functions that read the responses.
namespace cpsizer::testing {

// Parses a request from JSON.
v1::PlanClusterAutoscalerRequest PlanRequest(absl::string_view json);

// Returns a request with this spec of the ClusterAutoscaler, on this platform.
v1::PlanClusterAutoscalerRequest AutoscalerPlan(absl::string_view spec, absl::string_view platform = "");

// Returns the MachineAutoscaler `namespace/name` as JSON. Its target is a MachineSet, and its bounds are 1 and 6.
// `more` contains additional top-level fields. `metadata` contains additional fields of the metadata. If not empty,
// `more` and `metadata` must begin with a comma.
std::string MachineAutoscalerJson(absl::string_view name, absl::string_view target, absl::string_view metadata = "",
                                  absl::string_view more = "");

// Returns a MachineSet with these annotations, as JSON.
std::string MachineSetJson(absl::string_view name, absl::string_view annotations = "");

// Returns a request with these MachineAutoscalers and MachineSets, which are given as JSON.
v1::PlanClusterAutoscalerRequest MachinesPlan(const std::vector<std::string>& autoscalers,
                                              const std::vector<std::string>& sets);

// Returns the response to a request that must succeed. Checks the command line in the response with CommandLineError().
v1::PlanClusterAutoscalerResponse Plan(const v1::PlanClusterAutoscalerRequest& request);

std::vector<std::string> ArgumentTexts(const v1::PlanClusterAutoscalerResponse& response);

// Returns a text `RULE path: message` for each finding.
std::vector<std::string> PlanFindings(const v1::PlanClusterAutoscalerResponse& response);

// Returns a text for each annotation of each target: the name of the target and the action, such as `SET key=value`,
// `KEEP key=value`, `REMOVE key` or `DEFER key=value`.
std::vector<std::string> AnnotationTexts(const v1::PlanClusterAutoscalerResponse& response);

// Returns a text `name OUTCOME event` for each MachineAutoscaler. If the plan has them, `lastTargetRef=...`,
// `+finalizer` or `-finalizer` follow.
std::vector<std::string> MachinesTexts(const v1::PlanClusterAutoscalerResponse& response);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_PLANS_H_
