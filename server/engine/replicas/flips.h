#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_FLIPS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_FLIPS_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "server/engine/replicas/proposal_curve.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// The usages nearest to the present one that change the proposal of a metric.
struct Flips {
  absl::optional<int64_t> grows_at;    // above it, the smallest that gives more replicas
  absl::optional<int64_t> shrinks_at;  // below it, the largest that gives fewer
};

// Finds the flips. Exact; evaluates the curve some tens of times, whatever the amounts. Returns none for a curve
// whose integers wrap.
Flips FindFlips(const ProposalCurve& curve, const Tolerances& tolerances);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_FLIPS_H_
