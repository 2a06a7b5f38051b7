#include "server/process/web_server/web_request.h"

#include <boost/beast/http/status.hpp>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

bool HasBody(const WebResponse& response) {
  return !response.is_event_stream && response.code != 204 && response.code != 304;
}

absl::string_view ReasonOf(int code) {
  namespace http = boost::beast::http;
  const auto reason = http::obsolete_reason(http::int_to_status(static_cast<unsigned>(code)));
  return {reason.data(), reason.size()};
}

}  // namespace

bool WebRequest::HasJson() const {
  const std::vector<absl::string_view> types = Values("Content-Type");
  if (types.size() != 1) return false;
  return absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(types[0].substr(0, types[0].find(';'))), "application/json");
}

std::vector<absl::string_view> WebRequest::Values(absl::string_view name) const {
  std::vector<absl::string_view> values;
  for (const auto& [header, value] : headers) {
    if (absl::EqualsIgnoreCase(header, name)) values.push_back(value);
  }
  return values;
}

WebResponse PlainResponse(int code, absl::string_view text) {
  WebResponse response;
  response.code = code;
  response.content_type = "text/plain; charset=utf-8";
  response.headers = {{"Cache-Control", "no-store"}};
  response.body = std::make_shared<const std::string>(absl::StrCat(text, "\n"));
  return response;
}

std::string FormatWebHead(const WebResponse& response, const WebHeaders& more, bool close) {
  std::string head = absl::StrCat("HTTP/1.1 ", response.code, " ", ReasonOf(response.code), "\r\n");
  if (!response.content_type.empty()) absl::StrAppend(&head, "Content-Type: ", response.content_type, "\r\n");
  if (HasBody(response)) {
    absl::StrAppend(&head, "Content-Length: ", response.body == nullptr ? 0 : response.body->size(), "\r\n");
  }
  for (const WebHeaders* headers : {&response.headers, &more}) {
    for (const auto& [name, value] : *headers) absl::StrAppend(&head, name, ": ", value, "\r\n");
  }
  absl::StrAppend(&head, close ? "Connection: close\r\n" : "", "\r\n");
  return head;
}

}  // namespace cpsizer::server
