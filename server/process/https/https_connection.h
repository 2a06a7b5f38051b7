#ifndef CPSIZER_SERVER_PROCESS_HTTPS_HTTPS_CONNECTION_H_
#define CPSIZER_SERVER_PROCESS_HTTPS_HTTPS_CONNECTION_H_

#include <openssl/ssl.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/process/http/http_request.h"
#include "server/process/http/http_response.h"
#include "server/process/https/tls_stream.h"

namespace cpsizer::server {

// The limits of an HttpsServer and its connections.
struct HttpsLimits {
  size_t max_connections = 256;
  size_t max_body_bytes = size_t{8} << 20;
  // The maximum number of received bytes in the buffers of all connections together.
  size_t max_buffered_bytes = size_t{32} << 20;
  // The timeout of each step: the handshake, reading a request with its body, and sending the response.
  std::chrono::nanoseconds step_timeout = std::chrono::seconds(10);
  // The maximum time that a connection may wait for its next request. Go clients close an idle connection after 90 s.
  std::chrono::nanoseconds idle_timeout = std::chrono::seconds(120);
};

// A request with its body. The string views are valid only until the function that received the HttpsCall returns.
struct HttpsCall {
  absl::string_view query;
  absl::string_view body;
  std::chrono::steady_clock::time_point begun;  // when the first byte of the request was received
};

// The functions of the HttpsServer that a connection calls.
class HttpsConnectionHost {
 public:
  virtual ~HttpsConnectionHost() = default;

  virtual const HttpsLimits& limits() const = 0;
  // Returns true if each connection must end after its next response.
  virtual bool draining() const = 0;
  // Adds `bytes` to the number of buffered bytes. `bytes` may be negative. Returns false if the result is greater than
  // max_buffered_bytes.
  virtual bool CountBuffered(int64_t bytes) = 0;
  // Checks the head of a request before the connection reads the body. Returns the response if the request is refused,
  // and nullopt if the request is accepted.
  virtual absl::optional<HttpResponse> Refuse(const HttpRequest& head) = 0;
  // Handles a request of the connection with the id `id`. The connection waits until its Reply() is called.
  virtual void Handle(uint64_t id, const HttpsCall& call) = 0;
  virtual void HandshakeFailed(const TlsStream& stream) = 0;
  // Counts a response with the HTTP status `code`.
  virtual void Responded(int code) = 0;
};

// One connection of an HttpsServer. First does the TLS handshake, and then serves POST requests, one after the other.
// Never blocks. Not thread-safe.
class HttpsConnection {
 public:
  using Clock = std::chrono::steady_clock;

  // Owns `fd`, a non-blocking socket. `host` must outlive the connection.
  HttpsConnection(uint64_t id, int fd, SSL_CTX* context, HttpsConnectionHost& host, Clock::time_point now);
  ~HttpsConnection();
  HttpsConnection(const HttpsConnection&) = delete;
  HttpsConnection& operator=(const HttpsConnection&) = delete;

  int fd() const { return stream_.fd(); }
  // Returns the events to wait for with poll(). Returns 0 while the connection waits for Reply().
  int16_t events() const;
  Clock::time_point deadline() const { return deadline_; }
  // Returns whether Advance() can continue although poll() has reported no event.
  bool ready() const { return ready_; }
  // Returns whether the handshake is done and the connection waits for a request.
  bool idle() const { return step_ == Step::kIdle; }
  // Returns whether the connection has received a whole request and has not sent the whole response.
  bool answering() const { return step_ == Step::kAnswer || step_ == Step::kWrite; }

  // Continues without blocking, until the connection must wait or must let other connections continue. Returns false
  // when the connection has ended.
  bool Advance(Clock::time_point now);

  // Sends the response to the request that the host handles. Ignored if no request waits for a response.
  void Reply(HttpResponse response, Clock::time_point now);

 private:
  enum class Step : uint8_t { kHandshake, kIdle, kRead, kAnswer, kWrite, kLinger };
  // kYield means that the server must serve the other connections first.
  enum class Progress : uint8_t { kGo, kYield, kWait, kEnd };

  Progress Handshake(Clock::time_point now);
  Progress Read(Clock::time_point now);
  Progress Write(Clock::time_point now);
  Progress Linger();
  // Handles the next request if it is complete in the received bytes.
  Progress TakeRequest(Clock::time_point now);
  // Parses the head of the next request. Returns false if the request is refused.
  bool TakeHead(Clock::time_point now);
  bool SendContinue();
  void Handle();
  // Sends a response and ignores the part of the request that was not read yet.
  void Refuse(int code, absl::string_view why, Clock::time_point now);
  void Refuse(const HttpResponse& response, Clock::time_point now);
  void Send(const HttpResponse& response, Clock::time_point now);
  void BeginRequest(Clock::time_point now);
  void Begin(Step step, Clock::time_point deadline);
  // Removes the first `bytes` bytes of received_.
  void Drop(size_t bytes);

  const uint64_t id_;
  HttpsConnectionHost& host_;
  TlsStream stream_;
  Step step_ = Step::kHandshake;
  Clock::time_point deadline_;
  Clock::time_point begun_;
  bool ready_ = false;
  bool close_ = false;     // true if the connection ends after the response
  std::string received_;   // received bytes that were not handled yet
  size_t head_bytes_ = 0;  // size of the head of the current request; 0 while the head is incomplete
  size_t body_bytes_ = 0;  // size of the body of the current request
  std::string query_;      // query of the current request
  std::string response_;   // head and body of the response
  size_t written_ = 0;     // number of bytes of response_ that were sent
  size_t dropped_ = 0;     // number of bytes that Linger() has dropped
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTPS_HTTPS_CONNECTION_H_
