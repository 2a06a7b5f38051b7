#include "server/process/web_server/web_request_reader.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace cpsizer::server {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;

std::string StringOf(boost::beast::string_view text) {
  return std::string(text.data(), text.size());
}

bool CanBeginMethod(char byte) {
  return absl::ascii_isalpha(static_cast<unsigned char>(byte));
}

}  // namespace

struct WebRequestReader::Parser {
  http::request_parser<http::string_body> beast;
};

WebRequestReader::WebRequestReader(size_t max_head_bytes) : max_head_bytes_(max_head_bytes) {
  Begin();
}

WebRequestReader::~WebRequestReader() = default;

void WebRequestReader::Begin() {
  parser_ = std::make_unique<Parser>();
  parser_->beast.header_limit(static_cast<uint32_t>(max_head_bytes_));
  parser_->beast.body_limit(std::numeric_limits<uint64_t>::max());  // the connection checks the size after the head
  request_ = WebRequest();
}

WebRequestReader::Progress WebRequestReader::ReadHead() {
  if (received_.empty()) return Progress::kMore;
  // Beast checks the bytes only after the whole head has arrived.
  if (!parser_->beast.got_some() && !CanBeginMethod(received_[0])) {
    return Refuse(400, "these bytes are not an HTTP request");
  }
  error_code error;
  received_.erase(0, parser_->beast.put(boost::asio::buffer(received_), error));
  if (error == http::error::need_more) return Progress::kMore;
  if (error == http::error::header_limit) return Refuse(431, "the head of the request is too long");
  if (error == http::error::bad_version) return Refuse(505, "this port supports only HTTP/1.1");
  if (error) return Refuse(400, "the head of the request is malformed");
  return TakeHead();
}

WebRequestReader::Progress WebRequestReader::TakeHead() {
  const auto& head = parser_->beast.get();
  if (parser_->beast.chunked()) {
    return Refuse(411, "Transfer-Encoding is not supported; send the body with a Content-Length");
  }
  const std::string target = StringOf(head.target());
  if (!absl::StartsWith(target, "/")) return Refuse(400, "the request has no path");
  const size_t question_mark = std::min(target.find('?'), target.size());
  request_.method = StringOf(head.method_string());
  request_.path = target.substr(0, question_mark);
  request_.query = target.substr(std::min(question_mark + 1, target.size()));
  for (const auto& field : head) {
    request_.headers.emplace_back(StringOf(field.name_string()), StringOf(field.value()));
  }
  request_.body_bytes = parser_->beast.content_length().value_or(0);
  keep_alive_ = parser_->beast.keep_alive();
  expects_continue_ =
      head.version() >= 11 && absl::EqualsIgnoreCase(StringOf(head[http::field::expect]), "100-continue");
  return Progress::kDone;
}

WebRequestReader::Progress WebRequestReader::ReadBody() {
  while (!parser_->beast.is_done()) {
    if (received_.empty()) return Progress::kMore;
    error_code error;
    received_.erase(0, parser_->beast.put(boost::asio::buffer(received_), error));
    if (error == http::error::need_more) return Progress::kMore;
    if (error) return Refuse(400, "the body of the request is malformed");
  }
  request_.body = std::move(parser_->beast.get().body());
  return Progress::kDone;
}

WebRequestReader::Progress WebRequestReader::Refuse(int code, absl::string_view why) {
  code_ = code;
  why_ = why;
  return Progress::kRefused;
}

}  // namespace cpsizer::server
