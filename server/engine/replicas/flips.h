#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_FLIPS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_FLIPS_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "server/engine/replicas/proposal_curve.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

// The usages that are nearest to the current usage and that change the proposal of a metric.
struct Flips {
  absl::optional<int64_t> grows_at;    // the smallest usage above the current usage that gives more replicas
  absl::optional<int64_t> shrinks_at;  // the largest usage below the current usage that gives fewer replicas
};

// Finds the flips exactly. Evaluates the curve only a few tens of times, even for large amounts. Returns no flips if
// the current usage is not from 0 to most(), for example because integers wrap.
Flips FindFlips(const ProposalCurve& curve, const Tolerances& tolerances);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_FLIPS_H_
