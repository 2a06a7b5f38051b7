#include "server/process/http/http_response.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

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

}  // namespace

absl::string_view HttpReason(int code) {
  for (const StatusReason& known : kReasons) {
    if (known.code == code) return known.reason;
  }
  return "Error";
}

std::string FormatHttpHead(const HttpResponse& response, const HttpHeadOptions& options) {
  std::string head = absl::StrCat("HTTP/1.1 ", response.code, " ", HttpReason(response.code), "\r\n");
  if (!options.allow.empty()) absl::StrAppend(&head, "Allow: ", options.allow, "\r\n");
  absl::StrAppend(&head, "Content-Type: ", response.content_type, "\r\nContent-Length: ", response.body.size(),
                  "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n",
                  options.close ? "Connection: close\r\n" : "", "\r\n");
  return head;
}

}  // namespace cpsizer::server
