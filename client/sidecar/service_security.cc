#include "client/sidecar/service_security.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/listen_address.h"

namespace cpsizer::sidecar {
namespace {

// Whether no other machine sees what is sent to `target`, whatever a name server says.
bool IsLocal(absl::string_view target) {
  if (absl::StartsWith(target, "unix:")) return true;
  for (const absl::string_view scheme : {"dns:///", "ipv4:", "ipv6:"}) {
    if (absl::ConsumePrefix(&target, scheme)) break;
  }
  const std::vector<absl::string_view> addresses = absl::StrSplit(target, ',');
  return std::all_of(addresses.begin(), addresses.end(), server::NamesLoopback);
}

}  // namespace

absl::string_view ServiceSecurity(const Options& options) {
  if (options.service.empty()) return "in-process";
  if (options.service_tls.empty()) return IsLocal(options.service) ? "plaintext, local only" : "plaintext";
  return options.service_tls.certificate.path.empty() ? "TLS" : "mTLS";
}

}  // namespace cpsizer::sidecar
