#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_COUNTERS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_COUNTERS_H_

#include <cstdint>
#include <map>
#include <string>

namespace cpsizer::sidecar {

// Counters of the work of the sidecar. Their values never decrease.
struct Counters {
  int64_t service_calls = 0;     // calls to the service
  int64_t service_failures = 0;  // failed calls, except refused requests about one object
  int64_t invalid_responses = 0;
  int64_t write_conflicts = 0;  // writes of an object that had changed; the object is read again
  int64_t write_failures = 0;   // writes that failed for other reasons
  int64_t stale_plans = 0;      // plans dropped before the write: an object had changed, or no write was allowed
  int64_t contentions = 0;      // number of times that contention with another writer began
  int64_t size_reversals = 0;   // writes of a size that reverted a recent write
  int64_t watch_failures = 0;
  // The responses of the service that were not stale, by outcome.
  std::map<std::string, int64_t> decisions;
  std::map<std::string, int64_t> writes;  // successful writes, by kind
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_COUNTERS_H_
