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

// A small HTTP server for people, probes and Prometheus: GET and HEAD, one request to a connection, on one thread of
// its own that no client can hold: each connection has little time and little memory, and when there are as many as
// may be, the one that has dawdled longest makes way for the next.
//
// Our own, not cpp-httplib: docs/decisions/0010 tells why.
class AdminServer {
 public:
  struct Limits {
    size_t max_connections = 64;
    // For a request to arrive, for the answer to be taken, and for the end of the connection, each.
    std::chrono::nanoseconds patience = std::chrono::seconds(5);
  };

  // Serves from here on. `answer` is called on the server's thread, one request at a time; it must not block.
  AdminServer(Listener listener, AnswerHttp answer, const Limits& limits);
  AdminServer(Listener listener, AnswerHttp answer) : AdminServer(std::move(listener), std::move(answer), Limits()) {}
  // Closes all connections.
  ~AdminServer();
  AdminServer(const AdminServer&) = delete;
  AdminServer& operator=(const AdminServer&) = delete;

  // What is served really, such as `127.0.0.1:8080`.
  const std::string& address() const { return listener_.address(); }

 private:
  using Clock = std::chrono::steady_clock;

  void Run();
  // False when it is time to stop.
  bool Wait();
  void Serve();
  void Accept();
  void MakeRoom();
  int UntilNextMs(Clock::time_point now) const;

  const Listener listener_;
  const AnswerHttp answer_;
  const Limits limits_;
  const int stop_fd_;
  std::list<AdminConnection> connections_;  // the oldest first; of the thread
  bool can_accept_ = true;                  // of the thread: false for a moment where a descriptor is lacking
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_SERVER_H_
