#include "server/process/web_server/web_request_reader.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <limits>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace cpsizer::server {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;

std::string StringOf(boost::beast::string_view text) {
  return std::string(text.data(), text.size());
}

constexpr char kTlsHandshake = 0x16;
constexpr size_t kMaxMethodBytes = 16;
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

// Returns whether `head` begins with a line such as `GET /path HTTP/2.0`.
bool NamesVersion(absl::string_view head) {
  const std::vector<absl::string_view> parts = absl::StrSplit(head.substr(0, head.find("\r\n")), ' ');
  return parts.size() == 3 && absl::StartsWith(parts[2], "HTTP/");
}

}  // namespace

WebRequestReader::Progress WebRequestReader::ReadHead() {
  for (; checked_ < received_.size(); ++checked_) {
    if (checked_ == max_head_bytes_) return Refuse(431, "the head of the request is too long");
    const char byte = received_[checked_];
    if (has_method_) {
      if (!MayFollow(received_[checked_ - 1], byte)) return Refuse(400, kNoRequest);
      const absl::string_view head = absl::string_view(received_).substr(0, checked_ + 1);
      if (absl::EndsWith(head, "\r\n\r\n")) return TakeHead(head.size());
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

WebRequestReader::Progress WebRequestReader::TakeHead(size_t head_bytes) {
  const absl::string_view head = absl::string_view(received_).substr(0, head_bytes);
  http::request_parser<http::empty_body> parser;
  parser.header_limit(static_cast<uint32_t>(head.size()));
  parser.body_limit(std::numeric_limits<uint64_t>::max());  // the connection checks the size of the body
  error_code error;
  parser.put(boost::asio::buffer(head.data(), head.size()), error);
  if (error == http::error::bad_version && NamesVersion(head)) return Refuse(505, "this port supports only HTTP/1.1");
  if (error == http::error::bad_method || error == http::error::bad_target || error == http::error::bad_version) {
    return Refuse(400, "the request line is not one of HTTP/1.1");
  }
  const auto& fields = parser.get();
  if (error == http::error::bad_transfer_encoding || fields.find(http::field::transfer_encoding) != fields.end()) {
    return Refuse(411, "Transfer-Encoding is not supported; send the body with a Content-Length");
  }
  // Beast accepts equal lengths, such as `5, 5`.
  const auto length = fields.find(http::field::content_length);
  if (error == http::error::bad_content_length || fields.count(http::field::content_length) > 1 ||
      (length != fields.end() && !absl::c_all_of(StringOf(length->value()), absl::ascii_isdigit))) {
    return Refuse(400, "the Content-Length must be exactly one whole number");
  }
  if (error) return Refuse(400, "a header of the request is malformed");
  const std::string target = StringOf(fields.target());
  if (!absl::StartsWith(target, "/")) return Refuse(400, "the request has no path");
  const size_t question_mark = std::min(target.find('?'), target.size());
  request_.method = StringOf(fields.method_string());
  request_.path = target.substr(0, question_mark);
  request_.query = target.substr(std::min(question_mark + 1, target.size()));
  for (const auto& field : fields) {
    request_.headers.emplace_back(StringOf(field.name_string()), StringOf(field.value()));
  }
  request_.body_bytes = parser.content_length().value_or(0);
  keep_alive_ = fields.version() >= 11 && parser.keep_alive();
  expects_continue_ =
      fields.version() >= 11 && absl::EqualsIgnoreCase(StringOf(fields[http::field::expect]), "100-continue");
  received_.erase(0, head_bytes);
  return Progress::kDone;
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
}

WebRequestReader::Progress WebRequestReader::Refuse(int code, absl::string_view why) {
  code_ = code;
  why_ = why;
  return Progress::kRefused;
}

}  // namespace cpsizer::server
