#ifndef CPSIZER_SERVER_ENGINE_SIZE_LADDER_WARNINGS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_LADDER_WARNINGS_H_

#include "absl/types/span.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Warns about names that differ only in case.
void WarnAboutCase(absl::Span<const Size> sizes, Findings& findings);

// Warns about probable mistakes in capacities and fractions. `ladder` must be compiled from `spec`. O(n log n).
void WarnAboutLadder(const SizeLadder& ladder, const v1::ClusterSizingConfigurationSpec& spec, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_LADDER_WARNINGS_H_
