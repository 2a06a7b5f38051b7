#include "server/process/https/https_connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/process/http/http_body.h"

namespace cpsizer::server {
namespace {

// The maximum size of a TLS record.
constexpr size_t kReadBytes = size_t{16} << 10;
// The maximum number of reads from one connection before the other connections are served.
constexpr int kMaxReadsAtOnce = 16;
// The maximum number of bytes that are read and dropped after a refusal. A client that sends its whole body before it
// reads can then receive the response.
constexpr size_t kMaxDroppedBytes = size_t{16} << 20;
// The maximum size of a buffer that a connection keeps between two requests.
constexpr size_t kKeptBytes = size_t{64} << 10;

constexpr absl::string_view kText = "text/plain; charset=utf-8";
constexpr absl::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

HttpsConnection::HttpsConnection(uint64_t id, int fd, SSL_CTX* context, HttpsConnectionHost& host,
                                 Clock::time_point now)
    : id_(id),
      host_(host),
      stream_(fd, context),
      deadline_(now + std::chrono::duration_cast<Clock::duration>(host.limits().step_timeout)),
      begun_(now) {}

HttpsConnection::~HttpsConnection() {
  host_.CountBuffered(-static_cast<int64_t>(received_.size()));
}

int16_t HttpsConnection::events() const {
  switch (step_) {
    case Step::kAnswer:
      return 0;
    case Step::kLinger:
      return POLLIN;
    default:
      return stream_.events();
  }
}

bool HttpsConnection::Advance(Clock::time_point now) {
  if (now >= deadline_) return false;
  ready_ = false;
  for (int reads = 0; reads < kMaxReadsAtOnce; ++reads) {
    Progress progress = Progress::kWait;
    switch (step_) {
      case Step::kHandshake:
        progress = Handshake(now);
        break;
      case Step::kIdle:
      case Step::kRead:
        progress = Read(now);
        break;
      case Step::kAnswer:
        break;
      case Step::kWrite:
        progress = Write(now);
        break;
      case Step::kLinger:
        progress = Linger();
        break;
    }
    if (progress == Progress::kEnd) return false;
    if (progress == Progress::kWait) {
      ready_ = false;  // Send() may have set ready_ to true
      return true;
    }
    if (progress == Progress::kYield) break;
  }
  ready_ = true;
  return true;
}

HttpsConnection::Progress HttpsConnection::Handshake(Clock::time_point now) {
  switch (stream_.Handshake()) {
    case TlsStream::Result::kDone:
      BeginRequest(now);
      return Progress::kGo;
    case TlsStream::Result::kAgain:
      return Progress::kWait;
    default:
      host_.HandshakeFailed(stream_);
      return Progress::kEnd;
  }
}

HttpsConnection::Progress HttpsConnection::Read(Clock::time_point now) {
  char buffer[kReadBytes];
  size_t count = 0;
  switch (stream_.Read(buffer, sizeof buffer, count)) {
    case TlsStream::Result::kDone:
      break;
    case TlsStream::Result::kAgain:
      return Progress::kWait;
    default:
      return Progress::kEnd;
  }
  if (step_ == Step::kIdle) {
    begun_ = now;
    Begin(Step::kRead, now + std::chrono::duration_cast<Clock::duration>(host_.limits().step_timeout));
  }
  received_.append(buffer, count);
  if (!host_.CountBuffered(static_cast<int64_t>(count))) {
    Refuse(503, "too many large requests at the same time; retry later", now);
    return Progress::kGo;
  }
  return TakeRequest(now);
}

HttpsConnection::Progress HttpsConnection::TakeRequest(Clock::time_point now) {
  if (head_bytes_ == 0 && !TakeHead(now)) return Progress::kGo;
  if (head_bytes_ > 0 && received_.size() >= head_bytes_ + body_bytes_) Handle();
  return Progress::kGo;
}

bool HttpsConnection::TakeHead(Clock::time_point now) {
  const HttpRequest head = ReadHttpRequest(received_);
  if (head.state == HttpRequest::State::kIncomplete) return true;
  if (head.state == HttpRequest::State::kRefused) {
    Refuse(head.code, head.why, now);
    return false;
  }
  if (const absl::optional<HttpResponse> refusal = host_.Refuse(head); refusal.has_value()) {
    Refuse(*refusal, now);
    return false;
  }
  if (head.method != "POST") {
    Refuse(405, "only POST is allowed here", now);
    return false;
  }
  const HttpBodyLength length = ReadBodyLength(head, host_.limits().max_body_bytes);
  if (length.code != 0) {
    Refuse(length.code, length.why, now);
    return false;
  }
  close_ = WantsClose(head);
  if (ExpectsContinue(head) && received_.size() == head.head_bytes && !SendContinue()) close_ = true;
  query_ = std::string(head.query);
  head_bytes_ = head.head_bytes;
  body_bytes_ = length.bytes;
  return true;
}

// Sends a response with the status 100. The response has only a few bytes, so it can be sent immediately, unless the
// client does not read. A client that does not receive this response sends the body after some time.
bool HttpsConnection::SendContinue() {
  size_t count = 0;
  return stream_.Write(kContinue, count) == TlsStream::Result::kDone && count == kContinue.size();
}

void HttpsConnection::Handle() {
  Begin(Step::kAnswer, Clock::time_point::max());
  host_.Handle(id_, {query_, absl::string_view(received_).substr(head_bytes_, body_bytes_), begun_});
  Drop(head_bytes_ + body_bytes_);
  head_bytes_ = 0;
}

void HttpsConnection::Reply(HttpResponse response, Clock::time_point now) {
  if (step_ == Step::kAnswer) Send(response, now);
}

void HttpsConnection::Refuse(int code, absl::string_view why, Clock::time_point now) {
  Refuse({code, kText, absl::StrCat(why, "\n")}, now);
}

void HttpsConnection::Refuse(const HttpResponse& response, Clock::time_point now) {
  close_ = true;
  Drop(received_.size());
  Send(response, now);
}

void HttpsConnection::Send(const HttpResponse& response, Clock::time_point now) {
  close_ = close_ || host_.draining();
  host_.Responded(response.code);
  response_ = FormatHttpHead(response, {.close = close_, .allow = response.code == 405 ? "POST" : ""});
  response_ += response.body;
  written_ = 0;
  ready_ = true;
  Begin(Step::kWrite, now + std::chrono::duration_cast<Clock::duration>(host_.limits().step_timeout));
}

HttpsConnection::Progress HttpsConnection::Write(Clock::time_point now) {
  size_t count = 0;
  switch (stream_.Write(absl::string_view(response_).substr(written_), count)) {
    case TlsStream::Result::kDone:
      break;
    case TlsStream::Result::kAgain:
      return Progress::kWait;
    default:
      return Progress::kEnd;
  }
  written_ += count;
  if (written_ < response_.size()) return Progress::kGo;
  response_ = std::string();
  if (close_) {
    stream_.EndWriting();
    Begin(Step::kLinger, now + std::chrono::duration_cast<Clock::duration>(host_.limits().step_timeout));
    return Progress::kGo;
  }
  BeginRequest(now);
  if (!received_.empty()) TakeRequest(now);
  return Progress::kYield;
}

// Reads and drops the bytes after the request. If a connection is closed while it has unread bytes, the kernel resets
// the connection, and the client may not receive the response.
HttpsConnection::Progress HttpsConnection::Linger() {
  char buffer[kReadBytes];
  const ssize_t count = recv(fd(), buffer, sizeof buffer, 0);
  if (count < 0) return errno == EAGAIN || errno == EINTR ? Progress::kWait : Progress::kEnd;
  dropped_ += static_cast<size_t>(count);
  return count > 0 && dropped_ <= kMaxDroppedBytes ? Progress::kGo : Progress::kEnd;
}

void HttpsConnection::BeginRequest(Clock::time_point now) {
  const bool has_bytes = !received_.empty();
  begun_ = now;
  Begin(has_bytes ? Step::kRead : Step::kIdle,
        now + std::chrono::duration_cast<Clock::duration>(has_bytes ? host_.limits().step_timeout
                                                                    : host_.limits().idle_timeout));
}

void HttpsConnection::Begin(Step step, Clock::time_point deadline) {
  step_ = step;
  deadline_ = deadline;
}

void HttpsConnection::Drop(size_t bytes) {
  host_.CountBuffered(-static_cast<int64_t>(bytes));
  received_.erase(0, bytes);
  if (received_.capacity() > kKeptBytes) received_.shrink_to_fit();
}

}  // namespace cpsizer::server
