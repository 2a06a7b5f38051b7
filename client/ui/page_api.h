#ifndef CPSIZER_CLIENT_UI_PAGE_API_H_
#define CPSIZER_CLIENT_UI_PAGE_API_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::ui {

// A request of the page. The string views are valid only during the call.
struct ApiRequest {
  bool is_post = false;
  absl::string_view path;   // such as `/api/fleet`
  absl::string_view query;  // without the question mark; percent-encoded
  absl::string_view body;   // JSON of a POST request, otherwise empty
};

struct ApiResponse {
  int code = 200;                           // HTTP status
  std::shared_ptr<const std::string> body;  // JSON; null for an empty body
  uint64_t revision = 0;                    // if not 0: sent as ETag
};

// Answers the requests of the page. All calls are made on one thread of the PageServer, one at a time; they may block.
class PageApi {
 public:
  virtual ~PageApi() = default;

  // The PageServer has checked the session, Host, Origin, method and Content-Type. `path` begins with `/api/`, and is
  // not `/api/session` or `/api/events`.
  virtual ApiResponse Answer(const ApiRequest& request) = 0;
};

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_PAGE_API_H_
