#include "server/process/http/http_request.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace cpsizer::server {
namespace {

constexpr char kTlsHandshake = 0x16;
constexpr size_t kMaxMethodBytes = 16;

HttpRequest Refuse(int code, absl::string_view why) {
  HttpRequest request;
  request.state = HttpRequest::State::kRefused;
  request.code = code;
  request.why = why;
  return request;
}

bool IsTokenByte(char byte) {
  return absl::ascii_isalnum(static_cast<unsigned char>(byte)) || absl::StrContains("!#$%&'*+-.^_`|~", byte);
}

bool IsToken(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsTokenByte);
}

// Returns true if all `bytes` are allowed in the head of a request and each line ends in CRLF.
bool IsText(absl::string_view bytes) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    switch (bytes[i]) {
      case '\t':
        break;
      case '\r':
        if (i + 1 < bytes.size() && bytes[i + 1] != '\n') return false;
        break;
      case '\n':
        if (i == 0 || bytes[i - 1] != '\r') return false;
        break;
      default:
        if (absl::ascii_iscntrl(static_cast<unsigned char>(bytes[i]))) return false;
    }
  }
  return true;
}

// Returns true if each line has the form `Name: value`. Folded lines are not allowed.
bool AreHeaders(absl::string_view lines) {
  while (!lines.empty()) {
    const size_t end = lines.find("\r\n");
    const absl::string_view line = lines.substr(0, end);
    if (!IsToken(line.substr(0, std::min(line.find(':'), line.size())))) return false;
    if (!absl::StrContains(line, ':')) return false;
    lines.remove_prefix(std::min(lines.size(), end == absl::string_view::npos ? lines.size() : end + 2));
  }
  return true;
}

// Parses a request line, such as `GET /path?query HTTP/1.1`.
HttpRequest ReadRequestLine(absl::string_view line) {
  const size_t first = line.find(' ');
  const size_t last = line.rfind(' ');
  if (first == absl::string_view::npos || first == last) return Refuse(400, "the request line is not one of HTTP/1.1");
  const absl::string_view target = line.substr(first + 1, last - first - 1);
  const absl::string_view version = line.substr(last + 1);
  if (!absl::StartsWith(version, "HTTP/")) return Refuse(400, "the request line is not one of HTTP/1.1");
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return Refuse(505, "this port supports only HTTP/1.1");
  if (!absl::StartsWith(target, "/") || target.find_first_of(" \t") != absl::string_view::npos) {
    return Refuse(400, "the request has no path");
  }
  HttpRequest request;
  request.state = HttpRequest::State::kComplete;
  request.method = line.substr(0, first);
  const size_t question_mark = std::min(target.find('?'), target.size());
  request.path = target.substr(0, question_mark);
  request.query = target.substr(std::min(question_mark + 1, target.size()));
  request.is_http_1_0 = version == "HTTP/1.0";
  return request;
}

}  // namespace

HttpRequest ReadHttpRequest(absl::string_view bytes) {
  if (!bytes.empty() && bytes[0] == kTlsHandshake) return Refuse(400, "this port serves plain HTTP, not TLS");
  const absl::string_view method = bytes.substr(0, bytes.find(' '));
  if (method.size() > kMaxMethodBytes || !std::all_of(method.begin(), method.end(), IsTokenByte) ||
      absl::StartsWith(bytes, " ")) {
    return Refuse(400, "these bytes are not an HTTP request");
  }
  const size_t end = bytes.find("\r\n\r\n");
  const absl::string_view head = bytes.substr(0, end);
  // `lines` includes the line end of each line. The last line end may be incomplete. IsText() accepts an incomplete
  // line end, and checks it again after more bytes have arrived.
  const absl::string_view lines = bytes.substr(0, std::min(head.size() + 4, kMaxHttpHeadBytes));
  if (!IsText(lines)) return Refuse(400, "these bytes are not an HTTP request");
  if (head.size() + 4 > kMaxHttpHeadBytes) return Refuse(431, "the head of the request is too long");
  if (end == absl::string_view::npos) return HttpRequest();
  const size_t line_end = std::min(head.find("\r\n"), head.size());
  HttpRequest request = ReadRequestLine(head.substr(0, line_end));
  if (request.state != HttpRequest::State::kComplete) return request;
  request.headers = head.substr(std::min(line_end + 2, head.size()));
  request.head_bytes = head.size() + 4;
  if (!AreHeaders(request.headers)) return Refuse(400, "a header of the request is malformed");
  return request;
}

}  // namespace cpsizer::server
