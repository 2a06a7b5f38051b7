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

// Finds values in a VPA's recommendation that a recommender without good data produces. Adds nothing for an explicit
// demand, or if the mode is OFF.
class Hygiene {
 public:
  Hygiene(const Observation& observation, v1::SizeHygieneMode mode, Findings& findings);

  // VPA_ZERO.
  void CheckZero();
  // VPA_OVERFLOW.
  void CheckOverflow(const Demand& in_play);
  // VPA_MEMORY_MISSING, VPA_CPU_MISSING: a resource that is `counted` and that the VPA does not recommend. Not for a
  // resource that the VPA's policy leaves out.
  void CheckMissing(const Demand& in_play, const PerResource<bool>& counted, const Choice& choice,
                    absl::optional<int> current_place);
  // VPA_AT_FLOOR, ONE_BUCKET_AWAY.
  void CheckValues(const SizeLadder& ladder, const Demand& in_play, const Choice& choice,
                   absl::optional<int> current_place);

  // The reason of a hold: the first rule in the order of evaluation, and its message.
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
