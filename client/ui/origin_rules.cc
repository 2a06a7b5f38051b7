#include "client/ui/origin_rules.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::ui {
namespace {

using server::WebRequest;

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

}  // namespace

OriginRules::OriginRules(absl::string_view scheme, std::vector<std::string> hosts)
    : scheme_(scheme), hosts_(std::move(hosts)) {}

std::string OriginRules::origin() const {
  return absl::StrCat(scheme_, "://", hosts_.front());
}

absl::optional<absl::string_view> OriginRules::Refuse(const WebRequest& request) const {
  const std::vector<absl::string_view> hosts = request.Values("Host");
  if (hosts.size() != 1 || !IsHost(hosts[0])) {
    return "the header Host is not an address of this server; open the URL that cpsizer has printed, or permit the "
           "name "
           "with --allowed-host";
  }
  const std::string own = absl::StrCat(scheme_, "://", hosts[0]);
  if (!All(request, "Origin", [&own](absl::string_view origin) { return absl::EqualsIgnoreCase(origin, own); })) {
    return "the request is from a page of another site";
  }
  const auto is_own = [](absl::string_view site) { return site == "same-origin" || site == "none"; };
  if (!All(request, "Sec-Fetch-Site", is_own) && !IsNavigation(request)) {
    return "the request is from a page of another site";
  }
  return absl::nullopt;
}

bool OriginRules::IsHost(absl::string_view host) const {
  return std::any_of(hosts_.begin(), hosts_.end(),
                     [host](const std::string& own) { return absl::EqualsIgnoreCase(host, own); });
}

}  // namespace cpsizer::ui
