#include "server/engine/machine/validate/server_address.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kHttp = "http://";
constexpr absl::string_view kHttps = "https://";

// Returns the port after the host, or 0 if there is no port. Returns nothing if the host is empty or the port is not
// valid.
absl::optional<uint16_t> PortOf(absl::string_view authority) {
  const size_t end_of_ipv6 = authority.rfind(']');
  const size_t colon = authority.rfind(':');
  const bool has_port =
      colon != absl::string_view::npos && (end_of_ipv6 == absl::string_view::npos || colon > end_of_ipv6);
  const size_t host_bytes = has_port ? colon : authority.size();
  if (host_bytes == 0) return absl::nullopt;
  if (!has_port) return 0;
  int port = 0;
  if (!absl::SimpleAtoi(authority.substr(colon + 1), &port) || port < 1 || port > 65'535) return absl::nullopt;
  return static_cast<uint16_t>(port);
}

}  // namespace

absl::optional<ServerAddress> ParseServerAddress(absl::string_view text) {
  const bool clean = std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isgraph(static_cast<unsigned char>(c)) && c != '@' && c != '?' && c != '#' && c != '\\';
  });
  ServerAddress address;
  address.https = absl::StartsWithIgnoreCase(text, kHttps);
  if (!clean || (!address.https && !absl::StartsWithIgnoreCase(text, kHttp))) return absl::nullopt;
  text.remove_prefix(address.https ? kHttps.size() : kHttp.size());
  const absl::optional<uint16_t> port = PortOf(text.substr(0, text.find('/')));
  if (!port.has_value()) return absl::nullopt;
  address.port = *port;
  return address;
}

}  // namespace cpsizer
