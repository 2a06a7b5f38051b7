#ifndef CPSIZER_CLIENT_WEBHOOK_WEBHOOK_ADMIN_H_
#define CPSIZER_CLIENT_WEBHOOK_WEBHOOK_ADMIN_H_

#include <atomic>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/webhook/options.h"
#include "client/webhook/webhook_metrics.h"
#include "server/process/admin/admin_pages.h"
#include "server/process/admin/admin_server.h"
#include "server/process/event_loop.h"
#include "server/process/listener.h"
#include "server/process/port_probe.h"
#include "server/process/web_server/web_server.h"

namespace cpsizer::webhook {

// The admin port of the webhook. This port has the same pages as the admin ports of the other programs. Thread-safe,
// except for Poll().
class WebhookAdmin {
 public:
  // `https`, `metrics` and the objects that `tls` uses must outlive this object. `tls` is called on the thread of the
  // admin port.
  WebhookAdmin(server::Listener listener, const server::WebServer& https, const WebhookMetrics& metrics,
               std::function<WebhookTls()> tls, const Options& options);

  const std::string& address() const { return http_.address(); }

  // Probes the HTTPS port. Must be called about once per second, always from the same thread.
  void Poll() { probe_.Poll(server::PortProbe::Clock::now()); }

  // Must be called when draining begins. After the call /readyz returns 503, and /livez still returns ok.
  void SetDraining() { draining_.store(true, std::memory_order_relaxed); }

 private:
  server::AdminPages Pages();
  // Returns OK if the HTTPS port accepts connections.
  absl::Status Live() const;
  absl::Status Ready() const;
  std::string Status() const;

  const server::WebServer& https_;
  const WebhookMetrics& metrics_;
  const std::function<WebhookTls()> tls_;
  const Options options_;
  const absl::Time start_;
  server::PortProbe probe_;
  std::atomic<bool> draining_{false};
  server::EventThread thread_;
  server::AdminServer http_;  // must be the last member, because it uses the other members
};

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_WEBHOOK_ADMIN_H_
