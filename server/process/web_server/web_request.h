#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_REQUEST_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_REQUEST_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

class CertificateNames;

// Names and values of headers.
using WebHeaders = std::vector<std::pair<std::string, std::string>>;

// A request that a WebServer has received.
struct WebRequest {
  std::string method;  // such as `GET`
  std::string path;    // begins with a slash, without query
  std::string query;   // without the question mark
  WebHeaders headers;  // in the order of the request
  std::string body;
  uint64_t body_bytes = 0;  // the size of the body, also while the body is not read
  // The names of the certificate that the client has presented. Null if it has presented none.
  std::shared_ptr<const CertificateNames> client;
  std::chrono::steady_clock::time_point begun;  // when the first byte of the request was received

  // Returns whether there is exactly one Content-Type, and it is JSON.
  bool HasJson() const;
  // Returns the values of all headers with the name `name`. Upper and lower case of the name are equal.
  std::vector<absl::string_view> Values(absl::string_view name) const;
};

struct WebResponse {
  int code = 200;
  std::string content_type;                 // empty: the header is absent
  WebHeaders headers;                       // other headers
  std::shared_ptr<const std::string> body;  // null: an empty body
  // If true, the connection becomes a stream of server-sent events, and `body` is not used.
  bool is_event_stream = false;
  bool close = false;  // true: the connection ends after the response
};

// Returns a response with `text` and a line feed, which clients must not store.
WebResponse PlainResponse(int code, absl::string_view text);

// Returns the head of a response with the headers `more` in HTTP/1.1, including the empty line at its end. The head has
// the length of the body, unless the response is an event stream or has a status without a body (204, 304).
std::string FormatWebHead(const WebResponse& response, const WebHeaders& more, bool close);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_REQUEST_H_
