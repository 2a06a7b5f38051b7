#ifndef CPSIZER_CLIENT_HISTORY_REQUESTS_REQUEST_AMOUNT_H_
#define CPSIZER_CLIENT_HISTORY_REQUESTS_REQUEST_AMOUNT_H_

#include <string>

#include "client/history/fit/resource.h"

// The amounts of requests that people read and write. Amounts are bytes or cores.
namespace cpsizer::history {

// Returns the smallest readable request that is at least `amount`, and more than 0: CPU in steps of 10m, memory in
// steps of 10Mi up to 1Gi and in steps of 64Mi above.
double RoundUpRequest(Resource resource, double amount);

// Returns the quantity of a request, such as `1088Mi`, `2Gi`, `250m` or `2`. CPU is rounded up to millicores. Memory
// that is not a whole number of Mi is in bytes.
std::string RequestQuantity(Resource resource, double amount);

// Returns the GOMEMLIMIT for `percent` (1 to 100) of a memory request, rounded down to whole MiB, such as `920MiB` or
// `9GiB`; at least 1MiB.
std::string GoMemLimitOf(double request_bytes, int percent);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REQUESTS_REQUEST_AMOUNT_H_
