#ifndef CPSIZER_CLIENT_SERVICE_IN_PROCESS_SERVICE_H_
#define CPSIZER_CLIENT_SERVICE_IN_PROCESS_SERVICE_H_

#include <memory>

#include "client/service/sizing_service.h"

namespace cpsizer {

// Returns a service that uses the decision library of this process, on the thread of the caller and before the call
// returns. Requests have the byte limits that a server enforces.
std::unique_ptr<SizingService> MakeInProcessService(Executor executor);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_IN_PROCESS_SERVICE_H_
