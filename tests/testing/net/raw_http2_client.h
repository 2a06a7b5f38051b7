#ifndef CPSIZER_TESTS_TESTING_NET_RAW_HTTP2_CLIENT_H_
#define CPSIZER_TESTS_TESTING_NET_RAW_HTTP2_CLIENT_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/net/http2_frames.h"
#include "tests/testing/net/loopback_socket.h"

namespace cpsizer::testing {

// The response on one stream.
struct Http2Answer {
  Http2Headers headers;  // followed by the trailers
  std::string data;
  bool ended = false;              // ended normally, with END_STREAM
  absl::optional<uint32_t> reset;  // the error code of RST_STREAM

  bool over() const { return ended || reset.has_value(); }
  // Returns the last value of a header; empty if the header is absent.
  std::string Header(absl::string_view name) const;
  // Returns the status in the trailers; -1 if it is absent.
  int grpc_status() const;
};

// The GOAWAY frame with which the other side closed the connection.
struct Http2GoAway {
  uint32_t code = 0;
  std::string text;
};

// One HTTP/2 connection to a server on 127.0.0.1. The test controls every byte, and can violate any rule of HTTP/2. The
// client responds to pings while it waits. Each wait is limited to a minute.
class RawHttp2Client {
 public:
  // kIgnore: the client never acknowledges the server's SETTINGS. Therefore these settings do not apply to the client.
  enum class Settings : uint8_t { kAcknowledge, kIgnore };

  // Connects, and sends the preface and empty SETTINGS.
  explicit RawHttp2Client(absl::string_view address, Settings settings = Settings::kAcknowledge);

  // Sends bytes unchanged, and reads the available bytes at the same time. Returns false if the other side does not
  // accept more.
  bool Send(absl::string_view bytes);
  bool Send(const Http2Frame& frame) { return Send(ToBytes(frame)); }
  // Sends bytes until the other side accepts no more bytes without delay. Does not read. Returns the number of bytes
  // sent.
  size_t SendUnread(absl::string_view bytes);

  // Opens a stream with these headers. Nothing can follow the headers if `flags` has kEndStream.
  uint32_t Open(const Http2Headers& headers, uint8_t flags = kEndHeaders);
  // Sends a complete unary call.
  uint32_t Call(const Http2Headers& headers, absl::string_view body);

  // Waits for the end of the stream or of the connection.
  Http2Answer Await(uint32_t stream);
  // Waits until the other side has acknowledged the client's SETTINGS and has sent its own SETTINGS. Returns false if
  // the connection ends before.
  bool AwaitSettings();
  // Waits for the end of the connection. Returns false on timeout.
  bool AwaitEnd();

  const absl::optional<Http2GoAway>& go_away() const { return go_away_; }

 private:
  bool Fill();
  bool Take();
  bool ReadFrame();
  void TakeFrame(const Http2Frame& frame);

  const LoopbackSocket socket_;
  const Settings settings_;
  bool alive_;
  bool timed_out_ = false;
  std::string buffer_;
  uint32_t next_stream_ = 1;
  int settings_seen_ = 0;
  HeaderInflater inflater_;
  std::string header_block_;  // the bytes of HEADERS and CONTINUATION so far
  absl::flat_hash_map<uint32_t, Http2Answer> answers_;
  absl::optional<Http2GoAway> go_away_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_RAW_HTTP2_CLIENT_H_
