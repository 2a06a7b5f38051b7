#ifndef CPSIZER_SERVER_ENGINE_SIZE_OBSERVATION_H_
#define CPSIZER_SERVER_ENGINE_SIZE_OBSERVATION_H_

#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/read_quantity.h"

namespace cpsizer {

// The observation of a request, parsed and valid.
struct Observation {
  Demand demand;
  // The reason why there is nothing to decide on, as far as the observation alone has it.
  v1::SizeNoRecommendationReason missing = v1::SIZE_NO_RECOMMENDATION_REASON_UNSPECIFIED;
  // True if it comes from a VPA, so that hygiene applies.
  bool from_vpa = false;
  // Place of the VPA's recommendation for the kube-apiserver in its list; -1 if there is none.
  int vpa_container = -1;
  // True for a resource for which the VPA recommends zero. Such a resource is absent from `demand`.
  PerResource<bool> vpa_zero;
  // True if the VPA's resource policy leaves CPU out on purpose.
  bool vpa_omits_cpu = false;

  // Returns the path of one resource in the request.
  FieldPath PathOf(Resource resource) const;
};

// Reads the observation of `request`. Values that cannot be read are findings.
Observation ReadObservation(const v1::RecommendSizeRequest& request, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_OBSERVATION_H_
