#include "client/ui/page_site.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "client/ui/page_responses.h"
#include "server/process/tls/certificate_names.h"

namespace cpsizer::ui {
namespace {

using server::WebRequest;
using server::WebResponse;

constexpr absl::string_view kApiPrefix = "/api/";
constexpr absl::string_view kSessionPath = "/api/session";
constexpr absl::string_view kEventsPath = "/api/events";
constexpr absl::string_view kReadMethods = "GET, HEAD";
constexpr uint64_t kMaxSessionBytes = 4 << 10;

// The threads for requests that do not need much memory.
constexpr unsigned kMinThreads = 2;
constexpr unsigned kMaxThreads = 8;

// The worker threads for the requests of an ApiWork.
struct Pool {
  int threads;         // 0: as many as there are cores
  size_t max_waiting;  // further requests are refused with the text `busy`
  absl::string_view busy;
};

// In the order of ApiWork. A comparison or a replay has the decisions of a whole fleet in memory, so only one of each
// kind runs at a time.
constexpr Pool kPools[] = {{0, 32, "too many requests are waiting; retry later"},
                           {0, 32, "too many requests wait for the cluster, the files or the service; retry later"},
                           {1, 9, "too many comparisons and simulations are waiting; retry later"},
                           {1, 4, "too many replays are waiting; retry later"}};

// Returns the response to a request that the server refuses.
WebResponse Refuse(int code, absl::string_view why) {
  WebResponse response = ErrorResponse(code, why);
  if (code == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

bool IsRead(const WebRequest& request) {
  return request.method == "GET" || request.method == "HEAD";
}

// Returns the token in `{"token": "..."}`. Returns an empty text if the body has another form.
std::string TokenIn(const std::string& body) {
  const nlohmann::json json = nlohmann::json::parse(body, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return "";
  const auto token = json.find("token");
  return token != json.end() && token->is_string() ? token->get<std::string>() : "";
}

// Returns whether the page that sends the request was read with TLS.
bool IsFromTls(const WebRequest& request) {
  const std::vector<absl::string_view> origins = request.Values("Origin");
  return !origins.empty() && absl::StartsWithIgnoreCase(origins.front(), "https:");
}

WebResponse NoContent() {
  WebResponse response;
  response.code = 204;
  response.headers = {{"Cache-Control", "no-store"}};
  return response;
}

}  // namespace

PageSite::PageSite(OriginRules origins, PageSession session, std::vector<server::ClientRule> clients, PageApi& api)
    : origins_(std::move(origins)), clients_(std::move(clients)), session_(std::move(session)), api_(api) {
  const int cores = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), kMinThreads, kMaxThreads));
  for (const Pool& pool : kPools) {
    const int threads = pool.threads == 0 ? cores : pool.threads;
    workers_.push_back(std::make_unique<server::WorkerPool>(threads, pool.max_waiting));
  }
}

PageSite::~PageSite() {
  stopping_ = true;
}

std::string PageSite::url() const {
  return absl::StrCat(origins_.origin(), "/#token=", session_.token());
}

server::WebService PageSite::Service() {
  return {SecurityHeaders(), Refuse, [this](const Request& head) { return AnswerHead(head); },
          [this](Request request, const server::WebService::Reply& reply) { Handle(std::move(request), reply); },
          /*keeps_requests=*/true};
}

PageSite::MaybeResponse PageSite::AnswerHead(const Request& head) const {
  if (!clients_.empty() && (head.client == nullptr || !head.client->MatchAny(clients_))) {
    return ErrorResponse(403, "the names in the certificate of the client are not in --allowed-clients");
  }
  if (const absl::optional<absl::string_view> why = origins_.Refuse(head); why.has_value()) {
    return ErrorResponse(403, *why);
  }
  return absl::StartsWith(head.path, kApiPrefix) ? AnswerApiHead(head) : AnswerFile(head);
}

PageSite::MaybeResponse PageSite::AnswerFile(const Request& head) const {
  if (!IsRead(head)) return MethodNotAllowed(kReadMethods);
  if (MaybeResponse file = files_.Answer(head); file.has_value()) return file;
  if (head.path == "/favicon.ico") return NoContent();  // browsers request it, and report an error otherwise
  return server::PlainResponse(404, "page not found; the page is at /");
}

PageSite::MaybeResponse PageSite::AnswerApiHead(const Request& head) const {
  const bool is_session = head.path == kSessionPath;
  if (is_session && head.method != "POST") return MethodNotAllowed("POST");
  if (head.method != "POST" && !IsRead(head)) return MethodNotAllowed("GET, HEAD, POST");
  if (!is_session && !session_.HasCookie(head.Values("Cookie"))) {
    return ErrorResponse(401, "there is no session; open the URL that cpsizer has printed");
  }
  if (head.method == "POST" && !head.HasJson()) {
    return ErrorResponse(415, "the Content-Type must be application/json");
  }
  if (is_session && head.body_bytes > kMaxSessionBytes) return ErrorResponse(413, "the body is too large");
  if (head.path != kEventsPath) return absl::nullopt;
  if (head.method != "GET") return MethodNotAllowed("GET");
  WebResponse stream;
  stream.content_type = "text/event-stream";
  stream.headers = {{"Cache-Control", "no-store"}};
  stream.is_event_stream = true;
  return stream;
}

void PageSite::Handle(Request request, const server::WebService::Reply& reply) {
  if (request.path == kSessionPath) return reply(OpenSession(request));
  const auto shared = std::make_shared<const Request>(std::move(request));
  const auto pool = static_cast<size_t>(api_.WorkOf(shared->path));
  const bool waits = workers_[pool]->Submit([this, shared, reply] {
    if (!stopping_) reply(Answer(*shared));
  });
  if (!waits) reply(Refuse(503, kPools[pool].busy));
}

WebResponse PageSite::OpenSession(const Request& request) {
  switch (session_.Check(TokenIn(request.body), absl::Now())) {
    case PageSession::Result::kGranted: {
      WebResponse response = NoContent();
      response.headers.emplace_back("Set-Cookie", session_.SetCookie(IsFromTls(request)));
      return response;
    }
    case PageSession::Result::kWrongToken:
      return ErrorResponse(401, "the token is wrong; open the URL that cpsizer has printed");
    case PageSession::Result::kTooManyAttempts:
      break;
  }
  WebResponse response = ErrorResponse(429, "too many wrong tokens; retry in a minute");
  response.headers.emplace_back("Retry-After", absl::StrCat(absl::ToInt64Seconds(PageSession::kAttemptWindow)));
  return response;
}

WebResponse PageSite::Answer(const Request& request) {
  return FromApi(request, api_.Answer({request.method == "POST", request.path, request.query, request.body}));
}

}  // namespace cpsizer::ui
