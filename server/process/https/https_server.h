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
#include "server/process/https/tls_context.h"
#include "server/process/listener.h"
#include "server/process/task_queue.h"
#include "server/process/tls/tls_reloader.h"

namespace cpsizer::server {

// The functions that answer the requests of an HttpsServer. They are called on the thread of the server.
struct HttpsService {
  // Sends the response to one request. Must be called at most once, on the thread of the server. Ignored if the
  // connection has ended.
  using Reply = std::function<void(HttpResponse response)>;

  // Checks the head of a request before its body is read. Returns the response if the request is refused; absent if it
  // is accepted.
  std::function<absl::optional<HttpResponse>(const HttpRequest& head)> refuse;
  // Handles a request. Must not block. Must call `reply` immediately or later, because the server sets no timeout for
  // the response.
  std::function<void(const HttpsCall& call, Reply reply)> handle;
};

// An HTTPS server for POST requests of other programs. It runs on the thread that calls Run(). No client can block this
// thread, because the time and the memory of each connection are limited. At the maximum number of connections, a new
// connection replaces the oldest idle connection. If no connection is idle, the new connection replaces the oldest
// connection that has no pending response. If every connection has a pending response, the new connection is closed.
// New connections use the current certificate of `reloader`; open connections keep their certificate.
//
// The process must ignore SIGPIPE (stop_signals.h).
class HttpsServer : private HttpsConnectionHost {
 public:
  // The status codes that are counted separately.
  static constexpr std::array<int, 10> kCodes = {200, 400, 404, 405, 411, 413, 415, 431, 503, 505};

  // `reloader` must outlive the server. Errors: the errors of MakeTlsContext().
  static absl::StatusOr<std::unique_ptr<HttpsServer>> Make(Listener listener, const TlsReloader& reloader,
                                                           TlsVersion least, const HttpsLimits& limits);
  ~HttpsServer() override;

  // Returns the actual address, such as `127.0.0.1:8443`.
  const std::string& address() const { return listener_.address(); }
  // Returns the tasks and timers of the thread of the server.
  TaskQueue& tasks() { return tasks_; }

  // Serves until Stop().
  void Run(HttpsService service);

  // Ends each connection after its next response, so that clients connect to other replicas. Thread-safe.
  void Drain();
  // Accepts no more connections, and closes idle connections. Run() returns when all requests that have begun are
  // answered, but not later than after `grace`. Thread-safe.
  void Stop(std::chrono::nanoseconds grace);

  // These counters are thread-safe.
  int64_t connections() const { return connection_count_.load(std::memory_order_relaxed); }
  // Returns the number of connections that were closed because there were too many.
  int64_t rejected() const { return rejected_.load(std::memory_order_relaxed); }
  int64_t failed_handshakes() const { return failed_handshakes_.load(std::memory_order_relaxed); }
  // Returns the number of responses with the code kCodes[index]. If `index` is kCodes.size(), returns the number of
  // responses with any other code.
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
  // Closes another connection if there are too many. Returns false if the new connection must be closed instead.
  bool MakeRoom();
  void CloseIdle();
  // Uses the certificate of the reloader for new connections.
  absl::Status RefreshContext();
  int WaitMs(Clock::time_point now) const;

  const Listener listener_;
  const TlsReloader& reloader_;
  const TlsVersion least_;
  const HttpsLimits limits_;
  TaskQueue tasks_;
  HttpsService service_;
  std::shared_ptr<const TlsIdentity> identity_;  // the identity of context_
  TlsContext context_;
  std::map<uint64_t, HttpsConnection> connections_;  // by id, so the oldest first
  uint64_t connections_made_ = 0;
  int64_t buffered_bytes_ = 0;
  bool can_accept_ = true;  // false for a short time if the process has no descriptors left
  bool draining_ = false;
  bool stopping_ = false;
  Clock::time_point end_ = Clock::time_point::max();  // when Run() must return; set by Stop()
  std::atomic<int64_t> connection_count_{0};
  std::atomic<int64_t> rejected_{0};
  std::atomic<int64_t> failed_handshakes_{0};
  std::array<std::atomic<int64_t>, kCodes.size() + 1> responses_ = {};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTPS_HTTPS_SERVER_H_
