#include "client/ui/page_responses.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/ui/gzip.h"

namespace cpsizer::ui {
namespace {

using server::WebRequest;
using server::WebResponse;

constexpr int kFastCompression = 1;
constexpr char kJsonType[] = "application/json";

constexpr char kContentSecurityPolicy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri "
    "'none'; form-action 'none'; frame-ancestors 'none'";

// Returns the code of google.rpc.Code that is closest to an HTTP status.
absl::string_view CodeName(int code) {
  switch (code) {
    case 401:
      return "UNAUTHENTICATED";
    case 403:
      return "PERMISSION_DENIED";
    case 404:
      return "NOT_FOUND";
    case 405:
      return "UNIMPLEMENTED";
    case 503:
      return "UNAVAILABLE";
    case 429:
      return "RESOURCE_EXHAUSTED";
    default:
      return "INVALID_ARGUMENT";
  }
}

}  // namespace

server::WebHeaders SecurityHeaders() {
  return {{"Content-Security-Policy", kContentSecurityPolicy},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Embedder-Policy", "require-corp"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

bool HasTag(const WebRequest& request, absl::string_view tag) {
  const std::vector<absl::string_view> tags = request.Values("If-None-Match");
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

WebResponse ErrorResponse(int code, absl::string_view message) {
  const nlohmann::ordered_json body = {
      {"error", {{"code", std::string(CodeName(code))}, {"message", std::string(message)}}}};
  WebResponse response;
  response.code = code;
  response.content_type = kJsonType;
  response.headers = {{"Cache-Control", "no-store"}};
  response.body = std::make_shared<const std::string>(
      body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  return response;
}

WebResponse MethodNotAllowed(absl::string_view allow) {
  WebResponse response = ErrorResponse(405, absl::StrCat("this path supports only ", allow));
  response.headers.emplace_back("Allow", std::string(allow));
  return response;
}

WebResponse FromApi(const WebRequest& request, ApiResponse answer) {
  WebResponse response;
  response.code = answer.code;
  response.headers = {{"Cache-Control", "no-store"}};
  if (answer.code == 405) response.headers.emplace_back("Allow", request.method == "POST" ? "GET, HEAD" : "POST");
  if (answer.revision != 0) {
    const std::string tag = absl::StrCat("W/\"", answer.revision, "\"");
    response.headers.emplace_back("ETag", tag);
    if (answer.code == 200 && request.method != "POST" && HasTag(request, tag)) {
      response.code = 304;
      return response;
    }
  }
  response.body = std::move(answer.body);
  if (response.body == nullptr || response.body->empty()) return response;
  response.content_type = kJsonType;
  const size_t bytes = response.body->size();
  if (bytes < kMinCompressedBytes || bytes > kMaxCompressedBytes) return response;
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (!AcceptsGzip(request.Values("Accept-Encoding"))) return response;
  std::string compressed = Gzip(*response.body, kFastCompression);
  if (compressed.empty()) return response;
  response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = std::make_shared<const std::string>(std::move(compressed));
  return response;
}

}  // namespace cpsizer::ui
