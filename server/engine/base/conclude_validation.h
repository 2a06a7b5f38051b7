#ifndef CPSIZER_SERVER_ENGINE_BASE_CONCLUDE_VALIDATION_H_
#define CPSIZER_SERVER_ENGINE_BASE_CONCLUDE_VALIDATION_H_

#include "cpsizer/v1/meta.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

// Fills in what the answers of all kinds have, once all findings are there: errors come first, each severity in the
// order in which it was found; `valid` and `config_generation` follow from them and from the object.
void ConcludeValidation(const v1::ObjectMeta& metadata, v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_CONCLUDE_VALIDATION_H_
