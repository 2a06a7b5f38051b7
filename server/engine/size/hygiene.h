#ifndef CPSIZER_SERVER_ENGINE_SIZE_HYGIENE_H_
#define CPSIZER_SERVER_ENGINE_SIZE_HYGIENE_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/size/hold_report.h"
#include "server/engine/size/observation.h"
#include "server/engine/size/vpa_options.h"

namespace cpsizer {

// Finds values in the recommendation of a VPA that show that the recommender does not have enough valid data. Adds no
// findings if the demand is explicit or the mode is OFF.
class Hygiene {
 public:
  // `observation`, `options` and `report` must outlive this object.
  Hygiene(const Observation& observation, v1::SizeHygieneMode mode, const VpaOptions& options, HoldReport& report);

  // Adds VPA_CONTAINER_REPEATED and VPA_ZERO.
  void CheckStatus();
  // Adds VPA_OVERFLOW.
  void CheckOverflow(const Demand& in_play);
  // If the choice would make the cluster smaller, adds VPA_MEMORY_MISSING or VPA_CPU_MISSING for a resource that is
  // `counted` and has no recommendation. Adds VPA_CPU_MISSING also if the cluster has no size. Does not add
  // VPA_CPU_MISSING if the policy of the VPA omits CPU.
  void CheckMissing(const Demand& in_play, const PerResource<bool>& counted, const Choice& choice,
                    const absl::optional<CurrentSize>& current);
  // Adds VPA_AT_FLOOR and ONE_BUCKET_AWAY.
  void CheckValues(const SizeLadder& ladder, const Demand& in_play, const Choice& choice,
                   const absl::optional<CurrentSize>& current);

  // Adds VPA_RECOMMENDATION_STALE and VPA_LOW_EVIDENCE.
  void CheckEvidence(const Demand& in_play, const Choice& choice, const absl::optional<CurrentSize>& current);

 private:
  void Report(Rule rule, Resource resource, absl::string_view value, absl::string_view message,
              v1::SizeHoldRule held_by = v1::SIZE_HOLD_RULE_UNSPECIFIED);
  void ReportAt(Rule rule, absl::string_view path, absl::string_view value, absl::string_view message,
                v1::SizeHoldRule held_by);
  void CheckUpperBound(Resource resource, const Quantity& value, bool shrinks);
  void CheckAge(bool shrinks);
  void CheckFloor(Resource resource, const Quantity& value, bool shrinks);
  void CheckNeighbours(const SizeLadder& ladder, const Demand& in_play, const Choice& choice, Resource resource);

  const Observation& observation_;
  const bool enabled_;
  const bool enforces_;
  const VpaOptions& options_;
  HoldReport& report_;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_HYGIENE_H_
