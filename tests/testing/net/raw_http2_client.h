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

// What came back on one stream.
struct Http2Answer {
  Http2Headers headers;  // and trailers behind them
  std::string data;
  bool ended = false;              // as it should be, with END_STREAM
  absl::optional<uint32_t> reset;  // the error code of RST_STREAM

  bool over() const { return ended || reset.has_value(); }
  // The last value of a header; empty if there is none.
  std::string Header(absl::string_view name) const;
  // Of the trailers; -1 where there is none.
  int grpc_status() const;
};

// Why the other side ended the connection, as it says.
struct Http2GoAway {
  uint32_t code = 0;
  std::string text;
};

// One HTTP/2 connection to a server on 127.0.0.1 by somebody who keeps to no rule: every byte is the test's. It
// answers pings while it waits. Nothing waits for more than a minute.
class RawHttp2Client {
 public:
  // A client that never acknowledges the server's SETTINGS is not bound by them.
  enum class Settings : uint8_t { kAcknowledge, kIgnore };

  // Connects; sends the preface and empty SETTINGS.
  explicit RawHttp2Client(absl::string_view address, Settings settings = Settings::kAcknowledge);

  // Sends bytes as they are, and takes in what arrives meanwhile; false where the other side wants no more.
  bool Send(absl::string_view bytes);
  bool Send(const Http2Frame& frame) { return Send(ToBytes(frame)); }
  // Sends while the other side takes it at once, and reads nothing. How many bytes went.
  size_t SendUnread(absl::string_view bytes);

  // A new stream with these headers; nothing is sent behind them where `flags` has kEndStream.
  uint32_t Open(const Http2Headers& headers, uint8_t flags = kEndHeaders);
  // A whole unary call.
  uint32_t Call(const Http2Headers& headers, absl::string_view body);

  // Waits for the end of the stream, or of the connection.
  Http2Answer Await(uint32_t stream);
  // Waits until the other side has acknowledged our SETTINGS and sent its own; false where the connection ended before.
  bool AwaitSettings();
  // Waits for the end of the connection; false if it does not come.
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
  std::string header_block_;  // of HEADERS and CONTINUATION so far
  absl::flat_hash_map<uint32_t, Http2Answer> answers_;
  absl::optional<Http2GoAway> go_away_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_RAW_HTTP2_CLIENT_H_
