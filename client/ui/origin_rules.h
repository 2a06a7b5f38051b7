#ifndef CPSIZER_CLIENT_UI_ORIGIN_RULES_H_
#define CPSIZER_CLIENT_UI_ORIGIN_RULES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/process/web_server/web_request.h"

namespace cpsizer::ui {

// Returns the port that URLs of `scheme`, `http` or `https`, have if they name none.
absl::string_view DefaultPort(absl::string_view scheme);

// The origins of the page. Thread-safe.
//
// The rules protect a server on loopback from pages of other sites: a page of another site cannot choose Host, Origin
// and Sec-Fetch-Site, not even with a DNS name that resolves to 127.0.0.1.
class OriginRules {
 public:
  // A name that a proxy in front of the server has.
  struct AllowedHost {
    std::string name;
    // Empty: any port. If it is the default port of a scheme, Host may leave it out on pages of this scheme.
    std::string port;
  };

  // `scheme` is `http` or `https`. `hosts` are the addresses of the server as values of Host, such as `localhost:8080`.
  // `allowed` are other names. If `scheme` is `http`, pages of such a name may also have `https`, because a proxy can
  // use TLS for the browser and not for the server. `url_host` is for origin().
  OriginRules(absl::string_view scheme, absl::string_view url_host, std::vector<std::string> hosts,
              std::vector<AllowedHost> allowed);

  // Returns the origin of the URL of the page, such as `http://127.0.0.1:8080`.
  const std::string& origin() const { return origin_; }

  // Returns the reason to refuse a request. Returns nullopt if the request is from the page itself, from a program that
  // is not a browser, or opens the page (a navigation to `/`).
  absl::optional<absl::string_view> Refuse(const server::WebRequest& request) const;

 private:
  // Return whether pages of `scheme` may have the value `host` of Host: any, one of the addresses of the server, one of
  // the other names.
  bool IsHostOf(absl::string_view scheme, absl::string_view host) const;
  bool IsOwn(absl::string_view host) const;
  bool IsAllowed(absl::string_view scheme, absl::string_view host) const;
  // Returns whether a page that `host` serves has the origin `origin`.
  bool IsOriginOf(absl::string_view host, absl::string_view origin) const;

  const std::string scheme_;
  const std::string origin_;
  const std::vector<std::string> hosts_;
  const std::vector<AllowedHost> allowed_;
};

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_ORIGIN_RULES_H_
