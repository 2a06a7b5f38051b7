#ifndef CPSIZER_CLIENT_UI_PAGE_SITE_H_
#define CPSIZER_CLIENT_UI_PAGE_SITE_H_

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/ui/origin_rules.h"
#include "client/ui/page_api.h"
#include "client/ui/page_files.h"
#include "client/ui/page_session.h"
#include "server/process/tls/client_rule.h"
#include "server/process/web_server/web_request.h"
#include "server/process/web_server/web_server.h"
#include "server/process/worker_pool.h"

namespace cpsizer::ui {

// Checks the requests of the page and routes them: files, session, events, and the PageApi.
class PageSite {
 public:
  // If `clients` is not empty, each client must have a certificate with a name that one of the rules matches. `api`
  // must outlive the site.
  PageSite(OriginRules origins, PageSession session, std::vector<server::ClientRule> clients, PageApi& api);

  // Waits until the running calls of `api` have returned. The loop of the server must outlive the site.
  ~PageSite();
  PageSite(const PageSite&) = delete;
  PageSite& operator=(const PageSite&) = delete;

  // Returns the URL with the token in its fragment.
  std::string url() const;

  // Returns the functions for the server. The server must not call them after this object is destroyed.
  server::WebService Service();

 private:
  using Request = server::WebRequest;
  using MaybeResponse = absl::optional<server::WebResponse>;

  MaybeResponse AnswerHead(const Request& head) const;
  MaybeResponse AnswerFile(const Request& head) const;
  // Refuses a request of the API, or answers it if it is for the event stream.
  MaybeResponse AnswerApiHead(const Request& head) const;
  // Opens a session, or lets a worker thread answer.
  void Handle(Request request, const server::WebService::Reply& reply);
  server::WebResponse OpenSession(const Request& request);
  server::WebResponse Answer(const Request& request);

  const OriginRules origins_;
  const std::vector<server::ClientRule> clients_;
  const PageFiles files_;
  PageSession session_;
  PageApi& api_;
  std::atomic<bool> stopping_{false};                         // true: waiting requests are dropped
  std::vector<std::unique_ptr<server::WorkerPool>> workers_;  // by ApiWork; last, because they use the other members
};

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_PAGE_SITE_H_
