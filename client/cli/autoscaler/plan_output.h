#ifndef CPSIZER_CLIENT_CLI_AUTOSCALER_PLAN_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_AUTOSCALER_PLAN_OUTPUT_H_

#include "client/cli/base/screen.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::cli {

// Prints the summary, the arguments with their fields, the MachineAutoscalers, the annotations of MachineSets and the
// objects. `wide` adds the manifests.
void PrintPlan(const v1::PlanClusterAutoscalerResponse& response, bool wide, Screen& out);

// Prints the manifests of all objects, each as JSON on one line.
void PrintPlanNames(const v1::PlanClusterAutoscalerResponse& response, Screen& out);

// Prints the arguments with their fields.
void PrintArguments(const v1::PlanClusterAutoscalerResponse& response, Screen& out);

// Prints each argument on one line.
void PrintArgumentNames(const v1::PlanClusterAutoscalerResponse& response, Screen& out);

// Returns whether an annotation of a MachineSet or an object has to be written.
bool HasDifferences(const v1::PlanClusterAutoscalerResponse& response);

// Prints what has to be written: annotations of MachineSets, then objects with their differences. `names` prints only
// the objects.
void PrintPlanDiff(const v1::PlanClusterAutoscalerResponse& response, bool names, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_AUTOSCALER_PLAN_OUTPUT_H_
