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
  int64_t service_failures = 0;  // calls that failed but for a refused input
  int64_t invalid_responses = 0;
  int64_t write_conflicts = 0;  // the object had changed: read again
  int64_t write_failures = 0;   // other failures
  int64_t stale_plans = 0;      // dropped before the write: things had changed
  int64_t contentions = 0;      // how often contention with another writer began
  int64_t size_reversals = 0;   // size writes that took back one of a short while before
  int64_t watch_failures = 0;
  std::map<std::string, int64_t> decisions;  // answers of the service that still applied, by outcome
  std::map<std::string, int64_t> writes;     // that succeeded, by kind
};

// Counts a write that did not succeed. Returns whether it failed otherwise than because things had changed.
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
