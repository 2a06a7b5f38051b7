#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_AUTOSCALER_ARGUMENTS_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_AUTOSCALER_ARGUMENTS_H_

#include "cpsizer/v1/cluster_autoscaler.pb.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "server/engine/cluster_autoscaler/plan_settings.h"

namespace cpsizer {

using Arguments = google::protobuf::RepeatedPtrField<v1::ClusterAutoscalerArgument>;

// Appends the command line of the cluster-autoscaler, in the order of the operator. Requires a spec without errors.
// Source: section 6 of docs/reference/cluster-autoscaler.md.
void BuildArguments(const v1::ClusterAutoscalerSpec& spec, const PlanSettings& settings, Arguments& arguments);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_AUTOSCALER_ARGUMENTS_H_
