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

// The authority of the server and the client certificate, as PEM text; empty if not configured.
struct TlsIdentity {
  std::string ca;  // empty: the system's roots
  std::string certificate;
  std::string key;
  bool insecure = false;  // accept any certificate
};

// A server other than the API server, such as Prometheus.
struct HttpEndpoint {
  std::string server;  // `https://host:port/prefix`, without a slash at the end
  TlsIdentity tls;
};

// The address of the API server, and how to connect.
struct HttpOptions {
  std::string server;       // `https://host:port/prefix`, without a slash at the end
  std::string server_name;  // name in the certificate, if it is not the host
  std::string user_agent;
  absl::optional<std::string> proxy;  // URL; empty for none; absent: from the environment
  bool compress = true;               // accept gzip responses
  // Called when a request or a stream of more than kLargeBytes has ended: its memory will be free soon.
  std::function<void()> on_large = [] {};
};

// The maximum length of a response, after decompression: an object has at most some MiB.
inline constexpr size_t kMaxAnswerBytes = size_t{8} << 20;
// The maximum length of a page of a list, whose items are read one by one. 10,000 pods have some 60 MiB.
inline constexpr size_t kMaxPageBytes = size_t{64} << 20;
// The maximum of all responses and streams together that were received and not yet handed over. The sidecar has at most
// 512 MiB (deploy/base). A response of at most kSmallBytes is always received, so that the lease is renewed while large
// ones are in flight.
inline constexpr size_t kMaxBytesInFlight = size_t{96} << 20;
inline constexpr size_t kSmallBytes = size_t{64} << 10;
inline constexpr size_t kLargeBytes = size_t{1} << 20;

struct HttpRequest {
  std::string method = "GET";
  std::string path;                  // from the first slash, with the query, percent-encoded
  std::vector<std::string> headers;  // `Accept: application/json`
  std::string body;
  absl::Duration timeout = absl::Seconds(10);
  size_t max_answer_bytes = kMaxAnswerBytes;  // of a success, without streams
  // Uses a new connection: libcurl sends a request of any method again when a reused connection breaks.
  bool fresh_connection = false;
  // Null: the API server. Requests to another server use the proxy of the environment; set `fresh_connection`, so that
  // no connection outlives its credentials.
  std::shared_ptr<const HttpEndpoint> endpoint;
};

class CurlMulti;
class HttpTransfer;

// The HTTP client of one thread, on libcurl: many concurrent requests and streams to one server, and requests to
// others. HTTP/1.1, so that every stream has its own connection and fails alone.
//
// Everything except Wake() belongs to the thread that calls Run(); callbacks run inside Run() and may call every
// function except Run().
//
// Errors of callbacks: those of ApiError() for a response without success; Unavailable if the server cannot be reached
// or the connection breaks, or for a certificate that SetTls() refuses; DeadlineExceeded; DataLoss for a response of
// more than max_answer_bytes; ResourceExhausted for one that would exceed kMaxBytesInFlight; FailedPrecondition, and
// nothing is sent, if this libcurl does not support what the request needs, such as an authority from memory.
class HttpLoop {
 public:
  using Id = int64_t;
  using OnAnswer = std::function<void(absl::StatusOr<std::string>)>;
  using OnBytes = std::function<void(absl::string_view)>;
  using OnEnd = std::function<void(absl::Status)>;

  explicit HttpLoop(HttpOptions options);
  // Cancels all requests and streams without a callback.
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  // Sets the identity for further requests; connections with another identity are not reused.
  void SetIdentity(TlsIdentity identity);

  // Sends a request; calls `answer` once, with the body of a success or with an error.
  Id Send(HttpRequest request, OnAnswer answer);
  // Opens a stream; calls `bytes` with its body as it arrives, and `end` once: with OK if the server ended it in order.
  // The timeout of the request covers the whole stream.
  Id Open(HttpRequest request, OnBytes bytes, OnEnd end);
  // Cancels a request or a stream without a callback. Ids that have ended are ignored.
  void Cancel(Id id);

  // Waits at most `at_most` for events, and runs the callbacks.
  void Run(absl::Duration at_most);
  // Makes Run() return, after the current callback; the next Run() continues. Thread-safe.
  void Wake();

  // Requests and streams that have not ended.
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
  size_t bytes_in_flight_ = 0;  // transfers use it
  absl::flat_hash_map<Id, std::unique_ptr<HttpTransfer>> transfers_;
  std::vector<Id> arrived_;    // streams that got bytes
  std::vector<Id> unstarted_;  // those that libcurl cannot send
  std::atomic<bool> woken_ = false;
  bool unfinished_ = false;  // requests have ended whose callbacks have not run
  Id last_id_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_HTTP_H_
