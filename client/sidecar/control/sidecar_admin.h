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
#include "server/process/event_loop.h"
#include "server/process/listener.h"
#include "server/process/tls/tls_status.h"

namespace cpsizer::sidecar {

// The admin port of a sidecar. It serves the same pages as the admin port of cpsizer-server. Thread-safe.
class SidecarAdmin {
 public:
  // Returns the TLS status of the connection to the service; absent without TLS. Called on the thread of the admin
  // port.
  using ServiceTlsStatus = std::function<absl::optional<server::TlsStatus>()>;

  // `board` must outlive this object. The loop of `board` must run as long as this object gets requests.
  SidecarAdmin(server::Listener listener, StatusBoard& board, const Options& options,
               ServiceTlsStatus service_tls_status);

  const std::string& address() const { return http_.address(); }

  // Must be called when the shutdown begins. After this call, /readyz returns 503 and /livez returns ok.
  void SetStopping() { stopping_.store(true, std::memory_order_relaxed); }

 private:
  server::AdminPages Pages();
  std::vector<prometheus::MetricFamily> Metrics();
  // Returns OK while the loop responds.
  absl::Status Live();
  // Returns OK even if this sidecar waits for the lease, because it can become the leader at any time.
  absl::Status Ready() const;
  std::string Status();

  StatusBoard& board_;
  const Options options_;
  const ServiceTlsStatus service_tls_status_;
  const absl::Time start_;
  std::atomic<bool> stopping_{false};
  server::EventThread thread_;
  server::AdminServer http_;  // must be last, because it calls the other members
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SIDECAR_ADMIN_H_
