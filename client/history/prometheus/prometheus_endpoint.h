#ifndef CPSIZER_CLIENT_HISTORY_PROMETHEUS_PROMETHEUS_ENDPOINT_H_
#define CPSIZER_CLIENT_HISTORY_PROMETHEUS_PROMETHEUS_ENDPOINT_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/history/prometheus/limits.h"
#include "client/history/prometheus/prometheus_server.h"
#include "client/kube/config/token_file.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/http/http.h"

namespace cpsizer::history {

struct EndpointOptions {
  std::string url;         // `https://host:port/prefix` without a slash at the end; http only for this machine
  std::string ca_file;     // empty: the root certificates of the system
  std::string token_file;  // empty: no token; read again while the history is read, because tokens expire
  absl::Duration timeout = kQueryTimeout;
};

// A Prometheus at a URL. Redirects are not followed, so that the token is sent to no other server. For https, uses
// the proxy of the environment, as curl does. Not thread-safe.
class PrometheusEndpoint : public PrometheusServer {
 public:
  // Errors: NotFound and InvalidArgument for a file that cannot be used, with a sentence that names its flag.
  static absl::StatusOr<std::unique_ptr<PrometheusEndpoint>> Make(const EndpointOptions& options);

  absl::StatusOr<std::string> Get(const std::string& path) override;
  const std::string& name() const override { return endpoint_->server; }
  // Replaces the token, also if the server has cut it.
  std::string WithoutSecrets(std::string text) const override;

 private:
  explicit PrometheusEndpoint(const EndpointOptions& options);

  std::string Authorization() const { return "Authorization: Bearer " + token_; }
  absl::Status ReadToken();
  absl::StatusOr<std::string> Send(const std::string& path);

  const EndpointOptions options_;
  const std::shared_ptr<kube::HttpEndpoint> endpoint_;
  kube::TokenFile token_file_;
  std::string token_;  // the last one that was sent
  kube::EventLoop loop_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_PROMETHEUS_PROMETHEUS_ENDPOINT_H_
