#ifndef CPSIZER_CLIENT_SERVICE_IN_PROCESS_SERVICE_H_
#define CPSIZER_CLIENT_SERVICE_IN_PROCESS_SERVICE_H_

#include <memory>

#include "client/service/sizing_service.h"

namespace cpsizer {

// Returns a service that uses the decision library in this process. The decision is made on the thread of the caller,
// before the call returns. The limits for the size of requests are the same as in a server.
std::unique_ptr<SizingService> MakeInProcessService(Executor executor);

}  // namespace cpsizer

#endif  // CPSIZER_CLIENT_SERVICE_IN_PROCESS_SERVICE_H_
