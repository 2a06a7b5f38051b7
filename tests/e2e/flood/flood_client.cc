#include "tests/e2e/flood/flood_client.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/e2e/tls/tls_handshake.h"
#include "tests/testing/net/http2_frames.h"
#include "tests/testing/net/loopback_socket.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::BigEndian;
using ::cpsizer::testing::FrameType;
using ::cpsizer::testing::GrpcHeaders;
using ::cpsizer::testing::GrpcMessage;
using ::cpsizer::testing::HeaderBlock;
using ::cpsizer::testing::kAck;
using ::cpsizer::testing::kEndHeaders;
using ::cpsizer::testing::kEndStream;
using ::cpsizer::testing::kHttp2Preface;
using ::cpsizer::testing::LoopbackSocket;
using ::cpsizer::testing::ToBytes;

constexpr size_t kPieceBytes = size_t{64} << 10;
constexpr int kPollMs = 100;
constexpr uint32_t kLastStream = 199;  // the last of 100 streams
constexpr size_t kMostKept = 900;
constexpr char kSizing[] = "/cpsizer.v1.SizingService/RecommendSize";
constexpr char kHealthWatch[] = "/grpc.health.v1.Health/Watch";
constexpr uint32_t kCancelCode = 8;

// The frames of an attack, in order.
class Frames {
 public:
  explicit Frames(Attack attack)
      : attack_(attack),
        headers_(HeaderBlock(GrpcHeaders(attack == Attack::kWatchResets ? kHealthWatch : kSizing))),
        block_(HeaderBlock({{"x", std::string(4'000, 'x')}, {"y", std::string(4'000, 'y')}})) {}

  std::string Hello() const {
    std::string hello = absl::StrCat(kHttp2Preface, ToBytes({FrameType::kSettings, 0, 0, ""}));
    if (attack_ != Attack::kUnacknowledgedStreams && attack_ != Attack::kContinuations) {
      hello += ToBytes({FrameType::kSettings, kAck, 0, ""});
    }
    if (attack_ == Attack::kContinuations) hello += ToBytes({FrameType::kHeaders, 0, 1, headers_});
    return hello;
  }

  // Appends the next frames to `piece`. Appends nothing after the last frame.
  void AppendNext(std::string& piece) {
    for (std::string next = One(); !next.empty() && piece.size() < kPieceBytes; next = One()) piece += next;
  }

 private:
  std::string One() {
    switch (attack_) {
      case Attack::kContinuations:
        return ToBytes({FrameType::kContinuation, 0, 1, block_});
      case Attack::kUnacknowledgedStreams:
        return Open();
      case Attack::kWatchResets:
        return absl::StrCat(Open(), ToBytes({FrameType::kData, kEndStream, stream_, GrpcMessage("")}), Reset());
      case Attack::kResets:
        return absl::StrCat(Open(), Reset());
      case Attack::kOpenCalls:
        return stream_ == kLastStream ? "" : Open();
      case Attack::kPings:
        return ToBytes({FrameType::kPing, 0, 0, "12345678"});
      case Attack::kWindowUpdates:
        return ToBytes({FrameType::kWindowUpdate, 0, 0, BigEndian(1)});
    }
    return "";
  }
  std::string Open() {
    stream_ += 2;
    return ToBytes({FrameType::kHeaders, kEndHeaders, stream_, headers_});
  }
  std::string Reset() const { return ToBytes({FrameType::kRstStream, 0, stream_, BigEndian(kCancelCode)}); }

  const Attack attack_;
  const std::string headers_;
  const std::string block_;
  uint32_t stream_ = static_cast<uint32_t>(-1);
};

}  // namespace

// A connection with or without TLS. The constructor waits for the TLS handshake. Exchange() blocks for at most kPollMs.
class FloodClient::Stream {
 public:
  // If `tls` is null, the connection does not use TLS.
  Stream(const std::string& address, SSL_CTX* tls) : socket_(address), ssl_(nullptr, SSL_free) {
    alive_ = socket_.connected();
    if (alive_ && tls != nullptr) {
      ssl_.reset(SSL_new(tls));
      SSL_set_fd(ssl_.get(), socket_.fd());
      alive_ = SSL_connect(ssl_.get()) == 1;
    }
    fcntl(socket_.fd(), F_SETFL, O_NONBLOCK);
  }

  bool alive() const { return alive_; }

  // Sends as many bytes as the server accepts now, and discards the responses of the server. Returns the number of
  // bytes that were sent.
  size_t Exchange(absl::string_view bytes) {
    pollfd polled = {socket_.fd(), POLLIN | POLLOUT, 0};
    poll(&polled, 1, kPollMs);
    Drop();
    if (!alive_ || (polled.revents & POLLOUT) == 0) return 0;
    const int sent = ssl_ == nullptr ? static_cast<int>(send(socket_.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL))
                                     : SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size()));
    if (sent > 0) return static_cast<size_t>(sent);
    alive_ = ssl_ == nullptr ? errno == EAGAIN : SSL_get_error(ssl_.get(), sent) == SSL_ERROR_WANT_WRITE;
    return 0;
  }

 private:
  void Drop() {
    char bytes[16'384];
    int got = 1;
    while (got > 0) {
      got = ssl_ == nullptr ? static_cast<int>(recv(socket_.fd(), bytes, sizeof bytes, 0))
                            : SSL_read(ssl_.get(), bytes, sizeof bytes);
    }
    const bool nothing_now =
        ssl_ == nullptr ? got < 0 && errno == EAGAIN : SSL_get_error(ssl_.get(), got) == SSL_ERROR_WANT_READ;
    if (!nothing_now) alive_ = false;
  }

  const LoopbackSocket socket_;
  std::unique_ptr<SSL, void (*)(SSL*)> ssl_;
  bool alive_;
};

FloodClient::FloodClient(std::string address, Attack attack, const testing::CertifiedKey* identity)
    : address_(std::move(address)),
      attack_(attack),
      tls_(identity == nullptr ? nullptr : NewClientContext(*identity), SSL_CTX_free),
      thread_([this] { Run(); }) {
  // Ignores SIGPIPE, because OpenSSL writes without MSG_NOSIGNAL.
  signal(SIGPIPE, SIG_IGN);
}

FloodClient::~FloodClient() {
  done_ = true;
  thread_.join();
}

void FloodClient::Run() {
  while (!done_) FloodOnce();
}

void FloodClient::FloodOnce() {
  Frames frames(attack_);
  kept_.push_back(std::make_unique<Stream>(address_, tls_.get()));
  Stream& stream = *kept_.back();
  ++connections_;
  std::string piece = frames.Hello();
  while (!done_ && stream.alive() && !piece.empty()) {
    const size_t sent = stream.Exchange(piece);
    bytes_ += static_cast<int64_t>(sent);
    piece.erase(0, sent);
    if (piece.empty()) frames.AppendNext(piece);
  }
  if (attack_ != Attack::kOpenCalls) kept_.clear();
  if (kept_.size() == kMostKept) kept_.pop_front();
}

}  // namespace cpsizer::e2e
