#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_CONNECTION_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_CONNECTION_H_

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/process/web_server/event_queue.h"
#include "server/process/web_server/web_limits.h"
#include "server/process/web_server/web_request.h"
#include "server/process/web_server/web_request_reader.h"
#include "server/process/web_server/web_stream.h"

namespace cpsizer::server {

class WebConnection;

// The functions of the WebServer that a connection calls.
class WebConnectionHost {
 public:
  virtual ~WebConnectionHost() = default;

  virtual const WebLimits& limits() const = 0;
  // Returns the headers of each response.
  virtual const WebHeaders& headers() const = 0;
  // Returns true if each connection must end after its next response.
  virtual bool draining() const = 0;
  // Adds `bytes` to the number of buffered bytes. `bytes` may be negative. Returns false if the result is greater than
  // max_buffered_bytes.
  virtual bool CountBuffered(int64_t bytes) = 0;
  // Returns the response to a request that is refused without calling another function.
  virtual WebResponse Refusal(int code, absl::string_view why) const = 0;
  // Returns the response if the body of the request is not needed.
  virtual absl::optional<WebResponse> AnswerHead(const WebRequest& head) = 0;
  // Handles a request. The connection waits until its Reply() is called.
  virtual void Handle(const std::shared_ptr<WebConnection>& connection, WebRequest request) = 0;
  // Returns false if there are too many event streams.
  virtual bool CanOpenStream() const = 0;
  // Counts a response with the HTTP status `code`.
  virtual void Responded(int code) = 0;
  virtual void Closed(uint64_t id) = 0;
};

// One connection of a WebServer. Serves requests, one after the other. Never blocks. Not thread-safe.
class WebConnection : public std::enable_shared_from_this<WebConnection> {
 public:
  enum class Step : uint8_t { kHandshake, kIdle, kRead, kAnswer, kWrite, kLinger, kStream, kClosed };

  // `io` and `host` must outlive the connection.
  WebConnection(uint64_t id, boost::asio::io_context& io, std::unique_ptr<WebStream> stream, WebConnectionHost& host);
  WebConnection(const WebConnection&) = delete;
  WebConnection& operator=(const WebConnection&) = delete;

  void Start();
  Step step() const { return step_; }
  // Returns the time at which the current step ends with a timeout. During kWrite, each part that the client reads
  // makes the time later.
  std::chrono::steady_clock::time_point deadline() const { return deadline_.expiry(); }

  // Sends the response to the request that the host handles. Ignored if no request waits for a response.
  void Reply(const WebResponse& response);
  // Must be called when the request that the host handles is not in memory any more.
  void ForgetRequest() { CountBuffered(reader_.bytes()); }
  // Sends an event. Ignored if the connection is not an event stream.
  void Push(absl::string_view name, const EventBytes& bytes);
  // Closes an idle connection, unless bytes have arrived. Then the request must arrive within step_timeout.
  void CloseIfIdle();
  void Close();

 private:
  using Error = boost::system::error_code;

  void BeginRequest();
  void BeginReading();
  void Read();
  void ReadRequest();
  // Checks the head of a request. Returns false if a response is being sent.
  bool AcceptHead();
  void ReadBody();
  // Sends a response and closes the connection, because the rest of the request is not read.
  void Refuse(int code, absl::string_view why);
  void Refuse(const WebResponse& response);
  void Send(const WebResponse& response);
  void AfterResponse();
  void Linger();
  void WatchClient();
  void SendNextEvent();
  void KeepStreamOpen();
  // Updates the number of buffered bytes. Returns false if too many are buffered.
  bool CountBuffered(size_t bytes);

  // Writes all bytes in parts, and then calls `next`.
  void Write(std::shared_ptr<const std::string> bytes, void (WebConnection::*next)());
  void WritePart();
  // Closes the connection after `timeout`, unless Begin() is called again before.
  void Begin(Step step, std::chrono::nanoseconds timeout);
  // Begins a step that has no timeout.
  void Begin(Step step);
  // Returns a handler that keeps the connection alive. After an error it closes the connection.
  template <typename F>
  WebStream::Done OnSuccess(F next);

  const uint64_t id_;
  WebConnectionHost& host_;
  const std::unique_ptr<WebStream> stream_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer keep_alive_;
  Step step_ = Step::kHandshake;
  WebRequestReader reader_;
  bool has_head_ = false;  // whether the head of the current request is complete
  std::shared_ptr<const CertificateNames> client_;
  size_t counted_ = 0;                          // the number of buffered bytes that the host has counted
  bool close_ = false;                          // true if the connection ends after the response
  bool without_body_ = false;                   // true for HEAD
  std::shared_ptr<const std::string> writing_;  // the bytes that are being sent; null if none
  size_t written_ = 0;                          // the number of bytes of writing_ that were sent
  void (WebConnection::*after_write_)() = nullptr;
  std::shared_ptr<const std::string> body_;  // the body that is sent after the head
  size_t dropped_ = 0;                       // the number of bytes that Linger() has dropped
  EventQueue events_;
  std::array<char, size_t{16} << 10> buffer_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_CONNECTION_H_
