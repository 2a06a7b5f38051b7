#ifndef CPSIZER_SERVER_ENGINE_SIZE_VPA_FLOOR_H_
#define CPSIZER_SERVER_ENGINE_SIZE_VPA_FLOOR_H_

#include "cpsizer/quantity.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/vertical_pod_autoscaler.pb.h"
#include "server/engine/size/vpa_options.h"

// The values that the VPA recommender produces when it has no data. Source: kubernetes/autoscaler, pkg/recommender.
namespace cpsizer {

// Returns whether the value is the minimum of the recommender divided by 1 to 20 containers, rounded up or down, and
// then rounded up to a multiple of its rounding. The default for a setting that is not known is that of the
// recommender: 250 MiB and 25 millicores, without rounding.
bool IsVpaFloor(Resource resource, const Quantity& value, const VpaRecommender& recommender);

// Returns whether the value is less than all values for which IsVpaFloor() is true. A recommender never produces such a
// value.
bool IsBelowVpaFloor(Resource resource, const Quantity& value, const VpaRecommender& recommender);

// Returns whether the value is at most 512 MiB or 100 millicores, which is smaller than the demand of any
// kube-apiserver.
bool IsSmallVpaAmount(Resource resource, const Quantity& value);

// Returns whether a recommendation is probably the minimum of a recommender with other settings: in each resource, the
// uncapped target is small, and lower bound and target are equal, to it or to a higher minimum of the VPA. Without
// samples, the three amounts are the minimum. With samples they are percentiles, which can be equal too, so equal
// amounts alone do not show that data is missing.
bool IsSmallAndAlike(const v1::RecommendedContainerResources& container);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_VPA_FLOOR_H_
