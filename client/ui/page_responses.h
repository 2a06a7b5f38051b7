#ifndef CPSIZER_CLIENT_UI_PAGE_RESPONSES_H_
#define CPSIZER_CLIENT_UI_PAGE_RESPONSES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/ui/page_api.h"
#include "server/process/web_server/web_request.h"

namespace cpsizer::ui {

// A body of at least kMinCompressedBytes and at most kMaxCompressedBytes is compressed if the client accepts gzip.
inline constexpr size_t kMinCompressedBytes = size_t{4} << 10;
inline constexpr size_t kMaxCompressedBytes = size_t{64} << 20;

// Returns the headers of each response of the page server.
server::WebHeaders SecurityHeaders();

// Returns whether the client already has the response with the tag `tag` (If-None-Match).
bool HasTag(const server::WebRequest& request, absl::string_view tag);

// Returns an error of the API as JSON: {"error": {"code": ..., "message": ...}}. `code` is an HTTP status.
server::WebResponse ErrorResponse(int code, absl::string_view message);

// Returns the same with status 405 and the header Allow.
server::WebResponse MethodNotAllowed(absl::string_view allow);

// Converts the response of a PageApi, and compresses it.
server::WebResponse FromApi(const server::WebRequest& request, ApiResponse answer);

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_PAGE_RESPONSES_H_
