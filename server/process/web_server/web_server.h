#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_SERVER_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_SERVER_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/process/listener.h"
#include "server/process/tls/tls_reloader.h"
#include "server/process/web_server/web_limits.h"
#include "server/process/web_server/web_request.h"

namespace cpsizer::server {

// The functions that handle the requests of a WebServer.
struct WebService {
  WebHeaders headers;  // added to each response
  // Returns the response to a request that the server refuses itself, for example because it is malformed or too large.
  std::function<WebResponse(int code, absl::string_view why)> refuse;
  // Called with each head, before the body is read. Returns the response if the body is not needed, because the request
  // is refused or has none. Called on the thread of the server. Must not block.
  std::function<absl::optional<WebResponse>(const WebRequest& head)> answer_head;
  // Called with a whole request. Returns nullopt if `answer` must be called. Called on the thread of the server. Must
  // not block.
  std::function<absl::optional<WebResponse>(const WebRequest& request)> answer_now;
  // Called on the worker threads, with several requests at the same time. May block.
  std::function<WebResponse(const WebRequest& request)> answer;
  // Returns the pool that calls `answer` for a request: an index of WebLimits::pools. Called on the thread of the
  // server. Must not block.
  std::function<size_t(const WebRequest& request)> pool = [](const WebRequest&) { return size_t{0}; };
};

// An HTTP/1.1 server for browsers and other programs, plain or with TLS, on Boost.Beast and Boost.Asio. It runs on the
// thread that calls Run(), and has pools of worker threads. No client can block these threads, because the time and the
// memory of each connection are limited (web_limits.h).
//
// At the maximum number of connections, a new connection replaces the oldest idle connection. If no connection is idle,
// it replaces the oldest connection that has no pending response and is not an event stream. If there is none, it
// replaces the connection whose client has not read its response for the longest time. If there is none, the new
// connection is closed.
//
// A new connection uses the current certificate. An open connection keeps its certificate.
//
// The process must ignore SIGPIPE (stop_signals.h).
class WebServer {
 public:
  // Serves plain HTTP if `tls` is null. Otherwise serves HTTPS, and reads the files of `tls` again every second. `tls`
  // must outlive the server. Errors: the errors of MakeTlsContext().
  static absl::StatusOr<std::unique_ptr<WebServer>> Make(Listener listener, TlsReloader* tls, const WebLimits& limits);
  // Waits until the running calls of `answer` have returned.
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  // Returns the address that the server listens on, such as `127.0.0.1:8443`.
  const std::string& address() const;

  // Serves requests until Stop() is called. Must be called at most once.
  void Run(WebService service);

  // Sends an event to all event streams. For a slow client, replaces an unsent event of the same name. `event` must not
  // contain a line end. Thread-safe.
  void Publish(absl::string_view event, absl::string_view data);

  // Accepts no more connections, and closes idle connections and event streams. Run() returns after the server has sent
  // the responses to all requests that have begun, and at the latest after `grace`. Thread-safe. May be called before
  // Run().
  void Stop(std::chrono::nanoseconds grace);

 private:
  class Core;

  explicit WebServer(std::unique_ptr<Core> core);

  const std::unique_ptr<Core> core_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_SERVER_H_
