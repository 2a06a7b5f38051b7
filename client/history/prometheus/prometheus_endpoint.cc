#include "client/history/prometheus/prometheus_endpoint.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "client/kube/config/pem.h"
#include "client/kube/http/api_error.h"
#include "client/kube/http/mask_credentials.h"
#include "client/kube/resource_path.h"

namespace cpsizer::history {
namespace {

kube::HttpOptions MakeHttpOptions() {
  kube::HttpOptions options;
  options.user_agent = "cpsizer";
  return options;
}

absl::Status WithFlag(absl::string_view flag, const absl::Status& error) {
  return absl::Status(error.code(), absl::StrCat(flag, ": ", error.message()));
}

}  // namespace

PrometheusEndpoint::PrometheusEndpoint(const EndpointOptions& options)
    : options_(options),
      endpoint_(std::make_shared<kube::HttpEndpoint>()),
      token_file_(options.token_file),
      loop_(MakeHttpOptions(), absl::Now, [] { return 0.5; }) {
  endpoint_->server = options.url;
  // Only a server on this machine has no TLS, and a proxy cannot reach it.
  endpoint_->use_proxy = absl::StartsWith(options.url, "https:");
}

absl::StatusOr<std::unique_ptr<PrometheusEndpoint>> PrometheusEndpoint::Make(const EndpointOptions& options) {
  std::unique_ptr<PrometheusEndpoint> endpoint(new PrometheusEndpoint(options));
  absl::StatusOr<std::string> ca = kube::ReadPem({"", options.ca_file}, kube::PemKind::kCertificate);
  if (!ca.ok()) return WithFlag("--prometheus-ca-file", ca.status());
  endpoint->endpoint_->tls.ca = *std::move(ca);
  if (absl::Status error = endpoint->ReadToken(); !error.ok()) return error;
  return endpoint;
}

absl::Status PrometheusEndpoint::ReadToken() {
  if (options_.token_file.empty()) return absl::OkStatus();
  absl::StatusOr<kube::CurrentToken> current = token_file_.Get(absl::Now());
  if (!current.ok()) return WithFlag("--prometheus-token-file", current.status());
  token_ = std::move(current->token);
  return absl::OkStatus();
}

absl::StatusOr<std::string> PrometheusEndpoint::Get(const std::string& path) {
  const absl::Time sent = absl::Now();
  if (absl::Status error = ReadToken(); !error.ok()) return error;
  absl::StatusOr<std::string> answer = Send(path);
  if (token_.empty() || !absl::IsUnauthenticated(answer.status())) return answer;
  // The token may have expired, and the file may have a newer one.
  const std::string refused = token_;
  token_file_.Invalidate(sent);
  if (absl::Status error = ReadToken(); !error.ok()) return error;
  return token_ == refused ? std::move(answer) : Send(path);
}

absl::StatusOr<std::string> PrometheusEndpoint::Send(const std::string& path) {
  kube::HttpRequest request = kube::GetRequest(path, kMaxResponseBytes, options_.timeout);
  if (!token_.empty()) request.headers.push_back(Authorization());
  request.fresh_connection = true;
  request.endpoint = endpoint_;
  absl::optional<absl::StatusOr<std::string>> answer;
  loop_.http().Send(std::move(request), [&answer](absl::StatusOr<std::string> got) { answer = std::move(got); });
  while (!answer.has_value()) loop_.RunOnce(absl::Seconds(1));
  const absl::Status& status = answer->status();
  // A status with a response of the server, or of a connection that broke, has a payload, and another remedy.
  if (!absl::IsUnavailable(status) || kube::IsBrokenConnection(status) || kube::ServerAnswerOf(status).has_value()) {
    return *std::move(answer);
  }
  return absl::UnavailableError(
      absl::StrCat(status.message(), absl::StrContains(status.message(), "certificate")
                                         ? "; give the certificate of its authority with --prometheus-ca-file"
                                         : "; check that Prometheus runs at this address"));
}

std::string PrometheusEndpoint::WithoutSecrets(std::string text) const {
  return token_.empty() ? text : kube::MaskCredentials({Authorization()}, std::move(text));
}

}  // namespace cpsizer::history
