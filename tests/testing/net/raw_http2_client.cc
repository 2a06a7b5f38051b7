#include "tests/testing/net/raw_http2_client.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::testing {
namespace {

constexpr int kTimeoutMs = 60'000;
constexpr size_t kReadBytes = 64 << 10;

}  // namespace

std::string Http2Answer::Header(absl::string_view name) const {
  std::string found;
  for (const auto& [key, value] : headers) {
    if (key == name) found = value;
  }
  return found;
}

int Http2Answer::grpc_status() const {
  int status = -1;
  return absl::SimpleAtoi(Header("grpc-status"), &status) ? status : -1;
}

RawHttp2Client::RawHttp2Client(absl::string_view address, Settings settings)
    : socket_(address), settings_(settings), alive_(socket_.connected()) {
  Send(absl::StrCat(kHttp2Preface, ToBytes({FrameType::kSettings, 0, 0, ""})));
}

bool RawHttp2Client::Send(absl::string_view bytes) {
  while (alive_ && !bytes.empty()) {
    pollfd state = {socket_.fd(), POLLIN | POLLOUT, 0};
    if (poll(&state, 1, kTimeoutMs) <= 0) return false;
    if ((state.revents & POLLIN) != 0) Take();
    if ((state.revents & POLLOUT) != 0) bytes.remove_prefix(SendUnread(bytes));
    if ((state.revents & (POLLERR | POLLNVAL)) != 0) alive_ = false;
  }
  return alive_;
}

size_t RawHttp2Client::SendUnread(absl::string_view bytes) {
  size_t sent = 0;
  while (alive_ && sent < bytes.size()) {
    const ssize_t count = send(socket_.fd(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno != EAGAIN) alive_ = false;
    if (count <= 0) break;
    sent += static_cast<size_t>(count);
  }
  return sent;
}

uint32_t RawHttp2Client::Open(const Http2Headers& headers, uint8_t flags) {
  const uint32_t stream = std::exchange(next_stream_, next_stream_ + 2);
  Send({FrameType::kHeaders, flags, stream, HeaderBlock(headers)});
  return stream;
}

uint32_t RawHttp2Client::Call(const Http2Headers& headers, absl::string_view body) {
  const uint32_t stream = Open(headers);
  Send({FrameType::kData, kEndStream, stream, std::string(body)});
  return stream;
}

Http2Answer RawHttp2Client::Await(uint32_t stream) {
  while (!answers_[stream].over() && ReadFrame()) {
  }
  return answers_[stream];
}

bool RawHttp2Client::AwaitSettings() {
  while (settings_seen_ < 2 && ReadFrame()) {
  }
  return settings_seen_ >= 2;
}

bool RawHttp2Client::AwaitEnd() {
  while (ReadFrame()) {
  }
  return !timed_out_;
}

// Reads the available bytes. Returns false if the connection has ended.
bool RawHttp2Client::Take() {
  char bytes[kReadBytes];
  const ssize_t count = recv(socket_.fd(), bytes, sizeof bytes, MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN) return true;
  if (count <= 0) {
    alive_ = false;
    return false;
  }
  buffer_.append(bytes, static_cast<size_t>(count));
  return true;
}

bool RawHttp2Client::Fill() {
  if (!alive_) return false;
  pollfd state = {socket_.fd(), POLLIN, 0};
  if (poll(&state, 1, kTimeoutMs) > 0) return Take();
  timed_out_ = true;
  return false;
}

// Reads one frame and responds to it. Returns false if there is no complete frame.
bool RawHttp2Client::ReadFrame() {
  while (buffer_.size() < kFrameHeadBytes) {
    if (!Fill()) return false;
  }
  const size_t size = ReadBigEndian(buffer_) >> 8;
  while (buffer_.size() < kFrameHeadBytes + size) {
    if (!Fill()) return false;
  }
  Http2Frame frame;
  frame.type = static_cast<FrameType>(buffer_[3]);
  frame.flags = static_cast<uint8_t>(buffer_[4]);
  frame.stream = ReadBigEndian(absl::string_view(buffer_).substr(5));
  frame.payload = buffer_.substr(kFrameHeadBytes, size);
  buffer_.erase(0, kFrameHeadBytes + size);
  TakeFrame(frame);
  return true;
}

void RawHttp2Client::TakeFrame(const Http2Frame& frame) {
  switch (frame.type) {
    case FrameType::kSettings:
      ++settings_seen_;
      if ((frame.flags & kAck) == 0 && settings_ == Settings::kAcknowledge) Send({FrameType::kSettings, kAck, 0, ""});
      break;
    case FrameType::kPing:
      if ((frame.flags & kAck) == 0) Send({FrameType::kPing, kAck, 0, frame.payload});
      break;
    case FrameType::kGoAway:
      go_away_ = Http2GoAway{ReadBigEndian(frame.payload.substr(4)), frame.payload.substr(8)};
      break;
    case FrameType::kHeaders:
    case FrameType::kContinuation: {
      header_block_ += frame.payload;
      if ((frame.flags & kEndHeaders) != 0) {
        for (auto& header : inflater_.Inflate(std::exchange(header_block_, {}))) {
          answers_[frame.stream].headers.push_back(std::move(header));
        }
      }
      if (frame.type == FrameType::kHeaders && (frame.flags & kEndStream) != 0) answers_[frame.stream].ended = true;
      break;
    }
    case FrameType::kData:
      answers_[frame.stream].data += frame.payload;
      if ((frame.flags & kEndStream) != 0) answers_[frame.stream].ended = true;
      break;
    case FrameType::kRstStream:
      answers_[frame.stream].reset = ReadBigEndian(frame.payload);
      break;
    case FrameType::kWindowUpdate:
      break;
  }
}

}  // namespace cpsizer::testing
