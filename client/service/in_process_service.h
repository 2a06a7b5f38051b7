#ifndef CPSIZER_CLIENT_SERVICE_IN_PROCESS_SERVICE_H_
#define CPSIZER_CLIENT_SERVICE_IN_PROCESS_SERVICE_H_

#include <memory>

#include "client/service/sizing_service.h"

namespace cpsizer {

// Returns a service that uses the decision library in this process. A decision is made on the thread of the caller,
// before the call returns. Requests have the same limits in bytes as those of a server.
std::unique_ptr<SizingService> MakeInProcessService(Executor executor);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_IN_PROCESS_SERVICE_H_
