#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_LIMITS_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_LIMITS_H_

#include <chrono>
#include <cstddef>

namespace cpsizer::server {

// The limits of a WebServer and its connections.
struct WebLimits {
  size_t max_connections = 64;
  // The maximum number of connections that are event streams. Must be less than max_connections, because event streams
  // are not replaced by new connections.
  size_t max_streams = 32;
  size_t max_head_bytes = size_t{8} << 10;
  size_t max_body_bytes = size_t{8} << 20;
  // The maximum number of received bytes of all requests together (WebService::keeps_requests).
  size_t max_buffered_bytes = size_t{32} << 20;
  // The maximum number of bytes that are read and dropped after a refusal. A client that sends its whole body before it
  // reads can then receive the response.
  size_t max_dropped_bytes = size_t{16} << 20;
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
