#include "server/process/admin/admin_server.h"

#include <utility>

namespace cpsizer::server {
namespace {

constexpr char kMethods[] = "GET, HEAD";

WebResponse Respond(const AdminPages& pages, const WebRequest& head) {
  WebResponse response;
  if (head.method == "GET" || head.method == "HEAD") {
    response = AnswerAdminPage(pages, head.path);
  } else {
    response = PlainResponse(405, "these pages support only GET and HEAD");
    response.headers.emplace_back("Allow", kMethods);
  }
  response.close = true;
  return response;
}

}  // namespace

WebLimits AdminLimits() {
  WebLimits limits;
  limits.step_timeout = std::chrono::seconds(5);
  limits.idle_timeout = limits.step_timeout;
  limits.max_dropped_bytes = size_t{1} << 20;
  return limits;
}

AdminServer::AdminServer(Listener listener, AdminPages pages, EventThread& thread, const WebLimits& limits)
    : thread_(thread), web_(std::make_unique<WebServer>(std::move(listener), thread.loop(), limits)) {
  WebService service;
  service.headers = {{"X-Content-Type-Options", "nosniff"}};
  service.refuse = PlainResponse;
  service.answer_head = [pages = std::move(pages)](const WebRequest& head) { return Respond(pages, head); };
  thread_.Call([this, &service] { web_->Start(std::move(service)); });
}

AdminServer::~AdminServer() {
  thread_.Call([this] { web_.reset(); });
}

}  // namespace cpsizer::server
