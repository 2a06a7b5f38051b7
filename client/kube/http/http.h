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

// The certificate authority of the server, and the certificate and the key of the client, as PEM texts. A text is empty
// if it is not configured.
struct TlsIdentity {
  std::string ca;  // if empty, the root certificates of the system are used
  std::string certificate;
  std::string key;
  bool insecure = false;  // if true, any server certificate is accepted
};

// A server other than the API server, such as Prometheus.
struct HttpEndpoint {
  std::string server;  // `https://host:port/prefix`, without a slash at the end
  TlsIdentity tls;
  bool use_proxy = true;  // the proxy of the environment; false for a server on this machine
};

// The address of the API server and the options for connections.
struct HttpOptions {
  std::string server;       // `https://host:port/prefix`, without a slash at the end
  std::string server_name;  // name in the certificate of the server, if it differs from the host
  std::string user_agent;
  absl::optional<std::string> proxy;  // URL; no proxy if empty; the proxy of the environment if absent
  bool compress = true;               // if true, gzip responses are accepted
  // Called when a request or a stream with a response of more than kLargeBytes has ended. The memory of the response is
  // freed shortly afterwards.
  std::function<void()> on_large = [] {};
};

// The maximum length of a response after decompression. An object has a few MiB or less.
inline constexpr size_t kMaxAnswerBytes = size_t{8} << 20;
// The maximum length of a page of a list. A page of 10,000 pods has about 60 MiB. The items of a page are parsed one by
// one.
inline constexpr size_t kMaxPageBytes = size_t{64} << 20;
// The maximum number of bytes, of all responses and streams together, that are received and not yet passed to a
// callback. It is far below the memory limit of the sidecar, 512 MiB (deploy/base). This limit does not apply to a
// response of at most kSmallBytes, so that the lease can be renewed while large responses are in flight.
inline constexpr size_t kMaxBytesInFlight = size_t{96} << 20;
inline constexpr size_t kSmallBytes = size_t{64} << 10;
inline constexpr size_t kLargeBytes = size_t{1} << 20;

struct HttpRequest {
  std::string method = "GET";
  std::string path;                  // begins with a slash; includes the query; percent-encoded
  std::vector<std::string> headers;  // such as `Accept: application/json`
  std::string body;
  absl::Duration timeout = absl::Seconds(10);
  size_t max_answer_bytes = kMaxAnswerBytes;  // limit for a successful response; does not apply to streams
  // If true, the request uses a new connection. On a reused connection that breaks, libcurl sends the request a second
  // time, even if the request is a write.
  bool fresh_connection = false;
  // The server of the request. Null means the API server. A request to another server can use the proxy of the
  // environment, and must set `fresh_connection`, so that no connection is open longer than its credentials are valid.
  std::shared_ptr<const HttpEndpoint> endpoint;
};

class CurlMulti;
class HttpTransfer;

// A single-threaded HTTP client on libcurl. It sends many concurrent requests and opens many concurrent streams to one
// server, and sends requests to other servers. It uses HTTP/1.1: each stream has its own connection, so that a failure
// of a connection affects only one stream.
//
// All functions except Wake() must be called on the thread that calls Run(). Callbacks run inside Run(), and may call
// all functions except Run().
//
// An error never contains the credentials of its request (mask_credentials.h).
//
// Callbacks get these errors:
//   - the errors of ApiError() for an HTTP error response;
//   - Unavailable if the server cannot be reached, the connection breaks, or SetTls() refuses the certificate;
//   - DeadlineExceeded after the timeout;
//   - DataLoss for a response of more than max_answer_bytes;
//   - ResourceExhausted for a response that would exceed kMaxBytesInFlight;
//   - FailedPrecondition if libcurl does not support an option of the request, such as certificates in memory. In this
//     case the request is not sent.
class HttpLoop {
 public:
  using Id = int64_t;
  using OnAnswer = std::function<void(absl::StatusOr<std::string>)>;
  using OnBytes = std::function<void(absl::string_view)>;
  using OnEnd = std::function<void(absl::Status)>;

  explicit HttpLoop(HttpOptions options);
  // Cancels all requests and streams without calling their callbacks.
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  // Sets the identity for later requests. A later request does not reuse a connection of another identity.
  void SetIdentity(TlsIdentity identity);

  // Sends a request. Calls `answer` once, with the body of a successful response or with an error.
  Id Send(HttpRequest request, OnAnswer answer);
  // Opens a stream. Calls `bytes` with each part of the body that arrives. Calls `end` once, when the stream has ended.
  // The argument of `end` is OK if the whole body was received. The timeout of the request applies to the whole stream.
  Id Open(HttpRequest request, OnBytes bytes, OnEnd end);
  // Cancels a request or a stream without calling its callbacks. Does nothing if the request or the stream has ended.
  void Cancel(Id id);

  // Waits for events, for at most `at_most`. Then runs the callbacks.
  void Run(absl::Duration at_most);
  // Ends the wait in Run(). Run() may then return before all callbacks have run. In this case the next Run() runs the
  // other callbacks. Thread-safe.
  void Wake();

  // Returns the number of requests and streams that are in flight.
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
  size_t bytes_in_flight_ = 0;  // sum over all transfers, which change this value
  absl::flat_hash_map<Id, std::unique_ptr<HttpTransfer>> transfers_;
  std::vector<Id> arrived_;    // streams that have bytes for their callbacks
  std::vector<Id> unstarted_;  // transfers that libcurl cannot send as required
  std::atomic<bool> woken_ = false;
  bool unfinished_ = false;  // true if requests have ended and their callbacks have not run yet
  Id last_id_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_HTTP_H_
