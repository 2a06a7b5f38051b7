#include "server/process/web_server/web_connection.h"

#include <boost/asio/buffer.hpp>
#include <utility>

namespace cpsizer::server {
namespace {

// A body of at most this size is copied and sent together with the head.
constexpr size_t kSmallBodyBytes = size_t{16} << 10;

constexpr absl::string_view kContinueHead = "HTTP/1.1 100 Continue\r\n\r\n";
// An event and not a comment: pages cannot see comments, so they would not notice that the server has stopped.
constexpr absl::string_view kKeepAliveEvent = "event: keep-alive\ndata: {}\n\n";

std::shared_ptr<const std::string> BytesOf(absl::string_view text) {
  return std::make_shared<const std::string>(text);
}

}  // namespace

WebConnection::WebConnection(uint64_t id, boost::asio::io_context& io, std::unique_ptr<WebStream> stream,
                             WebConnectionHost& host)
    : id_(id),
      host_(host),
      stream_(std::move(stream)),
      deadline_(io),
      keep_alive_(io),
      reader_(host.limits().max_head_bytes) {}

template <typename F>
WebStream::Done WebConnection::OnSuccess(F next) {
  return [self = shared_from_this(), next = std::move(next)](const Error& error, size_t bytes) {
    if (self->step_ == Step::kClosed) return;
    if (error) return self->Close();
    next(bytes);
  };
}

void WebConnection::Start() {
  Begin(Step::kHandshake, host_.limits().step_timeout);
  stream_->Handshake(OnSuccess([this](size_t /*bytes*/) {
    client_ = stream_->client();
    BeginRequest();
  }));
}

void WebConnection::BeginRequest() {
  has_head_ = false;
  without_body_ = false;
  if (reader_.has_bytes()) {
    BeginReading();
    return ReadRequest();
  }
  Begin(Step::kIdle, host_.limits().idle_timeout);
  Read();
}

void WebConnection::BeginReading() {
  reader_.request().begun = std::chrono::steady_clock::now();
  Begin(Step::kRead, host_.limits().step_timeout);
}

void WebConnection::Read() {
  stream_->Read(boost::asio::buffer(buffer_), OnSuccess([this](size_t bytes) {
                  if (step_ == Step::kIdle) BeginReading();
                  reader_.Add(absl::string_view(buffer_.data(), bytes));
                  if (CountBuffered(reader_.bytes())) return ReadRequest();
                  Refuse(503, "too many large requests at the same time; retry later");
                }));
}

void WebConnection::ReadRequest() {
  if (!has_head_) {
    const WebRequestReader::Progress progress = reader_.ReadHead();
    if (progress == WebRequestReader::Progress::kMore) return Read();
    if (progress == WebRequestReader::Progress::kRefused) return Refuse(reader_.code(), reader_.why());
    has_head_ = true;
    if (!AcceptHead()) return;
  }
  ReadBody();
}

bool WebConnection::AcceptHead() {
  WebRequest& head = reader_.request();
  head.client = client_;
  without_body_ = head.method == "HEAD";
  close_ = !reader_.keep_alive();
  if (absl::optional<WebResponse> response = host_.AnswerHead(head); response.has_value()) {
    head.body_bytes == 0 && !response->close ? Send(*response) : Refuse(*response);
    return false;
  }
  if (reader_.code() != 0) {
    Refuse(reader_.code(), reader_.why());
    return false;
  }
  if (head.body_bytes > host_.limits().max_body_bytes) {
    Refuse(413, "the body is larger than this server accepts");
    return false;
  }
  if (!reader_.expects_continue() || head.body_bytes == 0 || reader_.has_bytes()) return true;
  // Keeps the deadline of the request.
  static const std::string& head_bytes = *new std::string(kContinueHead);  // NOLINT: outlives all threads
  stream_->Write(boost::asio::buffer(head_bytes), OnSuccess([this](size_t /*bytes*/) { Read(); }));
  return false;
}

void WebConnection::ReadBody() {
  if (reader_.ReadBody() == WebRequestReader::Progress::kMore) return Read();
  Begin(Step::kAnswer);
  host_.Handle(shared_from_this(), std::move(reader_.request()));
}

void WebConnection::Reply(const WebResponse& response) {
  if (step_ == Step::kAnswer) Send(response);
}

void WebConnection::Refuse(int code, absl::string_view why) {
  Refuse(host_.Refusal(code, why));
}

void WebConnection::Refuse(const WebResponse& response) {
  close_ = true;
  Send(response);
}

void WebConnection::Send(const WebResponse& response) {
  if (response.is_event_stream && !host_.CanOpenStream()) return Refuse(503, "too many event streams; retry later");
  close_ = close_ || response.close || host_.draining();
  reader_.EndRequest(close_);
  CountBuffered(reader_.bytes());
  host_.Responded(response.code);
  if (response.is_event_stream) {
    step_ = Step::kStream;
    return Write(BytesOf(FormatWebHead(response, host_.headers(), true)), &WebConnection::WatchClient);
  }
  step_ = Step::kWrite;
  std::string head = FormatWebHead(response, host_.headers(), close_);
  body_ = without_body_ ? nullptr : response.body;
  if (body_ != nullptr && body_->size() <= kSmallBodyBytes) {
    head += *body_;
    body_ = nullptr;
  }
  Write(std::make_shared<const std::string>(std::move(head)), &WebConnection::AfterResponse);
}

void WebConnection::AfterResponse() {
  if (body_ != nullptr) return Write(std::exchange(body_, nullptr), &WebConnection::AfterResponse);
  if (!close_) return BeginRequest();
  Begin(Step::kLinger, host_.limits().step_timeout);
  stream_->EndWriting([self = shared_from_this()](const Error& /*error*/, size_t /*bytes*/) {
    if (self->step_ != Step::kClosed) self->Linger();
  });
}

// Reads and drops the bytes after the request. If a connection is closed while it has unread bytes, the kernel resets
// the connection, and the client may not receive the response.
void WebConnection::Linger() {
  stream_->Drop(boost::asio::buffer(buffer_), OnSuccess([this](size_t bytes) {
                  dropped_ += bytes;
                  dropped_ <= host_.limits().max_dropped_bytes ? Linger() : Close();
                }));
}

// Closes the stream when the client closes the connection. A client does not send anything on a stream.
void WebConnection::WatchClient() {
  stream_->Read(boost::asio::buffer(buffer_), OnSuccess([this](size_t /*bytes*/) { Close(); }));
  SendNextEvent();
}

void WebConnection::Push(absl::string_view name, const EventBytes& bytes) {
  if (step_ != Step::kStream) return;
  events_.Push(name, bytes);
  if (writing_ == nullptr) SendNextEvent();
}

void WebConnection::SendNextEvent() {
  if (EventBytes next = events_.Pop(); next != nullptr) return Write(std::move(next), &WebConnection::SendNextEvent);
  Begin(Step::kStream);
  KeepStreamOpen();
}

void WebConnection::KeepStreamOpen() {
  keep_alive_.expires_after(host_.limits().keep_alive);
  keep_alive_.async_wait([self = shared_from_this()](const Error& error) {
    if (error || self->step_ != Step::kStream || self->writing_ != nullptr) return;
    self->Write(BytesOf(kKeepAliveEvent), &WebConnection::SendNextEvent);
  });
}

void WebConnection::Write(std::shared_ptr<const std::string> bytes, void (WebConnection::*next)()) {
  writing_ = std::move(bytes);
  written_ = 0;
  after_write_ = next;
  WritePart();
}

void WebConnection::WritePart() {
  if (written_ == writing_->size()) {
    writing_ = nullptr;
    return (this->*after_write_)();
  }
  const absl::string_view part = absl::string_view(*writing_).substr(written_, kWebPartBytes);
  Begin(step_, host_.limits().step_timeout);
  stream_->Write(boost::asio::buffer(part.data(), part.size()), OnSuccess([this](size_t bytes) {
                   written_ += bytes;
                   WritePart();
                 }));
}

void WebConnection::Begin(Step step, std::chrono::nanoseconds timeout) {
  step_ = step;
  deadline_.expires_after(timeout);
  deadline_.async_wait([self = shared_from_this()](const Error& error) {
    // The timer may have expired before it was set again.
    if (!error && self->deadline_.expiry() <= std::chrono::steady_clock::now()) self->Close();
  });
}

void WebConnection::Begin(Step step) {
  step_ = step;
  deadline_.expires_at(std::chrono::steady_clock::time_point::max());
}

bool WebConnection::CountBuffered(size_t bytes) {
  return host_.CountBuffered(static_cast<int64_t>(bytes) - static_cast<int64_t>(std::exchange(counted_, bytes)));
}

void WebConnection::CloseIfIdle() {
  if (step_ != Step::kIdle) return;
  stream_->HasBytes() ? BeginReading() : Close();
}

void WebConnection::Close() {
  if (step_ == Step::kClosed) return;
  step_ = Step::kClosed;
  CountBuffered(0);
  deadline_.cancel();
  keep_alive_.cancel();
  stream_->Close();
  host_.Closed(id_);
}

}  // namespace cpsizer::server
