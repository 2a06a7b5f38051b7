#include "server/process/http/http_body.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace cpsizer::server {
namespace {

// The maximum number of digits of a length. A number with this many digits fits into 64 bits. A length that is accepted
// has fewer digits.
constexpr size_t kMaxLengthDigits = 18;

HttpBodyLength RefuseBody(int code, absl::string_view why) {
  return {0, code, why};
}

bool IsLength(absl::string_view text) {
  return !text.empty() && text.size() <= kMaxLengthDigits &&
         std::all_of(text.begin(), text.end(), [](char digit) { return absl::ascii_isdigit(digit); });
}

bool HasToken(absl::string_view headers, absl::string_view name, absl::string_view token) {
  for (const absl::string_view value : HeaderValues(headers, name)) {
    for (const absl::string_view part : absl::StrSplit(value, ',')) {
      if (absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(part), token)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<absl::string_view> HeaderValues(absl::string_view headers, absl::string_view name) {
  std::vector<absl::string_view> values;
  for (const absl::string_view line : absl::StrSplit(headers, "\r\n")) {
    const size_t colon = line.find(':');
    if (colon == absl::string_view::npos || !absl::EqualsIgnoreCase(line.substr(0, colon), name)) continue;
    values.push_back(absl::StripAsciiWhitespace(line.substr(colon + 1)));
  }
  return values;
}

bool IsJson(absl::Span<const absl::string_view> content_types) {
  if (content_types.size() != 1) return false;
  const absl::string_view type = content_types[0];
  return absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(type.substr(0, type.find(';'))), "application/json");
}

HttpBodyLength ReadBodyLength(const HttpRequest& request, size_t max_bytes) {
  if (!HeaderValues(request.headers, "Transfer-Encoding").empty()) {
    return RefuseBody(411, "Transfer-Encoding is not supported; send the body with a Content-Length");
  }
  const std::vector<absl::string_view> lengths = HeaderValues(request.headers, "Content-Length");
  if (lengths.empty()) return RefuseBody(411, "the request has no Content-Length");
  HttpBodyLength length;
  if (lengths.size() > 1 || !IsLength(lengths[0]) || !absl::SimpleAtoi(lengths[0], &length.bytes)) {
    return RefuseBody(400, "the Content-Length must be exactly one whole number");
  }
  if (length.bytes > max_bytes) return RefuseBody(413, "the body is larger than this server accepts");
  return length;
}

bool WantsClose(const HttpRequest& request) {
  return request.is_http_1_0 || HasToken(request.headers, "Connection", "close");
}

bool ExpectsContinue(const HttpRequest& request) {
  return HasToken(request.headers, "Expect", "100-continue");
}

}  // namespace cpsizer::server
