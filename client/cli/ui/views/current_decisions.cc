#include "client/cli/ui/views/current_decisions.h"

#include <utility>

namespace cpsizer::cli {

absl::StatusOr<CurrentDecisions::Decisions> CurrentDecisions::Get(
    uint64_t revision, absl::FunctionRef<absl::StatusOr<FleetResponse>()> decide) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (revision_ == revision) return decisions_;
  decisions_ = nullptr;  // frees memory before the new decisions need it
  revision_ = 0;
  absl::StatusOr<FleetResponse> decided = decide();
  if (!decided.ok()) return decided.status();
  decisions_ = std::make_shared<const FleetResponse>(*std::move(decided));
  revision_ = revision;
  return decisions_;
}

}  // namespace cpsizer::cli
