#include "client/ui/origin_rules.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace cpsizer::ui {
namespace {

using server::WebRequest;

// A proxy can use TLS for the browser, whichever scheme the server has.
constexpr absl::string_view kSchemeOfProxies = "https";

// Returns whether the request has no header `name`, or only values that `is_permitted` accepts.
template <typename F>
bool All(const WebRequest& request, absl::string_view name, F is_permitted) {
  const std::vector<absl::string_view> values = request.Values(name);
  return std::all_of(values.begin(), values.end(), is_permitted);
}

bool Has(const WebRequest& request, absl::string_view name, absl::string_view value) {
  const std::vector<absl::string_view> values = request.Values(name);
  return values.size() == 1 && values[0] == value;
}

// Returns whether the user opens the page, for example with a link in an e-mail in a browser.
bool IsNavigation(const WebRequest& request) {
  return request.method == "GET" && request.path == "/" && Has(request, "Sec-Fetch-Mode", "navigate") &&
         Has(request, "Sec-Fetch-Dest", "document");
}

// Returns whether `port`, the part of Host after the name, is a port that `allowed` permits for `scheme`. It is empty,
// or begins with a colon.
bool IsPortOf(absl::string_view port, absl::string_view scheme, const OriginRules::AllowedHost& allowed) {
  const absl::string_view number = port.empty() ? DefaultPort(scheme) : port.substr(1);
  return allowed.port.empty() ? !number.empty() && absl::c_all_of(number, absl::ascii_isdigit) : number == allowed.port;
}

}  // namespace

absl::string_view DefaultPort(absl::string_view scheme) {
  return scheme == "https" ? "443" : "80";
}

OriginRules::OriginRules(absl::string_view scheme, absl::string_view url_host, std::vector<std::string> hosts,
                         std::vector<AllowedHost> allowed)
    : scheme_(scheme),
      origin_(absl::StrCat(scheme, "://", url_host)),
      hosts_(std::move(hosts)),
      allowed_(std::move(allowed)) {}

absl::optional<absl::string_view> OriginRules::Refuse(const WebRequest& request) const {
  const std::vector<absl::string_view> hosts = request.Values("Host");
  if (hosts.size() != 1 || (!IsHostOf(scheme_, hosts[0]) && !IsHostOf(kSchemeOfProxies, hosts[0]))) {
    return "the header Host is not an address of this server; open the URL that cpsizer has printed, or start cpsizer "
           "with --allowed-host and the name";
  }
  if (!All(request, "Origin", [&](absl::string_view origin) { return IsOriginOf(hosts[0], origin); })) {
    return "the request is from a page of another site; a proxy must pass the header Host unchanged";
  }
  const auto is_own = [](absl::string_view site) { return site == "same-origin" || site == "none"; };
  if (!All(request, "Sec-Fetch-Site", is_own) && !IsNavigation(request)) {
    return "the request is from a page of another site";
  }
  return absl::nullopt;
}

bool OriginRules::IsHostOf(absl::string_view scheme, absl::string_view host) const {
  return (scheme == scheme_ && IsOwn(host)) || IsAllowed(scheme, host);
}

bool OriginRules::IsOwn(absl::string_view host) const {
  return absl::c_any_of(hosts_, [host](const std::string& own) { return absl::EqualsIgnoreCase(host, own); });
}

bool OriginRules::IsAllowed(absl::string_view scheme, absl::string_view host) const {
  return absl::c_any_of(allowed_, [&](const AllowedHost& allowed) {
    if (!absl::StartsWithIgnoreCase(host, allowed.name)) return false;
    const absl::string_view port = host.substr(allowed.name.size());
    return (port.empty() || port[0] == ':') && IsPortOf(port, scheme, allowed);
  });
}

bool OriginRules::IsOriginOf(absl::string_view host, absl::string_view origin) const {
  const auto is = [&](absl::string_view scheme) {
    // Browsers leave out the default port. Some proxies add it to Host.
    const absl::string_view name = absl::StripSuffix(host, absl::StrCat(":", DefaultPort(scheme)));
    return IsHostOf(scheme, host) && absl::EqualsIgnoreCase(origin, absl::StrCat(scheme, "://", name));
  };
  return is(scheme_) || is(kSchemeOfProxies);
}

}  // namespace cpsizer::ui
