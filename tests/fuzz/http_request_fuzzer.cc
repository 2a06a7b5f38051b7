#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "server/process/web_server/web_request_reader.h"

namespace cpsizer::server {
namespace {

using Progress = WebRequestReader::Progress;

constexpr size_t kMaxHeadBytes = 1 << 10;

bool IsRefusal(const WebRequestReader& reader) {
  return reader.code() >= 400 && reader.code() < 600 && !reader.why().empty();
}

// Returns true if the length of the body is known, or if the body is refused with a reason.
bool HasBoundedBody(WebRequestReader& reader) {
  if (reader.code() != 0) return IsRefusal(reader) && !reader.keep_alive() && reader.request().body_bytes == 0;
  return reader.request().Values("content-length").size() <= 1 && reader.request().Values("transfer-encoding").empty();
}

// Returns whether `bytes`, the beginning of a connection, have the required properties.
bool Holds(absl::string_view bytes) {
  WebRequestReader reader(kMaxHeadBytes);
  reader.Add(bytes);
  const Progress progress = reader.ReadHead();
  // The size of the buffer of a connection is limited.
  if (progress == Progress::kMore) return bytes.size() <= kMaxHeadBytes;
  if (progress == Progress::kRefused) return IsRefusal(reader);
  const WebRequest& request = reader.request();
  if (request.method.empty() || !absl::StartsWith(request.path, "/") || absl::StrContains(request.path, '?') ||
      request.path.find_first_of(" \r\n\t\0", 0, 5) != std::string::npos || !HasBoundedBody(reader)) {
    return false;
  }
  const uint64_t body_bytes = request.body_bytes;
  return reader.ReadBody() == Progress::kMore || reader.request().body.size() == body_bytes;
}

// Returns true if the result does not depend on the pieces in which the bytes arrive.
bool HoldsByteByByte(absl::string_view bytes) {
  WebRequestReader whole(kMaxHeadBytes);
  whole.Add(bytes);
  const Progress expected = whole.ReadHead();
  WebRequestReader reader(kMaxHeadBytes);
  for (size_t i = 0; i < bytes.size(); ++i) {
    reader.Add(bytes.substr(i, 1));
    const Progress progress = reader.ReadHead();
    if (progress == Progress::kMore) continue;
    return progress == expected && reader.code() == whole.code() && reader.request().path == whole.request().path &&
           reader.request().headers == whole.request().headers;
  }
  return expected == Progress::kMore;
}

}  // namespace
}  // namespace cpsizer::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (!cpsizer::server::Holds(bytes)) std::abort();
  if (size < 2 * cpsizer::server::kMaxHeadBytes && !cpsizer::server::HoldsByteByByte(bytes)) std::abort();
  return 0;
}
