#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_OBJECT_COMPARISON_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_OBJECT_COMPARISON_H_

#include <string>

#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "google/protobuf/map.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "server/engine/cluster_autoscaler/planned_value.h"

namespace cpsizer {

using Differences = google::protobuf::RepeatedPtrField<v1::ClusterAutoscalerDifference>;

// Appends the differences between the current fields of an object and the plan. Planned values come first, in the order
// of the plan. Values that the plan does not have follow, sorted by path.
//
// A value that exists but is not planned is a difference only if it is in a list or in a PlannedValue::WholeMap(),
// because the API server writes defaults and other clients write their own fields. Values that are written only at
// creation are not compared.
void CompareObject(const PlannedValue& planned, const google::protobuf::Map<std::string, std::string>& current,
                   Differences& differences);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_OBJECT_COMPARISON_H_
