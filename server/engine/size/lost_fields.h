#ifndef CPSIZER_SERVER_ENGINE_SIZE_LOST_FIELDS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_LOST_FIELDS_H_

#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "server/engine/base/findings.h"
#include "server/engine/size/hold_report.h"

namespace cpsizer {

// Returns whether the status of the configuration has the condition SizingFieldsStored with the status False, and adds
// FIELDS_NOT_STORED with the message of the condition. The sidecar writes the condition, and
// sends it with its own requests, if the API server no longer returns a capacity or a fraction of the configuration.
// Source: docs/decisions/0044-lost-fields-are-not-removed-fields.md.
bool ReadLostFields(const v1::ClusterSizingConfiguration& config, Findings& findings);

// Holds the cluster if the ladder has lost fields, and the choice is another size that may be smaller than the current
// size. A size is larger if it comes after the current size and has at least as much of each resource whose capacity is
// known. If the ladder does not have the current size, only its last size is larger. Adds no finding:
// ReadLostFields() has added it. O(1).
void CheckLostFields(const SizeLadder& ladder, const Choice& choice, const absl::optional<CurrentSize>& current,
                     HoldReport& report);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_LOST_FIELDS_H_
