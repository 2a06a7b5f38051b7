#include "client/history/requests/request_proposal.h"

#include <cmath>

#include "client/history/requests/request_amount.h"

namespace cpsizer::history {
namespace {

RequestReason ReasonOf(const UsageEvidence& evidence, double needed, double rounded, absl::optional<double> present,
                       const RequestOptions& options) {
  if (evidence.samples == 0) return RequestReason::kNoUsage;
  if (evidence.has_few_clusters() || evidence.is_short()) return RequestReason::kTooLittleEvidence;
  if (!present.has_value()) return RequestReason::kNew;
  if (std::abs(needed - *present) <= kDeadBand * *present) return RequestReason::kWithinDeadBand;
  if (needed > *present) return RequestReason::kIncrease;
  // A request below one step would grow by rounding.
  if (rounded >= *present) return RequestReason::kWithinDeadBand;
  if (evidence.oom_kills > 0) return RequestReason::kOomKilled;
  return options.allow_decrease ? RequestReason::kDecrease : RequestReason::kDecreaseNotAllowed;
}

}  // namespace

RequestProposal ProposeRequest(const UsageEvidence& evidence, Resource resource, absl::optional<double> present,
                               const RequestOptions& options) {
  RequestProposal proposal;
  proposal.needed = options.headroom * evidence.peak;
  if (evidence.interval.has_value()) {
    proposal.interval = Interval{options.headroom * evidence.interval->low, options.headroom * evidence.interval->high};
  }
  const double rounded = RoundUpRequest(resource, proposal.needed);
  proposal.reason = ReasonOf(evidence, proposal.needed, rounded, present, options);
  if (proposal.reason >= RequestReason::kNew) proposal.proposed = rounded;
  return proposal;
}

}  // namespace cpsizer::history
