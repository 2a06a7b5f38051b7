#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_SERVER_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_SERVER_H_

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/process/event_loop.h"
#include "server/process/listener.h"
#include "server/process/web_server/web_counters.h"
#include "server/process/web_server/web_limits.h"
#include "server/process/web_server/web_request.h"

namespace cpsizer::server {

class WebStream;

// The functions that handle the requests of a WebServer. They are called on the thread of the server, and must not
// block.
struct WebService {
  // Sends the response to a request. Must be called at most once, on any thread. Ignored if the connection has ended.
  using Reply = std::function<void(WebResponse response)>;

  WebHeaders headers;  // added to each response
  // Returns the response to a request that the server refuses itself, for example because it is malformed or too large.
  std::function<WebResponse(int code, absl::string_view why)> refuse;
  // Called with each head, before the body is read. Returns the response if the body is not needed, because the request
  // is refused or has none.
  std::function<absl::optional<WebResponse>(const WebRequest& head)> answer_head;
  // Called with a whole request. Must call `reply`, now or later, because the server has no timeout for it.
  std::function<void(WebRequest request, Reply reply)> handle;
  // True if `handle` keeps the request until it calls `reply`. The bytes of a request that it keeps are counted for
  // max_buffered_bytes until then.
  bool keeps_requests = false;
};

// An HTTP/1.1 server on an EventLoop, plain or with TLS, for browsers and other programs. No client can block the
// loop, because the time and the memory of each connection are limited (web_limits.h).
//
// At the maximum number of connections, a new connection replaces the oldest idle connection. If no connection is idle,
// it replaces the oldest connection that has no pending response and is not an event stream. If there is none, it
// replaces the connection whose client has not read its response for the longest time. If there is none, the new
// connection is closed.
//
// The process must ignore SIGPIPE (stop_signals.h). Must be used on the thread of the loop, or while the loop is not
// running, except for the functions that are thread-safe.
class WebServer {
 public:
  // Makes the stream of a new connection, such as TlsStreams::Open(). Owns `fd`.
  using MakeStream = std::function<std::unique_ptr<WebStream>(boost::asio::io_context& io, int fd)>;

  // `loop` must outlive the server, and also each Reply of the server. Serves plain HTTP if `make_stream` is null.
  WebServer(Listener listener, EventLoop& loop, const WebLimits& limits, MakeStream make_stream = nullptr);
  // Closes all connections.
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  // Returns the address that the server listens on, such as `127.0.0.1:8443`. Thread-safe.
  const std::string& address() const;
  // Thread-safe.
  const WebCounters& counters() const;

  // Begins to serve requests. Must be called at most once.
  void Start(WebService service);
  // Serves requests on this thread until Stop() is called.
  void Run(WebService service);

  // Sends an event to all event streams. For a slow client, replaces an unsent event of the same name. `event` must not
  // contain a line end. Thread-safe.
  void Publish(absl::string_view event, absl::string_view data);

  // Ends each connection after its next response. The clients then connect to other replicas. Thread-safe.
  void Drain();
  // Accepts no more connections, and closes idle connections and event streams. Stops the loop after the server has
  // sent the responses to all requests that have begun, and at the latest after `grace`. Thread-safe. May be called
  // before Run().
  void Stop(std::chrono::nanoseconds grace);

 private:
  class Core;

  const std::unique_ptr<Core> core_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_SERVER_H_
