#ifndef CPSIZER_SERVER_ENGINE_SIZE_OBSERVATION_H_
#define CPSIZER_SERVER_ENGINE_SIZE_OBSERVATION_H_

#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/read_quantity.h"

namespace cpsizer {

// The observation of a request, after parsing and validation.
struct Observation {
  Demand demand;
  // The reason why no decision is possible, if the observation alone determines it.
  v1::SizeNoRecommendationReason missing = v1::SIZE_NO_RECOMMENDATION_REASON_UNSPECIFIED;
  // True if the demand comes from a VPA, so that Hygiene applies.
  bool from_vpa = false;
  // The index of the recommendation for the kube-apiserver in the list of the VPA; -1 if there is no such
  // recommendation.
  int vpa_container = -1;
  // True for a resource for which the VPA recommends zero. Such a resource is absent from `demand`.
  PerResource<bool> vpa_zero;
  // True if the resource policy of the VPA omits CPU on purpose.
  bool vpa_omits_cpu = false;

  // Returns the path of the amount of one resource in the request.
  FieldPath PathOf(Resource resource) const;
};

// Reads the observation of `request`. Adds a finding for each value that cannot be read.
Observation ReadObservation(const v1::RecommendSizeRequest& request, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_OBSERVATION_H_
