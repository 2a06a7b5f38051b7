#ifndef CPSIZER_CLIENT_HISTORY_PROMETHEUS_PROMETHEUS_SERVER_H_
#define CPSIZER_CLIENT_HISTORY_PROMETHEUS_PROMETHEUS_SERVER_H_

#include <string>

#include "absl/status/statusor.h"

namespace cpsizer::history {

// A Prometheus, at a URL or as a service of a cluster.
class PrometheusServer {
 public:
  PrometheusServer() = default;
  PrometheusServer(const PrometheusServer&) = delete;
  PrometheusServer& operator=(const PrometheusServer&) = delete;
  virtual ~PrometheusServer() = default;

  // Sends one GET request, without retries, and waits for the response, of at most kMaxResponseBytes, for at most
  // kQueryTimeout. `path` begins with /api/v1/, and includes the query. Errors: those of HttpLoop.
  virtual absl::StatusOr<std::string> Get(const std::string& path) = 0;

  // The name of the server in messages.
  virtual const std::string& name() const = 0;

  // Returns `text` of the server for a message, without credentials: a server can repeat them.
  virtual std::string WithoutSecrets(std::string text) const { return text; }
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_PROMETHEUS_PROMETHEUS_SERVER_H_
