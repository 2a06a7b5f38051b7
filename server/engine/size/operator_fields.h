#ifndef CPSIZER_SERVER_ENGINE_SIZE_OPERATOR_FIELDS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_OPERATOR_FIELDS_H_

#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"

// The parts of a ClusterSizingConfiguration that the operator uses and a decision does not depend on.
namespace cpsizer {

// Adds every error in the metadata and the operator's fields.
void CheckOperatorFields(const v1::ClusterSizingConfiguration& config, Findings& findings);

// Warns about probable mistakes in the concurrency of transitions.
void WarnAboutPace(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings);

// Warns about probable mistakes in the operator's fields. `ladder` is the one made from `config`.
void WarnAboutOperatorFields(const v1::ClusterSizingConfiguration& config, const SizeLadder& ladder,
                             Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_OPERATOR_FIELDS_H_
