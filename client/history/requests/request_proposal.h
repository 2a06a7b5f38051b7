#ifndef CPSIZER_CLIENT_HISTORY_REQUESTS_REQUEST_PROPOSAL_H_
#define CPSIZER_CLIENT_HISTORY_REQUESTS_REQUEST_PROPOSAL_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "client/history/fit/evidence.h"
#include "client/history/fit/resource.h"
#include "client/history/requests/usage_evidence.h"

namespace cpsizer::history {

// A request is kept if what is needed differs from it by at most this part.
inline constexpr double kDeadBand = 0.10;

struct RequestOptions {
  // The quantile, from 0 to 1, of the largest usage of each replica in each week.
  double quantile = 0.95;
  // The factor by which a request is above this usage; at least 1.
  double headroom = 1.20;
  bool allow_decrease = false;
};

// Why a request is proposed, or why it is kept.
enum class RequestReason : uint8_t {
  // No proposal.
  kNoUsage,             // no sample
  kTooLittleEvidence,   // UsageEvidence::has_few_clusters() or is_short()
  kWithinDeadBand,      // what is needed is near to the present request
  kOomKilled,           // less would be enough, but the container was OOM-killed
  kDecreaseNotAllowed,  // less would be enough, but RequestOptions::allow_decrease is not set
  // A proposal.
  kNew,  // there is no present request
  kIncrease,
  kDecrease,
};

// A proposal for the request of a resource by a container at a size. Amounts are bytes or cores.
struct RequestProposal {
  RequestReason reason = RequestReason::kNoUsage;
  double needed = 0;                  // headroom * UsageEvidence::peak, not rounded
  absl::optional<Interval> interval;  // the 95 % interval of `needed`
  absl::optional<double> proposed;    // RoundUpRequest(needed); absent if there is no proposal
};

// Returns the proposal for a request. `present` is the present request, or nothing if the size does not set it. Pure.
RequestProposal ProposeRequest(const UsageEvidence& evidence, Resource resource, absl::optional<double> present,
                               const RequestOptions& options);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REQUESTS_REQUEST_PROPOSAL_H_
