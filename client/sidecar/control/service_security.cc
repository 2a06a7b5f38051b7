#include "client/sidecar/control/service_security.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/process/listen_address.h"

namespace cpsizer::sidecar {
namespace {

// Returns true if data sent to `target` always stays on this machine. The result does not depend on DNS.
bool IsLocal(absl::string_view target) {
  if (absl::StartsWith(target, "unix:")) return true;
  for (const absl::string_view scheme : {"dns:///", "ipv4:", "ipv6:"}) {
    if (absl::ConsumePrefix(&target, scheme)) break;
  }
  const std::vector<absl::string_view> addresses = absl::StrSplit(target, ',');
  return std::all_of(addresses.begin(), addresses.end(), server::NamesLoopback);
}

bool IsConnectionEnded(absl::string_view error) {
  return absl::StrContains(error, "Socket closed") || absl::StrContains(error, "Connection reset");
}

// With TLS 1.3, a server refuses the certificate of a client only after the handshake of the client. In this case, gRPC
// only reports that the connection has ended.
std::string AdviceOnRefusal(const server::NamedFile& certificate) {
  return certificate.path.empty()
             ? absl::StrCat("the service may require a certificate: set one with ", certificate.flag)
             : absl::StrCat("the service may have refused ", server::FileLabel(certificate),
                            ": its log has the reason");
}

// A server that requires TLS closes a plaintext connection after the first bytes.
std::string AdviceOnPlaintext(const server::ClientTlsFiles& files, absl::string_view error) {
  if (!IsConnectionEnded(error)) return "";
  return absl::StrCat("the service may require TLS: set its authority with ", files.server_ca.flag);
}

std::string AdviceOnConnection(const server::ClientTlsFiles& files, absl::string_view error) {
  if (absl::StrContains(error, "certificate verify failed")) {
    return absl::StrCat("the service presents a certificate that ", server::FileLabel(files.server_ca),
                        " did not issue, or one that is not valid now");
  }
  if (absl::StrContains(error, "is not in peer certificate")) {
    return "the service's certificate (its --tls-cert-file) must have that name, or set --service-server-name to a "
           "name that it has";
  }
  if (absl::StrContains(error, "wrong version number")) {
    return absl::StrCat("the service does not use TLS: remove ", files.server_ca.flag, ", or enable TLS there");
  }
  if (absl::StrContains(error, " alert ") || IsConnectionEnded(error)) return AdviceOnRefusal(files.certificate);
  return "";
}

}  // namespace

absl::string_view ServiceSecurity(const Options& options) {
  if (options.service.empty()) return "in-process";
  if (options.service_tls.empty()) return IsLocal(options.service) ? "plaintext, local only" : "plaintext";
  return options.service_tls.certificate.path.empty() ? "TLS" : "mTLS";
}

std::string ServiceAdvice(const server::ClientTlsFiles& files, absl::StatusCode code, absl::string_view error) {
  switch (code) {
    case absl::StatusCode::kUnavailable:
      return files.empty() ? AdviceOnPlaintext(files, error) : AdviceOnConnection(files, error);
    case absl::StatusCode::kPermissionDenied:
      if (files.certificate.path.empty()) return "";
      return absl::StrCat("the sidecar presented ", server::FileLabel(files.certificate));
    default:
      return "";
  }
}

std::string ServiceError(const Options& options, absl::StatusCode code, absl::string_view error) {
  // A sidecar without TLS files that uses a Unix socket is not expected to use TLS.
  const bool advise = !options.service_tls.empty() || !absl::StartsWith(options.service, "unix:");
  const std::string advice = advise ? ServiceAdvice(options.service_tls, code, error) : "";
  return absl::StrCat(options.service, ": ", absl::StatusCodeToString(code), ": ", error, advice.empty() ? "" : "; ",
                      advice);
}

}  // namespace cpsizer::sidecar
