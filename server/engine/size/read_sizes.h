#ifndef CPSIZER_SERVER_ENGINE_SIZE_READ_SIZES_H_
#define CPSIZER_SERVER_ENGINE_SIZE_READ_SIZES_H_

#include "absl/types/span.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Fills one Size for each entry of `spec.sizes`, in the configuration's order: names, configured capacities,
// fractions. Requires as many `sizes` as entries. A value that cannot be read is a finding and stays empty.
void ReadSizes(const v1::ClusterSizingConfigurationSpec& spec, absl::Span<Size> sizes, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_READ_SIZES_H_
