#ifndef CPSIZER_SERVER_ENGINE_BASE_CONCLUDE_VALIDATION_H_
#define CPSIZER_SERVER_ENGINE_BASE_CONCLUDE_VALIDATION_H_

#include "cpsizer/v1/meta.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

// Completes the response of a validation of any kind. Must be called after all other findings are added. Adds
// GENERATION_NEGATIVE if `metadata.generation` is negative. Sorts the findings by severity, errors first; findings of
// the same severity keep their order. Sets `valid` from the findings, and `config_generation` from the metadata of the
// object.
void ConcludeValidation(const v1::ObjectMeta& metadata, v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_CONCLUDE_VALIDATION_H_
