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

// The limits of an HttpsServer and of its connections.
struct HttpsLimits {
  size_t max_connections = 256;
  size_t max_body_bytes = size_t{8} << 20;
  // The maximum size of the received bodies of all connections together.
  size_t max_buffered_bytes = size_t{32} << 20;
  // The timeout of each step: the handshake, reading the head and the body of a request, and sending a response.
  std::chrono::nanoseconds step_timeout = std::chrono::seconds(10);
  // The maximum time that a connection may be open without a request. Clients written in Go close idle connections
  // after 90 s.
  std::chrono::nanoseconds idle_timeout = std::chrono::seconds(120);
};

// A request with its body. The views are valid only until the function that gets the HttpsCall returns.
struct HttpsCall {
  absl::string_view query;
  absl::string_view body;
  std::chrono::steady_clock::time_point begun;  // when the first bytes of the request were received
};

// The functions of the server that its connections call.
class HttpsConnectionHost {
 public:
  virtual ~HttpsConnectionHost() = default;

  virtual const HttpsLimits& limits() const = 0;
  // Returns true if connections end after their next response.
  virtual bool draining() const = 0;
  // Adds `bytes`, which may be negative, to the number of buffered bytes. Returns false if the sum exceeds
  // max_buffered_bytes.
  virtual bool CountBuffered(int64_t bytes) = 0;
  // Checks the head of a request before its body is read. Returns the response if the request is refused; absent if it
  // is accepted.
  virtual absl::optional<HttpResponse> Refuse(const HttpRequest& head) = 0;
  // Handles a request of the connection `id`. The connection waits until its Reply() is called.
  virtual void Handle(uint64_t id, const HttpsCall& call) = 0;
  virtual void HandshakeFailed(const TlsStream& stream) = 0;
  // Counts a response with the status `code`.
  virtual void Responded(int code) = 0;
};

// One connection of an HttpsServer: a TLS handshake, and then POST requests, one after the other. Never blocks. Not
// thread-safe.
class HttpsConnection {
 public:
  using Clock = std::chrono::steady_clock;

  // Owns `fd`, a non-blocking socket. `host` must outlive the connection.
  HttpsConnection(uint64_t id, int fd, SSL_CTX* context, HttpsConnectionHost& host, Clock::time_point now);
  ~HttpsConnection();
  HttpsConnection(const HttpsConnection&) = delete;
  HttpsConnection& operator=(const HttpsConnection&) = delete;

  int fd() const { return stream_.fd(); }
  // Returns the events to wait for with poll(); 0 while the connection waits for Reply().
  int16_t events() const;
  Clock::time_point deadline() const { return deadline_; }
  // Returns whether Advance() can continue without an event.
  bool ready() const { return ready_; }
  // Returns whether the connection is open and has no request.
  bool idle() const { return step_ == Step::kIdle; }
  // Returns whether the connection has received a whole request and has not sent the response yet.
  bool answering() const { return step_ == Step::kAnswer || step_ == Step::kWrite; }

  // Continues as far as possible, at most until one response is sent. Returns false when the connection has ended.
  bool Advance(Clock::time_point now);

  // Sends the response to the request that the host handles. Ignored if the connection does not wait for a response.
  void Reply(HttpResponse response, Clock::time_point now);

 private:
  enum class Step : uint8_t { kHandshake, kIdle, kRead, kAnswer, kWrite, kLinger };
  // kYield: the caller must serve the other connections first.
  enum class Progress : uint8_t { kGo, kYield, kWait, kEnd };

  Progress Handshake(Clock::time_point now);
  Progress Read(Clock::time_point now);
  Progress Write(Clock::time_point now);
  Progress Linger();
  // Takes the next request from the received bytes, or the part of the next request that has arrived.
  Progress TakeRequest(Clock::time_point now);
  // Takes the head of the next request. Returns false if the request was refused.
  bool TakeHead(Clock::time_point now);
  bool SendContinue();
  void Handle();
  // Sends a response without reading the rest of the current request.
  void Refuse(int code, absl::string_view why, Clock::time_point now);
  void Refuse(const HttpResponse& response, Clock::time_point now);
  void Send(const HttpResponse& response, Clock::time_point now);
  void BeginRequest(Clock::time_point now);
  void Begin(Step step, Clock::time_point deadline);
  // Removes the first `bytes` of the received bytes.
  void Drop(size_t bytes);

  const uint64_t id_;
  HttpsConnectionHost& host_;
  TlsStream stream_;
  Step step_ = Step::kHandshake;
  Clock::time_point deadline_;
  Clock::time_point begun_;
  bool ready_ = false;
  bool close_ = false;     // close after the response
  std::string received_;   // bytes that are not handled yet
  size_t head_bytes_ = 0;  // head size of the current request; 0 while the head is incomplete
  size_t body_bytes_ = 0;  // body size of the current request
  std::string query_;      // query of the current request
  std::string response_;   // head and body of the response
  size_t written_ = 0;     // number of bytes of response_ that were sent
  size_t dropped_ = 0;     // number of bytes that were dropped while lingering
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTPS_HTTPS_CONNECTION_H_
