#ifndef CPSIZER_TESTS_TESTING_NET_HTTP2_FRAMES_H_
#define CPSIZER_TESTS_TESTING_NET_HTTP2_FRAMES_H_

#include <nghttp2/nghttp2.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

// HTTP/2 frames (RFC 9113) and their use by gRPC. The test decides every byte, so frames can be invalid.
namespace cpsizer::testing {

enum class FrameType : uint8_t {
  kData = 0,
  kHeaders = 1,
  kRstStream = 3,
  kSettings = 4,
  kPing = 6,
  kGoAway = 7,
  kWindowUpdate = 8,
  kContinuation = 9,
};

inline constexpr uint8_t kEndStream = 1;
inline constexpr uint8_t kAck = 1;
inline constexpr uint8_t kEndHeaders = 4;

inline constexpr size_t kFrameHeadBytes = 9;
inline constexpr size_t kMaxFrameBytes = 16'384;  // the default value of SETTINGS_MAX_FRAME_SIZE
inline constexpr absl::string_view kHttp2Preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

using Http2Headers = std::vector<std::pair<std::string, std::string>>;

struct Http2Frame {
  FrameType type = FrameType::kData;
  uint8_t flags = 0;
  uint32_t stream = 0;
  std::string payload;
};

// Returns the serialized frame. `payload` may be longer than the receiver accepts.
std::string ToBytes(const Http2Frame& frame);

// Returns 4 bytes, the most significant byte first.
std::string BigEndian(uint32_t value);
uint32_t ReadBigEndian(absl::string_view bytes);

// Encodes headers as HPACK (RFC 7541), as literals without indexing and without Huffman coding. Names are not
// validated.
std::string HeaderBlock(const Http2Headers& headers);
// Returns an HPACK integer with a prefix of `prefix_bits` bits. The other bits of its first byte are zero.
std::string HpackInteger(uint64_t value, int prefix_bits);

// Returns one length-prefixed message of gRPC.
std::string GrpcMessage(absl::string_view bytes, bool compressed = false);

// Returns the headers of an ordinary gRPC call. `path` is a path such as `/cpsizer.v1.SizingService/RecommendSize`.
Http2Headers GrpcHeaders(absl::string_view path);

// Decodes the header blocks of one connection. The blocks must be decoded in the order in which they were sent.
class HeaderInflater {
 public:
  HeaderInflater();
  // Returns the headers; empty if the bytes are not a valid header block.
  Http2Headers Inflate(absl::string_view block);

 private:
  const std::unique_ptr<nghttp2_hd_inflater, void (*)(nghttp2_hd_inflater*)> inflater_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_HTTP2_FRAMES_H_
