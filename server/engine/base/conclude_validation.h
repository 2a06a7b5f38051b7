#ifndef CPSIZER_SERVER_ENGINE_BASE_CONCLUDE_VALIDATION_H_
#define CPSIZER_SERVER_ENGINE_BASE_CONCLUDE_VALIDATION_H_

#include "cpsizer/v1/meta.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

// Completes the response of a validation of any kind, after all findings are added: sorts errors first, and each
// severity in the order in which it was found; sets `valid` and `config_generation` from the findings and the object.
void ConcludeValidation(const v1::ObjectMeta& metadata, v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_CONCLUDE_VALIDATION_H_
