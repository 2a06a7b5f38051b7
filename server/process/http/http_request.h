#ifndef CPSIZER_SERVER_PROCESS_HTTP_HTTP_REQUEST_H_
#define CPSIZER_SERVER_PROCESS_HTTP_HTTP_REQUEST_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// The longest head of a request that is read, bytes: request line, headers and the empty line behind them.
inline constexpr size_t kMaxHttpHeadBytes = 8 << 10;

// What the first bytes of a connection are. The views point into the bytes that were read.
struct HttpRequest {
  enum class State : uint8_t {
    kIncomplete,  // more bytes are needed
    kComplete,
    kRefused,  // no request that can be answered, whatever comes
  };

  State state = State::kIncomplete;
  absl::string_view method;   // of kComplete: `GET`
  absl::string_view path;     // of kComplete: begins with a slash, without query
  absl::string_view query;    // of kComplete: without the question mark; may be empty
  absl::string_view headers;  // of kComplete: whole lines, with CRLF between them
  bool is_http_1_0 = false;   // of kComplete
  size_t head_bytes = 0;      // of kComplete: with the empty line
  int code = 0;               // of kRefused: the status of HTTP
  absl::string_view why;      // of kRefused: a sentence
};

// Reads the head of an HTTP/1.0 or HTTP/1.1 request (RFC 9112). Headers are checked for their form alone. Stricter than
// the RFC asks: lines end in CRLF, and no control byte is let in. Refuses as early as it can: what is no text at all
// with its first byte.
HttpRequest ReadHttpRequest(absl::string_view bytes);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTP_HTTP_REQUEST_H_
