#ifndef CPSIZER_SERVER_ENGINE_SIZE_OPERATOR_FIELDS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_OPERATOR_FIELDS_H_

#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"

// Checks of the parts of a ClusterSizingConfiguration that the operator uses and that do not influence a decision.
namespace cpsizer {

// Adds each error in the metadata and in the fields of the operator.
void CheckOperatorFields(const v1::ClusterSizingConfiguration& config, Findings& findings);

// Warns about probable mistakes in the settings for concurrent transitions.
void WarnAboutPace(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings);

// Warns about probable mistakes in the fields of the operator. `ladder` must be compiled from `config`.
void WarnAboutOperatorFields(const v1::ClusterSizingConfiguration& config, const SizeLadder& ladder,
                             Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_OPERATOR_FIELDS_H_
