#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SIDECAR_ADMIN_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SIDECAR_ADMIN_H_

#include <prometheus/metric_family.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/control/status_board.h"
#include "server/process/admin/admin_pages.h"
#include "server/process/admin/admin_server.h"
#include "server/process/listener.h"
#include "server/process/tls/tls_status.h"

namespace cpsizer::sidecar {

// The admin port of a sidecar: the same pages as the server's. Thread-safe.
class SidecarAdmin {
 public:
  // The TLS status of the connection to the service; absent without TLS. Called on the thread of the admin port.
  using ServiceTlsStatus = std::function<absl::optional<server::TlsStatus>()>;

  // `board` must outlive it, and its loop must still run or never be asked again.
  SidecarAdmin(server::Listener listener, StatusBoard& board, const Options& options,
               ServiceTlsStatus service_tls_status);

  const std::string& address() const { return http_.address(); }

  // Shutdown begins: /readyz then returns 503, and /livez ok.
  void SetStopping() { stopping_.store(true, std::memory_order_relaxed); }

 private:
  server::AdminPages Pages();
  std::vector<prometheus::MetricFamily> Metrics();
  // OK while the loop responds.
  absl::Status Live();
  // A standby is ready, because it takes over at once.
  absl::Status Ready() const;
  std::string Status();

  StatusBoard& board_;
  const Options options_;
  const ServiceTlsStatus service_tls_status_;
  const absl::Time start_;
  std::atomic<bool> stopping_{false};
  server::AdminServer http_;  // last, because it calls the others
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SIDECAR_ADMIN_H_
