#ifndef CPSIZER_SERVER_PROCESS_HTTP_HTTP_RESPONSE_H_
#define CPSIZER_SERVER_PROCESS_HTTP_HTTP_RESPONSE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

struct HttpResponse {
  int code = 200;
  absl::string_view content_type = "text/plain; charset=utf-8";
  std::string body;
};

// Returns the reason phrase of an HTTP status, such as `Not Found`. Returns `Error` for a status that no server of ours
// sends.
absl::string_view HttpReason(int code);

struct HttpHeadOptions {
  bool close = true;        // true if the connection is closed after the response
  absl::string_view allow;  // the value of the header Allow; if empty, there is no such header
};

// Returns the head of `response` in HTTP/1.1, including the empty line at its end. The head contains the length of the
// body.
std::string FormatHttpHead(const HttpResponse& response, const HttpHeadOptions& options);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTP_HTTP_RESPONSE_H_
