#include "client/kube/http/http_transfer.h"

#include <curl/curl.h>

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/kube/http/api_error.h"
#include "client/kube/http/curl_connection.h"
#include "client/kube/http/curl_tls.h"
#include "client/kube/http/mask_credentials.h"

namespace cpsizer::kube {
namespace {

// The maximum number of stored bytes of the body of an error response.
constexpr size_t kMaxErrorBytes = size_t{64} << 10;

// Returns `host:port` for a URL. If the URL has no port, uses the default port of the scheme.
std::string Authority(absl::string_view url) {
  const bool https = absl::ConsumePrefix(&url, "https://");
  if (!https) absl::ConsumePrefix(&url, "http://");
  const absl::string_view authority = url.substr(0, url.find('/'));
  const size_t colon = authority.rfind(':');
  const bool has_port = colon != absl::string_view::npos && authority.find(']', colon) == absl::string_view::npos;
  return has_port ? std::string(authority) : absl::StrCat(authority, https ? ":443" : ":80");
}

}  // namespace

size_t HttpTransfer::TakeBytes(char* bytes, size_t size, size_t count, void* transfer) {
  static_cast<HttpTransfer*>(transfer)->Take({bytes, size * count});
  return static_cast<HttpTransfer*>(transfer)->refused_.ok() ? size * count : 0;
}

size_t HttpTransfer::TakeHeader(char* bytes, size_t size, size_t count, void* transfer) {
  static_cast<HttpTransfer*>(transfer)->ReadHeader({bytes, size * count});
  return size * count;
}

void HttpTransfer::ReadHeader(absl::string_view line) {
  const size_t colon = line.find(':');
  const std::string name = absl::AsciiStrToLower(line.substr(0, colon));
  const absl::string_view value =
      colon == absl::string_view::npos ? "" : absl::StripAsciiWhitespace(line.substr(colon + 1));
  int seconds = 0;
  if (name == "retry-after" && absl::SimpleAtoi(value, &seconds) && seconds >= 0) retry_after_ = absl::Seconds(seconds);
  if (name == "content-type") is_text_ = value.empty() || absl::StartsWithIgnoreCase(value, "text/");
  if (name == "content-length" || name == "transfer-encoding") has_end_ = true;
  if (absl::StripAsciiWhitespace(line).empty()) head_is_whole_ = true;
}

HttpTransfer::HttpTransfer(HttpRequest request, const HttpOptions& options, const TlsIdentity& identity,
                           size_t& bytes_in_flight, bool stream)
    : request_(std::move(request)),
      stream_(stream),
      bytes_in_flight_(bytes_in_flight),
      easy_(curl_easy_init()),
      curl_(easy_) {
  SetConnection(options, request_.endpoint.get(), curl_);
  SetTls(request_.endpoint == nullptr ? identity : request_.endpoint->tls, curl_);
  SetRequest(options);
  curl_.Set(CURLOPT_ERRORBUFFER, problem_);
  curl_.Set(CURLOPT_WRITEFUNCTION, &TakeBytes);
  curl_.Set(CURLOPT_WRITEDATA, this);
  curl_.Set(CURLOPT_HEADERFUNCTION, &TakeHeader);
  curl_.Set(CURLOPT_HEADERDATA, this);
  // HttpLoop reads this pointer from the handle when the transfer has ended.
  curl_.Set(CURLOPT_PRIVATE, this);
}

HttpTransfer::~HttpTransfer() {
  TakeBody();
  curl_easy_cleanup(easy_);
  curl_slist_free_all(headers_);
  curl_slist_free_all(connect_to_);
}

void HttpTransfer::SetRequest(const HttpOptions& options) {
  const std::string& server = request_.endpoint == nullptr ? options.server : request_.endpoint->server;
  server_ = server.substr(0, server.find('/', server.find("://") + 3));
  std::string url = absl::StrCat(server, request_.path);
  if (request_.endpoint == nullptr && !options.server_name.empty()) {
    // TLS verifies the host name in the URL. For this reason the host in the URL is the name in the certificate, and
    // the address of the server is set separately.
    const std::string authority = Authority(options.server);
    const size_t scheme_end = options.server.find("://") + 3;
    const size_t authority_end = std::min(options.server.find('/', scheme_end), options.server.size());
    url = absl::StrCat(options.server.substr(0, scheme_end), options.server_name, options.server.substr(authority_end),
                       request_.path);
    connect_to_ = curl_slist_append(nullptr, absl::StrCat("::", authority).c_str());
    curl_.Set(CURLOPT_CONNECT_TO, connect_to_);
    AddHeader(absl::StrCat("Host: ", authority));
  }
  for (const std::string& header : request_.headers) AddHeader(header);
  // Removes the header `Expect: 100-continue`. With this header, libcurl waits up to one second before it sends a large
  // body.
  AddHeader("Expect:");
  curl_.Set(CURLOPT_HTTPHEADER, headers_);
  curl_.Set(CURLOPT_URL, url.c_str());
  curl_.Set(CURLOPT_TIMEOUT_MS, Milliseconds(request_.timeout));
  // Does not request compression for streams. A server may end the gzip data at each flush of a stream, and libcurl
  // does not support such a stream.
  if (options.compress && !stream_) curl_.Set(CURLOPT_ACCEPT_ENCODING, "gzip");
  if (request_.fresh_connection) {
    curl_.Set(CURLOPT_FRESH_CONNECT, 1L);
    curl_.Set(CURLOPT_FORBID_REUSE, 1L);
  }
  if (request_.method == "GET") return;
  curl_.Set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  curl_.Set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
  curl_.Set(CURLOPT_POSTFIELDS, request_.body.c_str());
}

void HttpTransfer::AddHeader(const std::string& header) {
  headers_ = curl_slist_append(headers_, header.c_str());
}

long HttpTransfer::HttpCode() const {
  long code = 0;
  curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &code);
  return code;
}

bool HttpTransfer::Succeeded() const {
  return HttpCode() >= 200 && HttpCode() < 300;
}

void HttpTransfer::Take(absl::string_view bytes) {
  if (!Succeeded()) {
    bytes = bytes.substr(0, kMaxErrorBytes - std::min(body_.size(), kMaxErrorBytes));
  } else if (refused_ = CheckRoom(bytes.size()); !refused_.ok()) {
    TakeBody();  // frees memory for other transfers
    return;
  }
  received_bytes_ += bytes.size();
  bytes_in_flight_ += bytes.size();
  if (stream_ && body_.empty() && Succeeded()) arrived->push_back(id);
  absl::StrAppend(&body_, bytes);
}

absl::Status HttpTransfer::CheckRoom(size_t bytes) const {
  const std::string what = absl::StrCat("the response to ", request_.path.substr(0, request_.path.find('?')));
  if (!stream_ && body_.size() + bytes > request_.max_answer_bytes) {
    return AsTooLarge(absl::DataLossError(absl::StrCat(what, " is longer than ", request_.max_answer_bytes,
                                                       " bytes, which is the limit for this response")));
  }
  if (body_.size() + bytes > kSmallBytes && bytes_in_flight_ + bytes > kMaxBytesInFlight) {
    return absl::ResourceExhaustedError(absl::StrCat(what, " and the other responses in flight are longer than ",
                                                     kMaxBytesInFlight, " bytes together"));
  }
  return absl::OkStatus();
}

std::string HttpTransfer::TakeBody() {
  bytes_in_flight_ -= body_.size();
  return std::exchange(body_, std::string());
}

// Returns the server for messages, such as `the API server scheme://host:port`. For the server of an endpoint, the text
// begins with `the server`.
std::string HttpTransfer::Server() const {
  return absl::StrCat(request_.endpoint == nullptr ? "the API server " : "the server ", server_);
}

bool HttpTransfer::WasSent() const {
  long bytes = 0;
  curl_easy_getinfo(easy_, CURLINFO_REQUEST_SIZE, &bytes);
  return bytes > 0;
}

absl::Status HttpTransfer::Result(int curl_code) const {
  return MaskCredentials(request_.headers, Outcome(curl_code));
}

absl::Status HttpTransfer::Outcome(int curl_code) const {
  const auto code = static_cast<CURLcode>(curl_code);
  if (!refused_.ok()) return refused_;
  if (code == CURLE_OPERATION_TIMEDOUT) {
    return absl::DeadlineExceededError(absl::StrCat("no response from ", Server(), " in time: ", problem_));
  }
  if (HasNoAlternativeName(easy_)) {
    return absl::UnavailableError(absl::StrCat(
        "the certificate of ", Server(),
        " is refused: it relies on its common name, and has no subject alternative name with a DNS name or "
        "an IP address; issue it with one"));
  }
  if (code != CURLE_OK) {
    const std::string message = absl::StrCat("the connection to ", Server(),
                                             " failed: ", problem_[0] == '\0' ? curl_easy_strerror(code) : problem_);
    return WasSent() ? BrokenConnectionError(message) : absl::UnavailableError(message);
  }
  // A response without a length ends when the connection ends. Without this check, a truncated response would be
  // accepted as complete.
  if (Succeeded() && !(head_is_whole_ && has_end_)) {
    return BrokenConnectionError(
        absl::StrCat("the connection to ", Server(), " ended before the response was complete"));
  }
  if (Succeeded()) return absl::OkStatus();
  // ApiError() cuts the text, so the body must not contain credentials either.
  return ApiError(static_cast<int>(HttpCode()), MaskCredentials(request_.headers, body_), retry_after_, is_text_);
}

}  // namespace cpsizer::kube
