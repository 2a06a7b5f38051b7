#ifndef CPSIZER_CLIENT_HISTORY_PROMETHEUS_THANOS_STORES_H_
#define CPSIZER_CLIENT_HISTORY_PROMETHEUS_THANOS_STORES_H_

#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace cpsizer::history {

// Checks that no store of a Thanos fails while a history is read.
//
// Thanos adds warnings to its responses only in the first seconds after a store fails. Later it does not ask the store,
// and its responses do not show that data is missing. /api/v1/stores then has the error of the store for some minutes,
// until the store is removed from the list. Source: Thanos 0.42.5.
//
// A value type.
class ThanosStores {
 public:
  // The path of the request.
  static constexpr char kPath[] = "/api/v1/stores";

  // Checks a response to a request for kPath; `answer` is that of PrometheusServer::Get(). Other servers have no
  // stores: they respond with 404, 405 or, like VictoriaMetrics, with 400. Returns the other errors of `answer`,
  // unchanged.
  absl::Status Check(const absl::StatusOr<std::string>& answer);

  // Returns whether the server can have stores, so that the next response should be checked.
  bool has_stores() const { return has_stores_; }
  // A sentence if a store has an error, or if a store of an earlier response is missing; may contain text of the
  // server. Otherwise empty.
  const std::string& problem() const { return problem_; }
  // Why the stores could not be checked: the account may not read them, the response is not a list of stores, or the
  // server had a list before and has none now. Otherwise empty.
  const std::string& unchecked() const { return unchecked_; }

 private:
  bool has_stores_ = true;
  std::string problem_;
  std::string unchecked_;
  std::set<std::string> names_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_PROMETHEUS_THANOS_STORES_H_
