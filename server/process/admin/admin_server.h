#ifndef CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_SERVER_H_
#define CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_SERVER_H_

#include <chrono>
#include <functional>
#include <list>
#include <string>
#include <thread>

#include "absl/strings/string_view.h"
#include "server/process/admin/admin_connection.h"
#include "server/process/listener.h"

namespace cpsizer::server {

// A small HTTP server for operators, probes and Prometheus. It serves GET and HEAD on one thread. Each connection has
// only one request. No client can block the thread, because the time and the memory of each connection are limited. At
// the maximum number of connections, a new connection replaces the oldest connection whose response is not being sent.
// If responses are being sent on all connections, the new connection replaces the oldest connection.
//
// docs/decisions/0010 explains why cpp-httplib is not used.
class AdminServer {
 public:
  struct Limits {
    size_t max_connections = 64;
    // The timeout of each step: reading the request, sending the response, and waiting until the client closes the
    // connection.
    std::chrono::nanoseconds timeout = std::chrono::seconds(5);
  };

  // Starts serving. Calls `answer` on the thread of the server, for one request at a time. `answer` must not block.
  AdminServer(Listener listener, AnswerHttp answer, const Limits& limits);
  AdminServer(Listener listener, AnswerHttp answer) : AdminServer(std::move(listener), std::move(answer), Limits()) {}
  // Closes all connections.
  ~AdminServer();
  AdminServer(const AdminServer&) = delete;
  AdminServer& operator=(const AdminServer&) = delete;

  // Returns the address that the server listens on, such as `127.0.0.1:8080`.
  const std::string& address() const { return listener_.address(); }

 private:
  using Clock = std::chrono::steady_clock;

  void Run();
  // Waits for an event. Returns false when the server must stop.
  bool Wait();
  void Serve();
  void Accept();
  void MakeRoom();
  int UntilNextMs(Clock::time_point now) const;

  const Listener listener_;
  const AnswerHttp answer_;
  const Limits limits_;
  const int stop_fd_;
  std::list<AdminConnection> connections_;  // oldest first; used only by thread_
  bool can_accept_ = true;  // false for a short time if no descriptors or memory are free; used only by thread_
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_SERVER_H_
