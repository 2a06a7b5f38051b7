#ifndef CPSIZER_SERVER_ENGINE_SIZE_HYGIENE_H_
#define CPSIZER_SERVER_ENGINE_SIZE_HYGIENE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/size/observation.h"

namespace cpsizer {

// Finds values in the recommendation of a VPA that show that the recommender does not have enough valid data. Adds no
// findings if the demand is explicit or the mode is OFF.
class Hygiene {
 public:
  Hygiene(const Observation& observation, v1::SizeHygieneMode mode, Findings& findings);

  // Adds VPA_ZERO.
  void CheckZero();
  // Adds VPA_OVERFLOW.
  void CheckOverflow(const Demand& in_play);
  // If the choice would make the cluster smaller, adds VPA_MEMORY_MISSING or VPA_CPU_MISSING for a resource that is
  // `counted` and has no recommendation. Adds VPA_CPU_MISSING also if the cluster has no size. Does not add
  // VPA_CPU_MISSING if the policy of the VPA omits CPU.
  void CheckMissing(const Demand& in_play, const PerResource<bool>& counted, const Choice& choice,
                    absl::optional<int> current_place);
  // Adds VPA_AT_FLOOR and ONE_BUCKET_AWAY.
  void CheckValues(const SizeLadder& ladder, const Demand& in_play, const Choice& choice,
                   absl::optional<int> current_place);

  // The reason of a hold: the first rule that requires the hold, and the message of the finding.
  struct Hold {
    Rule rule;
    v1::SizeHoldRule held_by;
    std::string message;
  };
  const absl::optional<Hold>& hold() const { return hold_; }

 private:
  void Report(Rule rule, Resource resource, absl::string_view value, absl::string_view message,
              v1::SizeHoldRule held_by = v1::SIZE_HOLD_RULE_UNSPECIFIED);
  void CheckFloor(Resource resource, const Quantity& value, bool shrinks);
  void CheckNeighbours(const SizeLadder& ladder, const Demand& in_play, const Choice& choice, Resource resource);

  const Observation& observation_;
  const bool enabled_;
  const bool enforces_;
  Findings& findings_;
  absl::optional<Hold> hold_;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_HYGIENE_H_
