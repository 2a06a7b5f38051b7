#ifndef CPSIZER_CLIENT_CLI_HISTORY_SERVICE_PROXY_H_
#define CPSIZER_CLIENT_CLI_HISTORY_SERVICE_PROXY_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "client/cli/base/flags.h"
#include "client/cli/input/cluster_connection.h"
#include "client/history/prometheus/prometheus_server.h"

namespace cpsizer::cli {

// Returns why `service` is not NAMESPACE/NAME:PORT or NAMESPACE/https:NAME:PORT, or an empty text.
std::string ServicePathProblem(const std::string& service);

// A Prometheus that is a service of a cluster. The API server forwards the requests to the service. The credentials of
// the kubeconfig are for the API server, which does not forward them.
class ServiceProxy : public history::PrometheusServer {
 public:
  // `service` is valid. Errors: those of ClusterConnection::Make().
  static absl::StatusOr<std::unique_ptr<ServiceProxy>> Make(const ClusterFlags& cluster, const std::string& service);

  absl::StatusOr<std::string> Get(const std::string& path) override;
  const std::string& name() const override { return name_; }

 private:
  ServiceProxy(std::unique_ptr<ClusterConnection> connection, const std::string& service);

  const std::unique_ptr<ClusterConnection> connection_;
  const std::string name_;
  std::string path_;  // of the service in the API
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_SERVICE_PROXY_H_
