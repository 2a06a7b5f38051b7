#ifndef CPSIZER_CLIENT_CLI_CLUSTER_AUTOSCALER_PLAN_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_CLUSTER_AUTOSCALER_PLAN_OUTPUT_H_

#include "client/cli/base/screen.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::cli {

// Prints the summary, the arguments with the fields that they come from, the MachineAutoscalers, the annotations of
// MachineSets, and the objects. If `wide`, also prints the manifests.
void PrintPlan(const v1::PlanClusterAutoscalerResponse& response, bool wide, Screen& out);

// Prints the manifests of the objects that have a manifest. Each manifest is JSON on one line.
void PrintPlanNames(const v1::PlanClusterAutoscalerResponse& response, Screen& out);

// Prints the arguments, with the fields that they come from.
void PrintArguments(const v1::PlanClusterAutoscalerResponse& response, Screen& out);

// Prints each argument on one line.
void PrintArgumentNames(const v1::PlanClusterAutoscalerResponse& response, Screen& out);

// Returns whether the plan requires a write of an object, or of an annotation of a MachineSet.
bool HasDifferences(const v1::PlanClusterAutoscalerResponse& response);

// Prints what must be written: first the annotations of MachineSets, then the objects with their differences. If
// `names` is true, prints only the names of the objects.
void PrintPlanDiff(const v1::PlanClusterAutoscalerResponse& response, bool names, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CLUSTER_AUTOSCALER_PLAN_OUTPUT_H_
