#include "client/kube/http/curl_connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"

namespace cpsizer::kube {
namespace {

constexpr absl::Duration kConnectTimeout = absl::Seconds(10);
// The maximum idle time of a connection. It is lower than 90 s, the time after which the API server closes an idle
// connection.
constexpr absl::Duration kMaxIdle = absl::Seconds(60);
// The maximum lifetime of a connection. Several API servers may share one address. New connections distribute the
// requests of a client that runs for a long time over these API servers.
constexpr absl::Duration kMaxLifetime = absl::Minutes(10);
// With these values, a peer that no longer responds is detected within a minute. While the client waits for bytes,
// keepalive detects such a peer. While the client sends, TCP_USER_TIMEOUT detects it.
constexpr absl::Duration kKeepaliveIdle = absl::Seconds(30);
constexpr absl::Duration kKeepaliveInterval = absl::Seconds(10);
constexpr int kKeepaliveCount = 3;
constexpr int kUserTimeoutMilliseconds = 45'000;

long Seconds(absl::Duration duration) {
  return static_cast<long>(absl::ToInt64Seconds(duration));
}

int SetSocketOptions(void* /*client*/, curl_socket_t socket, curlsocktype /*purpose*/) {
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &kKeepaliveCount, sizeof kKeepaliveCount);
  setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &kUserTimeoutMilliseconds, sizeof kUserTimeoutMilliseconds);
  return CURL_SOCKOPT_OK;
}

}  // namespace

void SetConnection(const HttpOptions& options, const HttpEndpoint* endpoint, CurlOptions& curl) {
  curl.Set(CURLOPT_NOSIGNAL, 1L);
  curl.Set(CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
  // Disables redirects, because the token must not be sent to another host or with another protocol.
  curl.Set(CURLOPT_FOLLOWLOCATION, 0L);
  const std::string& server = endpoint == nullptr ? options.server : endpoint->server;
  curl.Set(CURLOPT_PROTOCOLS_STR, absl::StartsWith(server, "https:") ? "https" : "http");
  if (endpoint == nullptr && options.proxy.has_value()) curl.Set(CURLOPT_PROXY, options.proxy->c_str());
  if (endpoint != nullptr && !endpoint->use_proxy) curl.Set(CURLOPT_NOPROXY, "*");
  curl.Set(CURLOPT_USERAGENT, options.user_agent.c_str());
  curl.Set(CURLOPT_CONNECTTIMEOUT_MS, Milliseconds(kConnectTimeout));
  curl.Set(CURLOPT_MAXAGE_CONN, Seconds(kMaxIdle));
  curl.Set(CURLOPT_MAXLIFETIME_CONN, Seconds(kMaxLifetime));
  curl.Set(CURLOPT_TCP_KEEPALIVE, 1L);
  curl.Set(CURLOPT_TCP_KEEPIDLE, Seconds(kKeepaliveIdle));
  curl.Set(CURLOPT_TCP_KEEPINTVL, Seconds(kKeepaliveInterval));
  curl.Set(CURLOPT_SOCKOPTFUNCTION, &SetSocketOptions);
}

long Milliseconds(absl::Duration duration) {
  return static_cast<long>(
      std::max<int64_t>(absl::ToInt64Milliseconds(absl::Ceil(duration, absl::Milliseconds(1))), 1));
}

}  // namespace cpsizer::kube
