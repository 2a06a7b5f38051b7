#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_CURRENT_DECISIONS_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_CURRENT_DECISIONS_H_

#include <cstdint>
#include <memory>
#include <mutex>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "client/cli/size/fleet.h"

namespace cpsizer::cli {

// Keeps the decisions of the newest snapshot for the next change of the configuration. Thread-safe.
// server/process/worker_pool.h explains why std::mutex is used.
class CurrentDecisions {
 public:
  using Decisions = std::shared_ptr<const FleetResponse>;

  // Returns the decisions of the snapshot with this revision. Calls `decide` if there are none. Another caller waits
  // until `decide` has returned, so that the decisions are not in memory twice. Errors: those of `decide`.
  absl::StatusOr<Decisions> Get(uint64_t revision, absl::FunctionRef<absl::StatusOr<FleetResponse>()> decide);

 private:
  std::mutex mutex_;
  uint64_t revision_ = 0;  // guarded by mutex_; 0: none
  Decisions decisions_;    // guarded by mutex_
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_CURRENT_DECISIONS_H_
