#include "client/kube/config/exec_credential.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "client/kube/config/bearer_token.h"
#include "client/kube/config/pem.h"
#include "client/kube/limits.h"
#include "client/kube/read_file.h"
#include "client/tree/parse_json.h"

namespace cpsizer::kube {
namespace {

using nlohmann::ordered_json;

constexpr char kKind[] = "ExecCredential";

absl::Status Bad(absl::string_view why) {
  return absl::InvalidArgumentError(why);
}

// Returns spec.cluster of the ExecCredential for the plugin. Omits fields that are empty or false.
absl::StatusOr<ordered_json> ClusterInfo(const ClusterConfig& config) {
  ordered_json info = {{"server", config.server}};
  if (!config.tls_server_name.empty()) info["tls-server-name"] = config.tls_server_name;
  if (config.insecure_skip_tls_verify) info["insecure-skip-tls-verify"] = true;
  std::string authority = config.certificate_authority.data;
  if (!config.certificate_authority.file.empty()) {
    absl::StatusOr<std::string> text = ReadFile(config.certificate_authority.file, kMaxPemFileBytes);
    if (!text.ok()) return text.status();
    authority = *std::move(text);
  }
  if (!authority.empty()) info["certificate-authority-data"] = absl::Base64Escape(authority);
  if (!config.proxy_url.empty()) info["proxy-url"] = config.proxy_url;
  if (config.disable_compression) info["disable-compression"] = true;
  if (!config.exec_cluster_info.empty()) info["config"] = ordered_json::parse(config.exec_cluster_info, nullptr, false);
  return info;
}

// Returns the text of `field` in `status`, or an empty string if the field is absent or null.
absl::StatusOr<std::string> TextOf(const tree::Node& status, absl::string_view field) {
  const tree::Node& found = Find(status, {field});
  if (found.is_null()) return std::string();
  if (!found.is_text()) return Bad(absl::StrCat("returned a status.", field, " that is not a string"));
  return found.text;
}

absl::StatusOr<absl::Time> ParseExpiry(const std::string& text) {
  absl::Time time;
  // absl::ParseTime also accepts "infinite-future" and white space.
  const bool is_time = !text.empty() && absl::ascii_isdigit(static_cast<unsigned char>(text.front())) &&
                       absl::ParseTime(absl::RFC3339_full, text, &time, nullptr);
  if (is_time) return time;
  return Bad("returned a status.expirationTimestamp that is not a time such as 2006-01-02T15:04:05Z (RFC 3339)");
}

absl::Status CheckCertificate(const ExecCredential& credential) {
  if (credential.client_certificate.empty() != credential.client_key.empty()) {
    return Bad(credential.client_key.empty()
                   ? "returned clientCertificateData without clientKeyData; both are required"
                   : "returned clientKeyData without clientCertificateData; both are required");
  }
  if (credential.client_certificate.empty()) {
    return credential.token.empty()
               ? Bad("returned no credential: status has neither a token nor clientCertificateData and clientKeyData")
               : absl::OkStatus();
  }
  if (!HoldsPem(credential.client_certificate, PemKind::kCertificate)) {
    return Bad(
        "returned a status.clientCertificateData that is not a certificate in PEM; it must not be encoded again");
  }
  if (!HoldsPem(credential.client_key, PemKind::kPrivateKey)) {
    return Bad("returned a status.clientKeyData that is not a private key in PEM; it must not be encoded again");
  }
  if (!IsKeyOf(credential.client_key, credential.client_certificate)) {
    return Bad("returned a status.clientKeyData that is not the key of its clientCertificateData");
  }
  return absl::OkStatus();
}

absl::StatusOr<ExecCredential> ReadStatus(const tree::Node& status) {
  absl::StatusOr<std::string> token = TextOf(status, "token");
  absl::StatusOr<std::string> certificate = TextOf(status, "clientCertificateData");
  absl::StatusOr<std::string> key = TextOf(status, "clientKeyData");
  absl::StatusOr<std::string> expiry = TextOf(status, "expirationTimestamp");
  for (const absl::StatusOr<std::string>* text : {&token, &certificate, &key, &expiry}) {
    if (!text->ok()) return text->status();
  }
  ExecCredential credential{"", *std::move(certificate), *std::move(key)};
  if (!token->empty()) {
    absl::StatusOr<std::string> bearer = BearerToken(*token);
    if (!bearer.ok()) return Bad(absl::StrCat("returned a status.token that ", bearer.status().message()));
    credential.token = *std::move(bearer);
  }
  if (!expiry->empty()) {
    const absl::StatusOr<absl::Time> time = ParseExpiry(*expiry);
    if (!time.ok()) return time.status();
    credential.expires = *time;
  }
  const absl::Status complete = CheckCertificate(credential);
  if (!complete.ok()) return complete;
  return credential;
}

}  // namespace

absl::StatusOr<std::string> MakeExecInfo(const ClusterConfig& config) {
  const ExecSpec& exec = *config.credentials.exec;
  ordered_json info = {{"kind", kKind}, {"apiVersion", exec.api_version}, {"spec", {{"interactive", false}}}};
  if (exec.provide_cluster_info) {
    absl::StatusOr<ordered_json> cluster = ClusterInfo(config);
    if (!cluster.ok()) return cluster.status();
    info["spec"]["cluster"] = *std::move(cluster);
  }
  return info.dump(-1, ' ', /*ensure_ascii=*/false, ordered_json::error_handler_t::replace);
}

absl::StatusOr<ExecCredential> ParseExecCredential(absl::string_view output, absl::string_view api_version) {
  if (absl::StripAsciiWhitespace(output).empty()) return Bad("printed nothing on standard output");
  const tree::Node object = tree::ParseJson(output);
  if (!object.is_map()) return Bad("printed something that is not a JSON object; it must print one ExecCredential");
  const absl::StatusOr<std::string> kind = TextOf(object, "kind");
  if (!kind.ok() || *kind != kKind) return Bad("printed an object whose kind is not ExecCredential");
  const absl::StatusOr<std::string> version = TextOf(object, "apiVersion");
  if (!version.ok() || *version != api_version) {
    return Bad(absl::StrCat("printed an ExecCredential whose apiVersion is not ", api_version,
                            "; set the version that the plugin supports in the kubeconfig"));
  }
  const tree::Node& status = Find(object, {"status"});
  if (!status.is_map()) return Bad("printed an ExecCredential without status");
  return ReadStatus(status);
}

}  // namespace cpsizer::kube
