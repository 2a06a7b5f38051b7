#ifndef CPSIZER_CLIENT_KUBE_HTTP_HTTP_H_
#define CPSIZER_CLIENT_KUBE_HTTP_HTTP_H_

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

// Who the server must be and who we are, as PEM text; empty for what is not given.
struct TlsIdentity {
  std::string ca;  // empty: the system's roots
  std::string certificate;
  std::string key;
  bool insecure = false;  // take any certificate
};

// Where the API server is.
struct HttpOptions {
  std::string server;       // `https://host:port/prefix`, without a slash at the end
  std::string server_name;  // name in the certificate, if it is not the host
  std::string user_agent;
  absl::optional<std::string> proxy;  // URL; empty for none; absent for what the environment says
  bool compress = true;               // let answers come gzipped
};

// Answers are never longer than this: a page of a list is far below.
inline constexpr size_t kMaxAnswerBytes = size_t{256} << 20;

struct HttpRequest {
  std::string method = "GET";
  std::string path;                  // from the first slash, with the query, percent-encoded
  std::vector<std::string> headers;  // `Accept: application/json`
  std::string body;
  absl::Duration timeout = absl::Seconds(10);
  size_t max_answer_bytes = kMaxAnswerBytes;  // of a success that is no stream
  // On a connection of its own: libcurl sends a request again when a reused connection dies, whatever its method.
  bool fresh_connection = false;
};

class CurlMulti;
class HttpTransfer;

// The HTTP of one thread: many requests and streams to one server at once, on libcurl. HTTP/1.1, so that every stream
// has a connection of its own and fails alone.
//
// Everything but Wake() belongs to the thread that calls Run(); callbacks run inside Run() and may call anything here
// but Run().
//
// Errors that callbacks get: what ApiError() makes of an answer that is no success; Unavailable where the server cannot
// be reached or the connection breaks; DeadlineExceeded; DataLoss for an answer beyond its max_answer_bytes.
class HttpLoop {
 public:
  using Id = int64_t;
  using OnAnswer = std::function<void(absl::StatusOr<std::string>)>;
  using OnBytes = std::function<void(absl::string_view)>;
  using OnEnd = std::function<void(absl::Status)>;

  explicit HttpLoop(HttpOptions options);
  // Ends everything without a callback.
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  // For requests from here on; connections with another identity are not used again.
  void SetIdentity(TlsIdentity identity);

  // Sends a request; `answer` hears once, of the body of a success or of an error.
  Id Send(HttpRequest request, OnAnswer answer);
  // Opens a stream; `bytes` hears of its body as it comes, `end` once: OK for an end that the server meant. The
  // request's timeout bounds the whole stream.
  Id Open(HttpRequest request, OnBytes bytes, OnEnd end);
  // Ends a request or a stream without a callback. Ids that are no more are nothing.
  void Cancel(Id id);

  // Waits until something happens, at most for `at_most`, and runs the callbacks.
  void Run(absl::Duration at_most);
  // Lets Run() return now. From any thread.
  void Wake();

  // Requests and streams that have not ended.
  size_t size() const { return transfers_.size(); }

 private:
  Id Start(std::unique_ptr<HttpTransfer> transfer);
  void DeliverStreams();
  void FinishEnded();

  const HttpOptions options_;
  TlsIdentity identity_;
  const std::unique_ptr<CurlMulti> multi_;
  absl::flat_hash_map<Id, std::unique_ptr<HttpTransfer>> transfers_;
  std::vector<Id> arrived_;  // streams that got bytes
  Id last_id_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_HTTP_H_
