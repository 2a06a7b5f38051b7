#ifndef CPSIZER_SERVER_PROCESS_HTTP_HTTP_REQUEST_H_
#define CPSIZER_SERVER_PROCESS_HTTP_HTTP_REQUEST_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// The maximum size of the head of a request, in bytes: request line, headers and the empty line after them.
inline constexpr size_t kMaxHttpHeadBytes = 8 << 10;

// The result of reading the first bytes of a connection. The views point into the bytes that were read.
struct HttpRequest {
  enum class State : uint8_t {
    kIncomplete,  // more bytes are needed
    kComplete,
    kRefused,  // not a valid request, even if more bytes follow
  };

  State state = State::kIncomplete;
  absl::string_view method;   // for kComplete: such as `GET`
  absl::string_view path;     // for kComplete: begins with a slash, without query
  absl::string_view query;    // for kComplete: without the question mark; may be empty
  absl::string_view headers;  // for kComplete: whole lines, with CRLF between them
  bool is_http_1_0 = false;   // for kComplete
  size_t head_bytes = 0;      // for kComplete: the size of the head with the empty line
  int code = 0;               // for kRefused: the HTTP status
  absl::string_view why;      // for kRefused: a sentence
};

// Reads the head of an HTTP/1.0 or HTTP/1.1 request (RFC 9112). Only the form of headers is checked. The function is
// stricter than the RFC: lines must end in CRLF, and control bytes are not allowed. It refuses a request early, for
// example at the first byte that is not text.
HttpRequest ReadHttpRequest(absl::string_view bytes);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTP_HTTP_REQUEST_H_
