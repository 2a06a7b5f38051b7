#include "server/process/web_server/web_request_reader.h"

#include <algorithm>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace cpsizer::server {
namespace {

constexpr char kTlsHandshake = 0x16;
constexpr size_t kMaxMethodBytes = 16;
// The maximum number of digits of a length. A number with this many digits fits into 64 bits.
constexpr size_t kMaxLengthDigits = 18;
constexpr absl::string_view kNoRequest = "these bytes are not an HTTP request";
// The maximum capacity of the buffer that a connection keeps between two requests.
constexpr size_t kKeptBytes = size_t{64} << 10;

bool IsTokenByte(char byte) {
  return absl::ascii_isalnum(static_cast<unsigned char>(byte)) || absl::StrContains("!#$%&'*+-.^_`|~", byte);
}

// Returns whether `byte` may follow `previous` in a head, after the method.
bool MayFollow(char previous, char byte) {
  if (previous == '\r' || byte == '\n') return previous == '\r' && byte == '\n';
  if (byte == '\t' || byte == ' ') return previous != '\n';  // a folded header
  return byte == '\r' || !absl::ascii_iscntrl(static_cast<unsigned char>(byte));
}

// Returns whether a header `name` of the request has the value `token` in its list.
bool HasToken(const WebRequest& request, absl::string_view name, absl::string_view token) {
  for (const absl::string_view value : request.Values(name)) {
    for (const absl::string_view part : absl::StrSplit(value, ',')) {
      if (absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(part), token)) return true;
    }
  }
  return false;
}

bool ReadLength(absl::string_view text, uint64_t& length) {
  return text.size() <= kMaxLengthDigits && absl::c_all_of(text, absl::ascii_isdigit) &&
         absl::SimpleAtoi(text, &length);
}

}  // namespace

WebRequestReader::Progress WebRequestReader::ReadHead() {
  for (; checked_ < received_.size(); ++checked_) {
    if (checked_ == max_head_bytes_) return Refuse(431, "the head of the request is too long");
    const char byte = received_[checked_];
    if (has_method_) {
      if (!MayFollow(received_[checked_ - 1], byte)) return Refuse(400, kNoRequest);
      const absl::string_view head = absl::string_view(received_).substr(0, checked_ + 1);
      if (absl::EndsWith(head, "\r\n\r\n")) return TakeHead(head);
    } else if (byte == ' ' && checked_ > 0) {
      has_method_ = true;
    } else if (checked_ == 0 && byte == kTlsHandshake) {
      return Refuse(400, "this port serves plain HTTP, not TLS");
    } else if (!IsTokenByte(byte) || checked_ == kMaxMethodBytes) {
      return Refuse(400, kNoRequest);
    }
  }
  return Progress::kMore;
}

WebRequestReader::Progress WebRequestReader::TakeHead(absl::string_view head) {
  const std::vector<absl::string_view> lines = absl::StrSplit(absl::StripSuffix(head, "\r\n\r\n"), "\r\n");
  if (const Progress progress = TakeRequestLine(lines[0]); progress != Progress::kDone) return progress;
  for (size_t i = 1; i < lines.size(); ++i) {
    const size_t colon = lines[i].find(':');
    const absl::string_view name = lines[i].substr(0, std::min(colon, lines[i].size()));
    if (colon == absl::string_view::npos || name.empty() || !absl::c_all_of(name, IsTokenByte)) {
      return Refuse(400, "a header of the request is malformed");
    }
    request_.headers.emplace_back(std::string(name),
                                  std::string(absl::StripAsciiWhitespace(lines[i].substr(colon + 1))));
  }
  expects_continue_ = HasToken(request_, "Expect", "100-continue");
  const bool has_end = TakeBodyLength();
  keep_alive_ = keep_alive_ && has_end && !HasToken(request_, "Connection", "close");
  received_.erase(0, head.size());
  return Progress::kDone;
}

WebRequestReader::Progress WebRequestReader::TakeRequestLine(absl::string_view line) {
  const size_t first = line.find(' ');
  const size_t last = line.rfind(' ');
  const absl::string_view version = line.substr(last + 1);
  if (first == last || !absl::StartsWith(version, "HTTP/")) {
    return Refuse(400, "the request line is not one of HTTP/1.1");
  }
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return Refuse(505, "this port supports only HTTP/1.1");
  const absl::string_view target = line.substr(first + 1, last - first - 1);
  if (!absl::StartsWith(target, "/") || target.find_first_of(" \t") != absl::string_view::npos) {
    return Refuse(400, "the request has no path");
  }
  const size_t question_mark = std::min(target.find('?'), target.size());
  request_.method = std::string(line.substr(0, first));
  request_.path = std::string(target.substr(0, question_mark));
  request_.query = std::string(target.substr(std::min(question_mark + 1, target.size())));
  keep_alive_ = version == "HTTP/1.1";
  return Progress::kDone;
}

bool WebRequestReader::TakeBodyLength() {
  const std::vector<absl::string_view> lengths = request_.Values("Content-Length");
  if (!request_.Values("Transfer-Encoding").empty()) {
    Refuse(411, "Transfer-Encoding is not supported; send the body with a Content-Length");
  } else if (lengths.size() > 1 || (!lengths.empty() && !ReadLength(lengths[0], request_.body_bytes))) {
    Refuse(400, "the Content-Length must be exactly one whole number");
  }
  return code_ == 0;
}

WebRequestReader::Progress WebRequestReader::ReadBody() {
  if (received_.size() < request_.body_bytes) return Progress::kMore;
  request_.body = received_.substr(0, request_.body_bytes);
  received_.erase(0, request_.body_bytes);
  if (received_.capacity() > kKeptBytes) received_.shrink_to_fit();
  return Progress::kDone;
}

void WebRequestReader::EndRequest(bool is_last) {
  if (is_last) received_ = std::string();
  request_ = WebRequest();
  checked_ = 0;
  has_method_ = false;
  code_ = 0;
}

WebRequestReader::Progress WebRequestReader::Refuse(int code, absl::string_view why) {
  code_ = code;
  why_ = why;
  return Progress::kRefused;
}

}  // namespace cpsizer::server
