#ifndef CPSIZER_SERVER_PROCESS_HTTPS_HTTPS_SERVER_H_
#define CPSIZER_SERVER_PROCESS_HTTPS_HTTPS_SERVER_H_

#include <poll.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/process/https/https_connection.h"
#include "server/process/listener.h"
#include "server/process/task_queue.h"
#include "server/process/tls/tls_context.h"
#include "server/process/tls/tls_reloader.h"

namespace cpsizer::server {

// The functions that handle the requests of an HttpsServer. Called on the thread of the server.
struct HttpsService {
  // Sends the response to one request. Must be called at most once, on the thread of the server. Ignored if the
  // connection has ended.
  using Reply = std::function<void(HttpResponse response)>;

  // Checks the head of a request before the server reads the body. Returns the response if the request is refused, and
  // nullopt if the request is accepted.
  std::function<absl::optional<HttpResponse>(const HttpRequest& head)> refuse;
  // Handles a request. Must not block. Must call `reply`, now or later, because the server has no timeout for `handle`.
  std::function<void(const HttpsCall& call, Reply reply)> handle;
};

// An HTTPS server for POST requests of other programs. It runs on the thread that calls Run(). No client can block this
// thread, because the time and the memory of each connection are limited.
//
// At the maximum number of connections, a new connection replaces the oldest idle connection. If no connection is idle,
// it replaces the oldest connection that has no pending response. If all connections have a pending response, the new
// connection is closed.
//
// A new connection uses the current certificate of `reloader`. An open connection keeps its certificate.
//
// The process must ignore SIGPIPE (stop_signals.h).
class HttpsServer : private HttpsConnectionHost {
 public:
  // The HTTP status codes that have their own counters.
  static constexpr std::array<int, 10> kCodes = {200, 400, 404, 405, 411, 413, 415, 431, 503, 505};

  // `reloader` must outlive the server. Errors: the errors of MakeTlsContext().
  static absl::StatusOr<std::unique_ptr<HttpsServer>> Make(Listener listener, const TlsReloader& reloader,
                                                           TlsVersion least, const HttpsLimits& limits);
  ~HttpsServer() override;

  // Returns the address that the server listens on, such as `127.0.0.1:8443`.
  const std::string& address() const { return listener_.address(); }
  // Returns the queue of tasks and timers that run on the thread of the server.
  TaskQueue& tasks() { return tasks_; }

  // Serves requests until Stop() is called.
  void Run(HttpsService service);

  // Ends each connection after its next response. The clients then connect to other replicas. Thread-safe.
  void Drain();
  // Accepts no more connections, and closes idle connections. Run() returns after the server has sent the responses to
  // all requests that have begun, and at the latest after `grace`. Thread-safe.
  void Stop(std::chrono::nanoseconds grace);

  // The functions below are thread-safe.
  int64_t connections() const { return connection_count_.load(std::memory_order_relaxed); }
  // Returns the number of connections that were closed because the maximum number of connections was reached.
  int64_t rejected() const { return rejected_.load(std::memory_order_relaxed); }
  int64_t failed_handshakes() const { return failed_handshakes_.load(std::memory_order_relaxed); }
  // Returns the number of responses with the HTTP status kCodes[index]. For the index kCodes.size(), returns the number
  // of responses with any other HTTP status.
  int64_t responses(size_t index) const { return responses_[index].load(std::memory_order_relaxed); }

 private:
  using Clock = std::chrono::steady_clock;

  HttpsServer(Listener listener, const TlsReloader& reloader, TlsVersion least, const HttpsLimits& limits);

  const HttpsLimits& limits() const override { return limits_; }
  bool draining() const override { return draining_; }
  bool CountBuffered(int64_t bytes) override;
  absl::optional<HttpResponse> Refuse(const HttpRequest& head) override { return service_.refuse(head); }
  void Handle(uint64_t id, const HttpsCall& call) override;
  void HandshakeFailed(const TlsStream& stream) override;
  void Responded(int code) override;

  void Wait(std::vector<pollfd>& events);
  void Serve(const std::vector<pollfd>& events);
  void Accept();
  // At the maximum number of connections, closes an open connection. Returns false if the new connection must be
  // closed.
  bool MakeRoom();
  void CloseIdle();
  // Makes new connections use the current certificate of the reloader.
  absl::Status RefreshContext();
  int WaitMs(Clock::time_point now) const;

  const Listener listener_;
  const TlsReloader& reloader_;
  const TlsVersion least_;
  const HttpsLimits limits_;
  TaskQueue tasks_;
  HttpsService service_;
  std::shared_ptr<const TlsIdentity> identity_;  // the identity that context_ was made from
  TlsContext context_;
  std::map<uint64_t, HttpsConnection> connections_;  // the key is the id; the oldest connection is first
  uint64_t connections_made_ = 0;
  int64_t buffered_bytes_ = 0;
  bool can_accept_ = true;  // false for a short time if no descriptors or memory are free
  bool draining_ = false;
  bool stopping_ = false;
  Clock::time_point end_ = Clock::time_point::max();  // time at which Run() must return; set by Stop()
  std::atomic<int64_t> connection_count_{0};
  std::atomic<int64_t> rejected_{0};
  std::atomic<int64_t> failed_handshakes_{0};
  std::array<std::atomic<int64_t>, kCodes.size() + 1> responses_ = {};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTPS_HTTPS_SERVER_H_
