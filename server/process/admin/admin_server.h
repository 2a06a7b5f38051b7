#ifndef CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_SERVER_H_
#define CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_SERVER_H_

#include <chrono>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/process/admin/admin_connection.h"
#include "server/process/listener.h"
#include "server/process/poll_loop.h"

namespace cpsizer::server {

// A small HTTP server for operators, probes and Prometheus. It serves GET and HEAD on the thread of a PollLoop. Each
// connection has only one request. No client can block the thread, because the time and the memory of each connection
// are limited. At the maximum number of connections, a new connection replaces the oldest connection whose response is
// not being sent. If responses are being sent on all connections, the new connection replaces the oldest connection.
//
// docs/decisions/0010 explains why cpp-httplib is not used.
class AdminServer : private PollUser {
 public:
  struct Limits {
    size_t max_connections = 64;
    // The timeout of each step: reading the request, sending the response, and waiting until the client closes the
    // connection.
    std::chrono::nanoseconds timeout = std::chrono::seconds(5);
  };

  // Starts serving. Calls `answer` on the thread of `loop`, for one request at a time. `answer` must not block. `loop`
  // must outlive this object.
  AdminServer(Listener listener, AnswerHttp answer, PollLoop& loop, const Limits& limits);
  AdminServer(Listener listener, AnswerHttp answer, PollLoop& loop)
      : AdminServer(std::move(listener), std::move(answer), loop, Limits()) {}
  // Closes all connections.
  ~AdminServer() override;
  AdminServer(const AdminServer&) = delete;
  AdminServer& operator=(const AdminServer&) = delete;

  // Returns the address that the server listens on, such as `127.0.0.1:8080`.
  const std::string& address() const { return listener_.address(); }

 private:
  Clock::time_point Prepare(std::vector<pollfd>& descriptors) override;
  void Serve(absl::Span<const pollfd> descriptors) override;
  void Accept();
  void MakeRoom();

  const Listener listener_;
  const AnswerHttp answer_;
  const Limits limits_;
  PollLoop& loop_;
  std::list<AdminConnection> connections_;  // oldest first
  bool can_accept_ = true;                  // false for a short time if no descriptors or memory are free
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_SERVER_H_
