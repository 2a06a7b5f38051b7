#ifndef CPSIZER_TESTS_HISTORY_PROMETHEUS_SCRIPTED_PROMETHEUS_H_
#define CPSIZER_TESTS_HISTORY_PROMETHEUS_SCRIPTED_PROMETHEUS_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/history/prometheus/prometheus_server.h"

namespace cpsizer::history {

// A request of /api/v1/query_range.
struct RangeRequest {
  std::string query;
  int64_t start = 0;  // seconds
  int64_t end = 0;
  int64_t step = 0;
};

// Reads the parameters of a path.
RangeRequest ReadRangeRequest(absl::string_view path);

// Returns a response with one series of the namespace `hc-a`, whose label `resource` is the query. At each point it has
// `value`, or the time if `value` is empty.
std::string RangeResponse(const RangeRequest& request, absl::string_view value = "");

// A Prometheus with one cluster, which has a value at each time. The test can put errors and other responses before its
// responses.
class ScriptedPrometheus : public PrometheusServer {
 public:
  absl::StatusOr<std::string> Get(const std::string& path) override;
  const std::string& name() const override { return name_; }
  std::string WithoutSecrets(std::string text) const override;

  // The responses to requests for the stores of a Thanos. The last one is repeated. If empty, the server is a
  // Prometheus, which has no stores.
  std::deque<absl::StatusOr<std::string>> stores;
  // The next responses to queries, in place of those of the cluster. An empty text means a response of the cluster.
  std::deque<absl::StatusOr<std::string>> next;
  // All queries.
  std::vector<RangeRequest> requests;
  // If above 0, responses with more points are too long.
  int64_t most_points = 0;

 private:
  const std::string name_ = "https://prometheus.test";
};

}  // namespace cpsizer::history

#endif  // CPSIZER_TESTS_HISTORY_PROMETHEUS_SCRIPTED_PROMETHEUS_H_
