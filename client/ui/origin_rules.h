#ifndef CPSIZER_CLIENT_UI_ORIGIN_RULES_H_
#define CPSIZER_CLIENT_UI_ORIGIN_RULES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/process/web_server/web_request.h"

namespace cpsizer::ui {

// The origins of the page. Thread-safe.
//
// The rules protect a server on loopback from pages of other sites: a page of another site cannot choose Host, Origin
// and Sec-Fetch-Site, not even with a DNS name that resolves to 127.0.0.1.
class OriginRules {
 public:
  // `scheme` is `http` or `https`. `hosts` are the values of Host that are permitted, such as `localhost:8080`.
  OriginRules(absl::string_view scheme, std::vector<std::string> hosts);

  // Returns the origin of the URL of the page, such as `http://127.0.0.1:8080`.
  std::string origin() const;

  // Returns the reason to refuse a request. Returns nullopt if the request is from the page itself, from a program that
  // is not a browser, or opens the page (a navigation to `/`).
  absl::optional<absl::string_view> Refuse(const server::WebRequest& request) const;

 private:
  bool IsHost(absl::string_view host) const;

  const std::string scheme_;
  const std::vector<std::string> hosts_;
};

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_ORIGIN_RULES_H_
