#include "client/webhook/options.h"

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/objects/lease/cpu_policies.h"
#include "server/engine/base/text.h"
#include "server/process/flag_table.h"

namespace cpsizer::webhook {
namespace {

using server::Choice;
using server::DurationFlag;
using server::Flag;
using server::SetChoice;
using server::TlsVersion;

constexpr int kMaxConnections = 10'000;
constexpr size_t kLeastRequestBytes = size_t{1} << 10;
constexpr size_t kMostRequestBytes = size_t{64} << 20;
constexpr size_t kMostBufferedBytes = size_t{1} << 30;

constexpr server::Program kProgram = {
    "cpsizer-webhook",
    "A validating admission webhook: denies configurations of control plane sizes and of autoscalers that have errors, "
    "and returns warnings to those who apply them.",
    "After SIGTERM or SIGINT, /readyz returns 503; then follow the drain delay and the grace period. A second signal "
    "ends the process at once.\n"
    "Exit codes: 0 stopped by a signal, 2 invalid flag, file or address, 4 internal error."};

absl::Status SetText(absl::string_view text, std::string& value) {
  if (text.empty()) return absl::InvalidArgumentError("the value is empty; give one, or leave the flag out");
  value = std::string(text);
  return absl::OkStatus();
}

absl::Status SetService(absl::string_view text, std::string& target) {
  target.clear();
  if (text == "in-process") return absl::OkStatus();
  for (const absl::string_view scheme : {"dns:///", "unix:", "ipv4:", "ipv6:"}) {
    if (absl::StartsWith(text, scheme) && text.size() > scheme.size()) return SetText(text, target);
  }
  return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not in-process, dns:///HOST:PORT or unix:PATH"));
}

absl::Status SetCpuPolicy(absl::string_view text, v1::SizeCpuPolicy& policy) {
  policy = objects::CpuPolicyNamed(text);
  if (policy != v1::SIZE_CPU_POLICY_UNSPECIFIED) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(text), " is not one of when-capacity-configured, when-fraction-configured, never"));
}

absl::Status SetKubernetesVersion(absl::string_view text, std::string& version) {
  if (KubernetesMinor(text).has_value()) return SetText(text, version);
  return absl::InvalidArgumentError(absl::StrCat(
      Quoted(text), " is not a version of Kubernetes from v1.23 to v1.99; write a version such as v1.37.2"));
}

// Returns a flag whose value is a text that must not be empty.
Flag TextFlag(absl::string_view name, const char* value_name, absl::string_view description, std::string& value) {
  return {name, value_name, value, description, [&value](absl::string_view text) { return SetText(text, value); }};
}

std::vector<Flag> ServingFlags(Options& options) {
  return {
      server::ListenAddressFlag("--https-addr", "address to serve HTTPS on: host:port (port 0: any free port) or :port",
                                options.https_addr),
      TextFlag("--tls-cert-file", "FILE",
               "certificate to serve with, in PEM, followed by its issuers; reloaded when it changes; required",
               options.tls.certificate),
      TextFlag("--tls-private-key-file", "FILE",
               "private key of --tls-cert-file, in PEM without a passphrase; required", options.tls.private_key),
      TextFlag("--client-ca-file", "FILE",
               "certificates of the authorities for the client certificate of the API server, in PEM; with this flag, "
               "each client must present a certificate",
               options.tls.client_ca),
      {"--tls-min-version", "1.2|1.3", "1.2", "minimum version of TLS",
       [&options](absl::string_view text) {
         return SetChoice(text,
                          {Choice<TlsVersion>{"1.2", TlsVersion::k12}, Choice<TlsVersion>{"1.3", TlsVersion::k13}},
                          options.tls_min_version);
       }},
  };
}

std::vector<Flag> DecisionFlags(Options& options) {
  return {
      {"--service", "ADDRESS", "in-process", "service that decides: in-process, dns:///HOST:PORT or unix:PATH",
       [&options](absl::string_view text) { return SetService(text, options.service); }},
      TextFlag(
          "--service-ca-file", "FILE",
          "certificate of the authority that issued the certificate of the service, in PEM; enables TLS to the service",
          options.service_tls.server_ca.path),
      TextFlag("--service-cert-file", "FILE",
               "certificate to present to the service, in PEM; reloaded when it changes, as are --service-ca-file and "
               "--service-key-file",
               options.service_tls.certificate.path),
      TextFlag("--service-key-file", "FILE", "private key of --service-cert-file, in PEM without a passphrase",
               options.service_tls.private_key.path),
      TextFlag("--service-server-name", "NAME",
               "name that the service's certificate must have; the default is the name in --service",
               options.service_server_name),
      DurationFlag("--service-timeout",
                   "timeout of a call to the service; the timeout that the API server sets also applies",
                   absl::Milliseconds(1), options.service_timeout),
      {"--on-failure", "allow|deny", "allow",
       "what happens to an object that cannot be validated, for example because the service does not respond",
       [&options](absl::string_view text) {
         return SetChoice(text,
                          {Choice<OnFailure>{"allow", OnFailure::kAllow}, Choice<OnFailure>{"deny", OnFailure::kDeny}},
                          options.on_failure);
       }},
      {"--cpu-policy", "POLICY", std::string(objects::CpuPolicyName(options.cpu_policy)),
       "when CPU is used to choose a size: when-capacity-configured, when-fraction-configured or never",
       [&options](absl::string_view text) { return SetCpuPolicy(text, options.cpu_policy); }},
      {"--kubernetes-version", "VERSION", options.kubernetes_version,
       "version of the API server, such as v1.36.3, which determines the checks of HorizontalPodAutoscalers",
       [&options](absl::string_view text) { return SetKubernetesVersion(text, options.kubernetes_version); }},
  };
}

std::vector<Flag> ProcessFlags(Options& options) {
  return {
      server::AdminAddrFlag(options.admin_addr),
      DurationFlag("--drain-delay", "how long to continue serving after SIGTERM, while /readyz returns 503",
                   absl::ZeroDuration(), options.drain_delay),
      DurationFlag("--shutdown-grace-period", "how long reviews in flight may take to complete after --drain-delay",
                   absl::ZeroDuration(), options.shutdown_grace_period),
      {"--max-connections", "COUNT", absl::StrCat(options.max_connections),
       "maximum number of open connections; at the maximum, a new connection replaces an idle one",
       [&options](absl::string_view text) {
         return server::SetCount(text, 1, kMaxConnections, options.max_connections);
       }},
      {"--max-request-bytes", "BYTES", server::ShowBytes(options.max_request_bytes),
       "maximum size of a review: the API server sends an object of up to 3Mi, twice for an update",
       [&options](absl::string_view text) {
         return server::SetBytes(text, kLeastRequestBytes, kMostRequestBytes, options.max_request_bytes);
       }},
      {"--max-buffered-bytes", "BYTES", server::ShowBytes(options.max_buffered_bytes),
       "maximum memory for reviews that are being received; a review that exceeds it gets 503",
       [&options](absl::string_view text) {
         return server::SetBytes(text, kLeastRequestBytes, kMostBufferedBytes, options.max_buffered_bytes);
       }},
      server::LogFormatFlag(options.log),
      server::LogLevelFlag(options.log),
  };
}

absl::Status Check(const Options& options) {
  if (options.tls.certificate.empty() || options.tls.private_key.empty()) {
    return absl::InvalidArgumentError(
        "--tls-cert-file and --tls-private-key-file are required: the API server calls webhooks over TLS only");
  }
  if (absl::Status status = CheckClientTlsFiles(options.service_tls); !status.ok()) return status;
  if (!options.service_server_name.empty() && options.service_tls.empty()) {
    return absl::InvalidArgumentError(
        "--service-server-name needs --service-ca-file: without TLS, the service presents no certificate");
  }
  if (!options.service_tls.empty() && options.service.empty()) {
    return absl::InvalidArgumentError("--service-ca-file needs --service: without it decisions are made in-process");
  }
  if (options.max_buffered_bytes < options.max_request_bytes) {
    return absl::InvalidArgumentError("--max-buffered-bytes is less than --max-request-bytes; raise it");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const char* const> arguments) {
  CommandLine command_line;
  Options& options = command_line.options;
  absl::StatusOr<std::string> print = ParseFlags(
      kProgram, server::JoinFlags({ServingFlags(options), DecisionFlags(options), ProcessFlags(options)}), arguments);
  if (!print.ok()) return print.status();
  command_line.print = *std::move(print);
  if (!command_line.print.empty()) return command_line;
  if (absl::Status status = Check(options); !status.ok()) return status;
  return command_line;
}

std::string ServiceName(const Options& options) {
  return options.service.empty() ? "in-process" : options.service;
}

}  // namespace cpsizer::webhook
