#ifndef CPSIZER_CLIENT_HISTORY_PROMETHEUS_QUERY_FAILURE_H_
#define CPSIZER_CLIENT_HISTORY_PROMETHEUS_QUERY_FAILURE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace cpsizer::history {

// Why a query failed, and what to do.
struct QueryFailure {
  enum class Next {
    kFail,     // another query fails too
    kRetry,    // the failure can pass: the same query again, after `wait`
    kShorten,  // a query for a shorter time can succeed
  };

  Next next = Next::kFail;
  absl::Duration wait = absl::ZeroDuration();  // the Retry-After of the server
  bool unreachable = false;  // no response of Prometheus: no connection, a timeout, or an error of a proxy
  bool too_large = false;    // the response is too long, or needs too many samples
  std::string message;       // a sentence with the remedy; may contain text of the server
};

// Returns the failure for an error of PrometheusServer::Get().
QueryFailure MakeQueryFailure(const absl::Status& status);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_PROMETHEUS_QUERY_FAILURE_H_
