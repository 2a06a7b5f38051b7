#include "server/process/web_server/web_request.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

bool HasBody(const WebResponse& response) {
  return !response.is_event_stream && response.code != 204 && response.code != 304;
}

struct StatusReason {
  int code;
  absl::string_view reason;
};
constexpr StatusReason kReasons[] = {
    {200, "OK"},
    {204, "No Content"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {409, "Conflict"},
    {411, "Length Required"},
    {413, "Content Too Large"},
    {415, "Unsupported Media Type"},
    {421, "Misdirected Request"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {499, "Client Closed Request"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
};

absl::string_view ReasonOf(int code) {
  for (const StatusReason& known : kReasons) {
    if (known.code == code) return known.reason;
  }
  return "Error";
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
