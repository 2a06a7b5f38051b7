#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SHARED_CAUSES_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SHARED_CAUSES_H_

#include <string>

#include "client/sidecar/control/holds.h"
#include "client/sidecar/control/log.h"

namespace cpsizer::sidecar {

// Returns callbacks that log a shared cause, such as an outage of the service or of an API, once when it begins and
// once when it ends. `what` is the name of the values that do not change during that time, such as `replicas`.
// `objects` is the key of the log field with the number of held objects.
Holds::Callbacks LogSharedCauses(const Log& log, const std::string& what, const std::string& objects);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SHARED_CAUSES_H_
