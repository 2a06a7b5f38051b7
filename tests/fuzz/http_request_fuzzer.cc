#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "server/process/http/http_body.h"
#include "server/process/http/http_request.h"

namespace cpsizer::server {
namespace {

using State = HttpRequest::State;

constexpr size_t kMaxBodyBytes = 1'000;

// Returns true if the length is within the limit, or if the request is refused with a reason.
bool HasBoundedBody(const HttpRequest& request) {
  const HttpBodyLength length = ReadBodyLength(request, kMaxBodyBytes);
  if (length.code != 0) return length.code >= 400 && length.code < 500 && !length.why.empty();
  return length.bytes <= kMaxBodyBytes && HeaderValues(request.headers, "content-length").size() == 1;
}

// Returns whether `bytes`, the beginning of a connection, have the required properties.
bool Holds(absl::string_view bytes) {
  const HttpRequest request = ReadHttpRequest(bytes);
  switch (request.state) {
    case State::kIncomplete:
      // The size of the buffer of a connection is limited.
      return bytes.size() < kMaxHttpHeadBytes;
    case State::kComplete:
      if (request.head_bytes > bytes.size() || !HasBoundedBody(request)) return false;
      return !request.method.empty() && absl::StartsWith(request.path, "/") && !absl::StrContains(request.path, '?') &&
             request.path.find_first_of(" \r\n\t") == absl::string_view::npos &&
             request.path.find('\0') == absl::string_view::npos;
    case State::kRefused:
      return request.code >= 400 && request.code < 600 && !request.why.empty();
  }
  return false;
}

// Returns true if the result for a prefix of `bytes` does not change when more bytes follow. The result then does not
// depend on the pieces in which the bytes arrive.
bool HoldsByteByByte(absl::string_view bytes) {
  for (size_t size = 0; size <= bytes.size(); ++size) {
    const HttpRequest early = ReadHttpRequest(bytes.substr(0, size));
    if (early.state == State::kIncomplete) continue;
    const HttpRequest late = ReadHttpRequest(bytes);
    if (early.state != late.state) return false;
    return early.state == State::kRefused || (early.method == late.method && early.path == late.path);
  }
  return true;
}

}  // namespace
}  // namespace cpsizer::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (!cpsizer::server::Holds(bytes)) std::abort();
  if (size < 512 && !cpsizer::server::HoldsByteByByte(bytes)) std::abort();
  return 0;
}
