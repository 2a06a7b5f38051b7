#ifndef CPSIZER_SERVER_ENGINE_SIZE_LADDER_WARNINGS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_LADDER_WARNINGS_H_

#include "absl/types/span.h"
#include "cpsizer/size_ladder.h"
#include "server/engine/base/findings.h"
#include "server/engine/size/configured_fractions.h"

namespace cpsizer {

// Warns about names that differ only in case.
void WarnAboutCase(absl::Span<const Size> sizes, Findings& findings);

// Warns about probable mistakes in capacities and fractions. `ladder` must be compiled from a configuration with
// `fractions`. O(n log n).
void WarnAboutLadder(const SizeLadder& ladder, const ConfiguredFractions& fractions, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_LADDER_WARNINGS_H_
