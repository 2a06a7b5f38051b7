#include "server/rpc/security/security_options.h"

#include <utility>

namespace cpsizer::server {
namespace {

absl::Status SetPath(absl::string_view text, std::string& path) {
  if (text.empty()) return absl::InvalidArgumentError("the path is empty; set a path, or omit the flag");
  path = std::string(text);
  return absl::OkStatus();
}

absl::Status SetClients(absl::string_view text, std::vector<ClientRule>& rules) {
  absl::StatusOr<std::vector<ClientRule>> parsed = ParseClientRules(text);
  if (!parsed.ok()) return parsed.status();
  rules = *std::move(parsed);
  return absl::OkStatus();
}

bool HasRules(const SecurityOptions& options) {
  return !options.allowed_clients.empty() || !options.authorization_file.empty();
}

}  // namespace

std::vector<Flag> SecurityFlags(SecurityOptions& options) {
  return {
      SwitchFlag("--insecure", "allow serving without TLS on an address that other machines can reach",
                 options.insecure),
      {"--tls-cert-file", "FILE", "",
       "certificate to serve with, in PEM, followed by its issuers; reloaded when it changes",
       [&options](absl::string_view text) { return SetPath(text, options.tls.certificate); }},
      {"--tls-private-key-file", "FILE", "",
       "private key of --tls-cert-file, in PEM without a passphrase; reloaded when it changes",
       [&options](absl::string_view text) { return SetPath(text, options.tls.private_key); }},
      {"--client-ca-file", "FILE", "",
       "certificates of the authorities for client certificates, in PEM; with this flag, each client must present a "
       "certificate",
       [&options](absl::string_view text) { return SetPath(text, options.tls.client_ca); }},
      {"--tls-min-version", "1.2|1.3", "1.2", "minimum TLS version",
       [&options](absl::string_view text) {
         return SetChoice(text,
                          {Choice<TlsVersion>{"1.2", TlsVersion::k12}, Choice<TlsVersion>{"1.3", TlsVersion::k13}},
                          options.tls_min_version);
       }},
      {"--allowed-clients", "CLIENT,...", "",
       "clients that may call all methods, by a name in their certificate: uri:NAME or dns:NAME, with at most one *; "
       "without this flag and --authorization-file, all clients with a certificate that an authority of "
       "--client-ca-file issued",
       [&options](absl::string_view text) { return SetClients(text, options.allowed_clients); }},
      {"--authorization-file", "FILE", "",
       "file that allows clients to call methods: each line is METHOD CLIENT..., where METHOD can be *; reloaded when "
       "it changes",
       [&options](absl::string_view text) { return SetPath(text, options.authorization_file); }},
  };
}

absl::Status CheckSecurityOptions(const SecurityOptions& options) {
  const TlsFiles& tls = options.tls;
  if (tls.certificate.empty() != tls.private_key.empty()) {
    return absl::InvalidArgumentError(
        tls.certificate.empty() ? "--tls-private-key-file needs --tls-cert-file, the certificate of that key"
                                : "--tls-cert-file needs --tls-private-key-file, the key of that certificate");
  }
  if (!tls.client_ca.empty() && tls.certificate.empty()) {
    return absl::InvalidArgumentError(
        "--client-ca-file needs --tls-cert-file and --tls-private-key-file: clients present a certificate only to a "
        "server that presents one");
  }
  if (HasRules(options) && tls.client_ca.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.allowed_clients.empty() ? "--authorization-file" : "--allowed-clients",
                     " needs --client-ca-file, --tls-cert-file and --tls-private-key-file: clients are identified by "
                     "the certificates that they present"));
  }
  if (options.tls_min_version != TlsVersion::k12 && tls.empty()) {
    return absl::InvalidArgumentError(
        "--tls-min-version needs --tls-cert-file and --tls-private-key-file: without them there is no TLS");
  }
  if (options.insecure && !tls.empty()) {
    return absl::InvalidArgumentError("--insecure is for serving without TLS; omit it or --tls-cert-file");
  }
  return absl::OkStatus();
}

absl::string_view Posture(const SecurityOptions& options, bool local) {
  if (options.tls.empty()) return local ? "plaintext, local only" : "plaintext, --insecure";
  const bool older = options.tls_min_version == TlsVersion::k12;
  if (options.tls.client_ca.empty()) return older ? "TLS, TLS 1.2 or newer" : "TLS, TLS 1.3 only";
  return older ? "mTLS, TLS 1.2 or newer" : "mTLS, TLS 1.3 only";
}

std::string AllowedClients(const SecurityOptions& options, bool local, size_t rules) {
  if (AnyClientMayCall(options, local)) return "any client";
  if (options.tls.client_ca.empty()) return "any client on this machine";
  if (HasRules(options)) return absl::StrCat("clients of ", rules, rules == 1 ? " rule" : " rules");
  return "every client of --client-ca-file";
}

bool AnyClientMayCall(const SecurityOptions& options, bool local) {
  return !local && options.tls.client_ca.empty();
}

}  // namespace cpsizer::server
