#ifndef CPSIZER_SERVER_RPC_FLOOD_FRAME_READER_H_
#define CPSIZER_SERVER_RPC_FLOOD_FRAME_READER_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// The header of an HTTP/2 frame. Source: RFC 9113, sections 4 and 6.
struct FrameHead {
  static constexpr uint8_t kData = 0;
  static constexpr uint8_t kHeaders = 1;
  static constexpr uint8_t kRstStream = 3;
  static constexpr uint8_t kSettings = 4;
  static constexpr uint8_t kPing = 6;
  static constexpr uint8_t kWindowUpdate = 8;
  static constexpr uint8_t kContinuation = 9;

  static constexpr uint8_t kAck = 1;        // a flag of SETTINGS
  static constexpr uint8_t kEndStream = 1;  // a flag of DATA and HEADERS

  size_t length = 0;
  uint8_t type = 0;
  uint8_t flags = 0;
  uint32_t stream = 0;

  bool EndsStream() const {
    return type == kRstStream || ((type == kData || type == kHeaders) && (flags & kEndStream) != 0);
  }
};

// Finds the frame headers in the bytes of one direction of a connection. Skips all other bytes.
class FrameReader {
 public:
  // The number of bytes of the connection preface, which a client sends before its first frame.
  static constexpr size_t kPrefaceBytes = 24;

  // `skip` is the number of bytes before the first frame.
  explicit FrameReader(size_t skip) : skip_(skip) {}

  // Finds the next frame header. Removes the bytes that were read from the front of `bytes`. Returns false if `bytes`
  // contains no other complete frame header.
  bool Next(absl::string_view& bytes, FrameHead& head);

 private:
  size_t skip_;
  std::array<uint8_t, 9> head_{};
  size_t head_size_ = 0;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_FRAME_READER_H_
