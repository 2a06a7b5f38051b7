#ifndef CPSIZER_CLIENT_KUBE_HTTP_HTTP_H_
#define CPSIZER_CLIENT_KUBE_HTTP_HTTP_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace cpsizer::kube {

// The certificate authority of the server and the client certificate, as PEM text. A text is empty if it is not
// configured.
struct TlsIdentity {
  std::string ca;  // empty: the root certificates of the system
  std::string certificate;
  std::string key;
  bool insecure = false;  // accept any certificate
};

// A server that is not the API server, such as Prometheus.
struct HttpEndpoint {
  std::string server;  // `https://host:port/prefix`, without a slash at the end
  TlsIdentity tls;
};

// The address of the API server and the connection options.
struct HttpOptions {
  std::string server;       // `https://host:port/prefix`, without a slash at the end
  std::string server_name;  // the name in the certificate, if it differs from the host
  std::string user_agent;
  absl::optional<std::string> proxy;  // URL; empty: no proxy; absent: the proxy of the environment
  bool compress = true;               // accept gzip responses
  // Called when a request or a stream with more than kLargeBytes has ended. Its memory will be freed soon.
  std::function<void()> on_large = [] {};
};

// The maximum length of a response after decompression. An object has at most a few MiB.
inline constexpr size_t kMaxAnswerBytes = size_t{8} << 20;
// The maximum length of a page of a list. The items of a page are read one by one. A page of 10,000 pods has about 60
// MiB.
inline constexpr size_t kMaxPageBytes = size_t{64} << 20;
// The maximum number of bytes of all responses and streams together that were received but not yet passed to a
// callback. The memory limit of the sidecar is 512 MiB (deploy/base). A response of at most kSmallBytes is always
// received, so that the lease is renewed while large responses are in flight.
inline constexpr size_t kMaxBytesInFlight = size_t{96} << 20;
inline constexpr size_t kSmallBytes = size_t{64} << 10;
inline constexpr size_t kLargeBytes = size_t{1} << 20;

struct HttpRequest {
  std::string method = "GET";
  std::string path;                  // begins with a slash; with the query; percent-encoded
  std::vector<std::string> headers;  // `Accept: application/json`
  std::string body;
  absl::Duration timeout = absl::Seconds(10);
  size_t max_answer_bytes = kMaxAnswerBytes;  // limit for a successful response; not for streams
  // Uses a new connection. If a reused connection breaks, libcurl sends the request a second time, even if it is a
  // write.
  bool fresh_connection = false;
  // Null means the API server. Requests to another server use the proxy of the environment. Requests to another server
  // must set `fresh_connection`, so that no connection outlives its credentials.
  std::shared_ptr<const HttpEndpoint> endpoint;
};

class CurlMulti;
class HttpTransfer;

// A single-threaded HTTP client on libcurl: many concurrent requests and streams to one server, and requests to other
// servers. Uses HTTP/1.1, so that each stream has its own connection and a failure affects only one stream.
//
// All functions except Wake() must be called on the thread that calls Run(). Callbacks run inside Run() and may call
// all functions except Run().
//
// Callbacks get these errors:
//   - the errors of ApiError() for an HTTP error response;
//   - Unavailable if the server cannot be reached, the connection breaks, or SetTls() refuses the certificate;
//   - DeadlineExceeded after the timeout;
//   - DataLoss for a response of more than max_answer_bytes;
//   - ResourceExhausted for a response that would exceed kMaxBytesInFlight;
//   - FailedPrecondition if this libcurl does not support an option of the request, such as certificates in memory. In
//     this case the request is not sent.
class HttpLoop {
 public:
  using Id = int64_t;
  using OnAnswer = std::function<void(absl::StatusOr<std::string>)>;
  using OnBytes = std::function<void(absl::string_view)>;
  using OnEnd = std::function<void(absl::Status)>;

  explicit HttpLoop(HttpOptions options);
  // Cancels all requests and streams. Their callbacks are not called.
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  // Sets the identity for later requests. Connections with another identity are not reused.
  void SetIdentity(TlsIdentity identity);

  // Sends a request. Calls `answer` once, with the body of a successful response or with an error.
  Id Send(HttpRequest request, OnAnswer answer);
  // Opens a stream. Calls `bytes` with each part of the body that arrives, and `end` once at the end. `end` gets OK if
  // the whole body was received. The timeout of the request covers the whole stream.
  Id Open(HttpRequest request, OnBytes bytes, OnEnd end);
  // Cancels a request or a stream. Its callbacks are not called. Does nothing if the request or the stream has ended.
  void Cancel(Id id);

  // Waits at most `at_most` for events, and runs the callbacks.
  void Run(absl::Duration at_most);
  // Makes Run() return after the current callback. The next Run() continues with the other callbacks. Thread-safe.
  void Wake();

  // Returns the number of requests and streams that have not ended.
  size_t size() const { return transfers_.size(); }

 private:
  Id Start(std::unique_ptr<HttpTransfer> transfer);
  void DeliverStreams();
  void FinishEnded();
  void FinishUnstarted();
  void Finish(Id id, const absl::Status& status);
  void NotifyIfLarge(const HttpTransfer& ended);

  const HttpOptions options_;
  TlsIdentity identity_;
  const std::unique_ptr<CurlMulti> multi_;
  size_t bytes_in_flight_ = 0;  // shared with all transfers
  absl::flat_hash_map<Id, std::unique_ptr<HttpTransfer>> transfers_;
  std::vector<Id> arrived_;    // streams that have received bytes
  std::vector<Id> unstarted_;  // transfers that libcurl cannot send
  std::atomic<bool> woken_ = false;
  bool unfinished_ = false;  // true if the callbacks of some ended requests have not run
  Id last_id_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_HTTP_H_
