#ifndef CPSIZER_CLIENT_UI_PAGE_SITE_H_
#define CPSIZER_CLIENT_UI_PAGE_SITE_H_

#include <vector>

#include "absl/types/optional.h"
#include "client/ui/origin_rules.h"
#include "client/ui/page_api.h"
#include "client/ui/page_files.h"
#include "client/ui/page_session.h"
#include "server/process/tls/client_rule.h"
#include "server/process/web_server/web_request.h"
#include "server/process/web_server/web_server.h"

namespace cpsizer::ui {

// Checks the requests of the page and routes them: files, session, events, and the PageApi.
class PageSite {
 public:
  // If `clients` is not empty, each client must have a certificate with a name that one of the rules matches. `api`
  // must outlive the site.
  PageSite(OriginRules origins, PageSession session, std::vector<server::ClientRule> clients, PageApi& api);

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
  MaybeResponse AnswerNow(const Request& request);
  server::WebResponse OpenSession(const Request& request);
  server::WebResponse Answer(const Request& request);

  const OriginRules origins_;
  const std::vector<server::ClientRule> clients_;
  const PageFiles files_;
  PageSession session_;
  PageApi& api_;
};

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_PAGE_SITE_H_
