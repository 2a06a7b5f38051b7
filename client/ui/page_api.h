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

// The kinds of requests, by what their answers wait for. Each kind has its own threads, so that a request does not wait
// for those that take longer.
enum class ApiWork : uint8_t {
  kMemory,   // never waits for another program
  kRead,     // reads objects from a cluster or from files, or calls the service once
  kCompare,  // decides many clusters, or simulates
  kReplay,   // reads a history
};

// Answers the requests of the page. Thread-safe: the PageServer makes several calls at the same time.
class PageApi {
 public:
  virtual ~PageApi() = default;

  // May block. The PageServer has checked the session, Host, Origin, method and Content-Type. `path` begins with
  // `/api/`, and is not `/api/session` or `/api/events`.
  virtual ApiResponse Answer(const ApiRequest& request) = 0;
  // Returns the kind of the requests with this path. Must not block.
  virtual ApiWork WorkOf(absl::string_view path) const = 0;
};

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_PAGE_API_H_
