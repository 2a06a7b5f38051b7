#ifndef CPSIZER_SERVER_ENGINE_SIZE_OBSERVATION_H_
#define CPSIZER_SERVER_ENGINE_SIZE_OBSERVATION_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"
#include "server/engine/base/read_quantity.h"

namespace cpsizer {

inline constexpr absl::string_view kContainersPath = "vpaStatus.recommendation.containerRecommendations";

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
  // The recommendation for the kube-apiserver, a part of the request; null if there is none.
  const v1::RecommendedContainerResources* container = nullptr;
  // The index of the second recommendation for the kube-apiserver; -1 if there is none.
  int repeated_container = -1;
  // The index of a condition of the VPA with the status True that says that the recommendation is not about running
  // pods, and its type; -1 if there is none.
  int stale_condition = -1;
  absl::string_view stale_type;
  // The age of the VPA. Absent if it is unknown.
  absl::optional<Instant> vpa_age;

  // Returns the path of the amount of one resource in the request.
  FieldPath PathOf(Resource resource) const;
};

// Reads the observation of `request`, which must outlive the result. Adds a finding for each value that cannot be read.
Observation ReadObservation(const v1::RecommendSizeRequest& request, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_OBSERVATION_H_
