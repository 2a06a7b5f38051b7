#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_PROPOSAL_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_PROPOSAL_H_

#include "absl/status/status.h"
#include "client/cli/base/environment.h"
#include "client/cli/history/fit_flags.h"
#include "client/cli/history/fit_history.h"
#include "client/cli/history/fit_result.h"
#include "client/history/replay/replay_report.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// Finds the proposal from a history that was read, and sets `result`. `present` has the present configuration. Shows
// the progress. Errors: those of Evaluator.
absl::Status Propose(const FitFlags& flags, const FitOptions& options, const v1::BatchRecommendSizeRequest& present,
                     const history::Prices& prices, const FitHistory& history, BlockingService& client,
                     Environment& environment, FitResult& result);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_PROPOSAL_H_
