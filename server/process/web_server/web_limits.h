#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_LIMITS_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_LIMITS_H_

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace cpsizer::server {

// Worker threads that answer requests of the same kind. Requests of other kinds do not wait for them.
struct WebPool {
  int threads = 1;
  // The maximum number of requests that wait for a thread. Further ones get the status 503 with the text `busy`.
  size_t max_waiting = 32;
  std::string busy = "too many requests are waiting; retry later";
};

// The limits of a WebServer and its connections.
struct WebLimits {
  size_t max_connections = 64;
  // The maximum number of connections that are event streams. Must be less than max_connections, because event streams
  // are not replaced by new connections.
  size_t max_streams = 32;
  size_t max_head_bytes = size_t{8} << 10;
  size_t max_body_bytes = size_t{8} << 20;
  // The maximum size of the request bodies of all connections together.
  size_t max_buffered_bytes = size_t{32} << 20;
  // WebService::pool chooses one of them. There must be at least one.
  std::vector<WebPool> pools = {WebPool()};
  // The timeout of each step: the handshake, reading a request with its body, and sending each part of a response.
  std::chrono::nanoseconds step_timeout = std::chrono::seconds(10);
  // The maximum time that a connection may wait for its next request.
  std::chrono::nanoseconds idle_timeout = std::chrono::seconds(120);
  // The interval of the `keep-alive` events of an idle event stream. They keep it open, and the page reports that the
  // connection is lost if it gets none for more than twice this time (client/ui/page/src/events.ts).
  std::chrono::nanoseconds keep_alive = std::chrono::seconds(3);
};

// The size of a part of a response that must be sent in one step_timeout.
inline constexpr size_t kWebPartBytes = size_t{256} << 10;

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_LIMITS_H_
