#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_FOLDER_RUN_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_FOLDER_RUN_H_

#include <ostream>

#include "client/kube/http/event_loop.h"
#include "client/service/sizing_service.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/control/work.h"

namespace cpsizer::sidecar {

// Decides all clusters in the folder of `options` once. Prints to `out` what the sidecar would write to a cluster that
// has the objects of the folder. Returns the exit code: 1 if there is no configuration that decisions can use, 2 if a
// part of the folder could not be read, 3 if the service failed.
int RunOnFolder(const Options& options, const MakeService& make_service, const Log& log, std::ostream& out,
                std::ostream& err);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_FOLDER_RUN_H_
