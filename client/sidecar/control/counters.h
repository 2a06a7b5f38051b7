#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_COUNTERS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_COUNTERS_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/status.h"

namespace cpsizer::sidecar {

// Counts of what the sidecar has done. They only grow.
struct Counters {
  int64_t questions = 0;         // calls to the service
  int64_t service_failures = 0;  // failed calls, without refused inputs
  int64_t invalid_responses = 0;
  int64_t write_conflicts = 0;  // the object had changed: read again
  int64_t write_failures = 0;   // other failures
  int64_t stale_plans = 0;      // dropped before the write: objects had changed
  int64_t contentions = 0;      // how often contention with another writer began
  int64_t size_reversals = 0;   // size writes that reverted a recent one
  int64_t watch_failures = 0;
  std::map<std::string, int64_t> decisions;  // responses of the service that still applied, by outcome
  std::map<std::string, int64_t> writes;     // successful writes, by kind
};

// Counts a write without success. Returns whether it failed for another reason than changed objects.
inline bool CountUnwritten(const absl::Status& status, Counters& counters) {
  if (absl::IsCancelled(status)) {
    ++counters.stale_plans;
    return false;
  }
  if (absl::IsAborted(status)) {
    ++counters.write_conflicts;
    return false;
  }
  ++counters.write_failures;
  return true;
}

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_COUNTERS_H_
