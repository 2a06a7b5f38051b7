#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_WORK_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_WORK_H_

#include <memory>

#include "client/sidecar/control/options.h"
#include "client/sidecar/control/work.h"

namespace cpsizer::sidecar {

// Returns the work of --controller=sizes, which sizes hosted clusters.
std::unique_ptr<Work> MakeSizeWork(const Options& options, const Work::Context& context);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_WORK_H_
