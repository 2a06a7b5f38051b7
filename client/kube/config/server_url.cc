#include "client/kube/config/server_url.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/kube/quoted.h"

namespace cpsizer::kube {
namespace {

constexpr absl::string_view kSchemeEnd = "://";

struct Url {
  std::string scheme;      // lower case; empty if the URL has no scheme
  absl::string_view user;  // the part up to and including the `@`; may be empty
  absl::string_view host_port;
  absl::string_view path;
};

Url Split(absl::string_view text) {
  Url url;
  text = text.substr(0, text.find_first_of("?#"));
  const size_t scheme_end = text.find(kSchemeEnd);
  if (scheme_end != absl::string_view::npos) {
    url.scheme = absl::AsciiStrToLower(text.substr(0, scheme_end));
    text.remove_prefix(scheme_end + kSchemeEnd.size());
  }
  url.host_port = text.substr(0, text.find('/'));
  url.path = text.substr(url.host_port.size());
  const size_t at = url.host_port.rfind('@');
  if (at != absl::string_view::npos) {
    url.user = url.host_port.substr(0, at + 1);
    url.host_port.remove_prefix(at + 1);
  }
  return url;
}

bool CanStandInUrl(char c) {
  return c > ' ' && c < 0x7F && c != '"' && c != '<' && c != '>' && c != '\\' && c != '^' && c != '`' && c != '{' &&
         c != '|' && c != '}';
}

bool IsPort(absl::string_view text) {
  uint32_t number = 0;
  return !text.empty() && std::all_of(text.begin(), text.end(), absl::ascii_isdigit) &&
         absl::SimpleAtoi(text, &number) && number > 0 && number <= 65535;
}

// Checks that `text` has the form host, host:port, [address] or [address]:port. Returns an empty string if it has one
// of these forms. If not, returns the reason.
absl::string_view WhyNoHost(absl::string_view text) {
  absl::string_view port = text;
  if (absl::ConsumePrefix(&port, "[")) {
    const size_t end = port.find(']');
    if (end == absl::string_view::npos || end == 0) return "has an invalid address in brackets";
    port.remove_prefix(end + 1);
  } else {
    const absl::string_view host = text.substr(0, text.find(':'));
    if (host.empty()) return "has no host";
    // Rejects a number, because a resolver reads a number as an IPv4 address: 17 means 0.0.0.17.
    if (std::all_of(host.begin(), host.end(), absl::ascii_isdigit)) return "has a number as its host";
    if (host.find_first_of("[]") != absl::string_view::npos) return "has a bracket inside the host";
    port.remove_prefix(host.size());
    if (std::count(port.begin(), port.end(), ':') > 1) return "has an IPv6 address without brackets";
  }
  if (port.empty() || (absl::ConsumePrefix(&port, ":") && IsPort(port))) return "";
  return "has a port that is not a number from 1 to 65535";
}

absl::Status BadServer(absl::string_view why) {
  return absl::InvalidArgumentError(why);
}

}  // namespace

absl::StatusOr<std::string> NormalServerUrl(absl::string_view text) {
  Url url = Split(text);
  if (!url.user.empty()) {
    return BadServer("contains a user or a password before an `@`; set credentials in the user of the context");
  }
  const std::string shown = Quoted(text);
  if (url.scheme.empty()) url.scheme = "https";
  if (url.scheme != "https" && url.scheme != "http") {
    return BadServer(absl::StrCat(shown, " has a scheme other than https and http; give https://host:port"));
  }
  if (!std::all_of(text.begin(), text.end(), CanStandInUrl)) {
    return BadServer(absl::StrCat(shown, " has a character that is not allowed in a URL; give https://host:port"));
  }
  const absl::string_view why = WhyNoHost(url.host_port);
  if (!why.empty()) return BadServer(absl::StrCat(shown, " ", why, "; give https://host:port"));
  while (absl::ConsumeSuffix(&url.path, "/")) {
  }
  return absl::StrCat(url.scheme, kSchemeEnd, url.host_port, url.path);
}

absl::Status CheckProxyUrl(absl::string_view text) {
  const Url url = Split(text);
  if (url.scheme != "http" && url.scheme != "https" && url.scheme != "socks5") {
    return BadServer("must begin with http://, https:// or socks5://");
  }
  if (!std::all_of(text.begin(), text.end(), CanStandInUrl)) {
    return BadServer("has a character that is not allowed in a URL; write it as % and two hexadecimal digits");
  }
  const absl::string_view why = WhyNoHost(url.host_port);
  return why.empty() ? absl::OkStatus() : BadServer(absl::StrCat(why, "; give ", url.scheme, "://host:port"));
}

}  // namespace cpsizer::kube
