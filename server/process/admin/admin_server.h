#ifndef CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_SERVER_H_
#define CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_SERVER_H_

#include <memory>
#include <string>

#include "server/process/admin/admin_pages.h"
#include "server/process/event_loop.h"
#include "server/process/listener.h"
#include "server/process/web_server/web_server.h"

namespace cpsizer::server {

// Returns the limits of an admin port.
WebLimits AdminLimits();

// A small HTTP server for operators, probes and Prometheus. It serves GET and HEAD on the thread of an EventThread.
// Each connection has only one request (docs/decisions/0010).
class AdminServer {
 public:
  // Starts serving. Calls the functions of `pages` on `thread`, for one request at a time. They must not block.
  // `thread` must outlive this object.
  AdminServer(Listener listener, AdminPages pages, EventThread& thread, const WebLimits& limits = AdminLimits());
  // Closes all connections.
  ~AdminServer();
  AdminServer(const AdminServer&) = delete;
  AdminServer& operator=(const AdminServer&) = delete;

  // Returns the address that the server listens on, such as `127.0.0.1:8080`.
  const std::string& address() const { return web_->address(); }

 private:
  EventThread& thread_;
  std::unique_ptr<WebServer> web_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_SERVER_H_
