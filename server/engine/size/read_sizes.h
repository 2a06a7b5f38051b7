#ifndef CPSIZER_SERVER_ENGINE_SIZE_READ_SIZES_H_
#define CPSIZER_SERVER_ENGINE_SIZE_READ_SIZES_H_

#include "absl/types/span.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/size/configured_fractions.h"

namespace cpsizer {

// Sets the name, the configured capacities and the fractions of each size, in the order of `spec.sizes`. Requires as
// many `sizes` as entries of `spec.sizes`. Adds a finding for each value that cannot be read: a capacity is then
// unknown, and a fraction has its default.
void ReadSizes(const v1::ClusterSizingConfigurationSpec& spec, const ConfiguredFractions& fractions,
               absl::Span<Size> sizes, Findings& findings);

// Adds the finding about the capacity `amount`, for which HasSuspectUnit() returns true. `text` is its value at `path`.
void AddSuspectUnit(Resource resource, const Quantity& amount, const std::string& path, absl::string_view text,
                    Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_READ_SIZES_H_
