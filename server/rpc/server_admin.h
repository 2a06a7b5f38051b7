#ifndef CPSIZER_SERVER_RPC_SERVER_ADMIN_H_
#define CPSIZER_SERVER_RPC_SERVER_ADMIN_H_

#include <atomic>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "server/process/admin/admin_pages.h"
#include "server/process/admin/admin_server.h"
#include "server/process/listener.h"
#include "server/process/port_probe.h"
#include "server/rpc/server.h"
#include "server/rpc/server_options.h"

namespace cpsizer::server {

// The admin port of a running server. Thread-safe, except for Poll(). Must be destroyed before the server.
class ServerAdmin {
 public:
  ServerAdmin(Listener listener, Server& server, const ServerOptions& options);

  const std::string& address() const { return http_.address(); }

  // Probes the gRPC port. Must be called about once per second, always from the same thread.
  void Poll() { probe_.Poll(PortProbe::Clock::now()); }

  // Must be called when the drain begins. After this call, /readyz returns 503. /livez returns OK even if the gRPC port
  // does not respond any more, so that the kubelet does not kill a process that shuts down in order.
  void SetDraining() { draining_.store(true, std::memory_order_relaxed); }

 private:
  AdminPages Pages() const;
  absl::Status Live() const;
  absl::Status Ready() const;
  // Returns the page /statusz: information about this process for operators. Contains no secrets.
  std::string Status() const;

  const Server& server_;
  const ServerOptions options_;
  const absl::Time start_;
  std::atomic<bool> draining_{false};
  PortProbe probe_;
  AdminServer http_;  // declared last, because its pages use the other members
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SERVER_ADMIN_H_
