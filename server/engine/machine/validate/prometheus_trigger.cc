#include "server/engine/machine/validate/prometheus_trigger.h"

#include <cstdint>
#include <set>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cpsizer/limits.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/text.h"
#include "server/engine/machine/validate/read_text.h"
#include "server/engine/machine/validate/server_address.h"

namespace cpsizer {
namespace {

constexpr uint16_t kTenancyPort = 9'092;
constexpr absl::string_view kModes[] = {"basic", "bearer", "tls"};
constexpr absl::string_view kIgnore = "Ignore";
constexpr absl::string_view kError = "Error";

using AuthModes = std::set<std::string>;

// Reads the query of one trigger.
class PrometheusReader {
 public:
  // All arguments must outlive this object.
  PrometheusReader(const v1::AutoscalerTrigger& trigger, absl::string_view path, Findings& findings)
      : trigger_(trigger),
        query_(trigger.prometheus()),
        path_(absl::StrCat(path, ".prometheus")),
        reference_path_(absl::StrCat(path, ".authenticationRef")),
        findings_(findings) {}

  PrometheusTrigger Read() {
    CheckServer();
    CheckLength(query_.query(), "query");
    if (absl::StripAsciiWhitespace(query_.query()).empty()) ReportMissing(PathOf("query"), "", findings_);
    if (!query_.namespace_().empty()) CheckName(query_.namespace_(), kDnsLabel, PathOf("namespace"), findings_);
    PrometheusTrigger trigger;
    trigger.threshold = ReadThreshold(query_.threshold(), PathOf("threshold"), findings_).value_or(0);
    trigger.ignore_null_values = ReadNullValues();
    CheckAuthentication();
    CheckTls();
    return trigger;
  }

 private:
  FieldPath PathOf(absl::string_view field) const { return {path_, -1, field}; }

  void CheckLength(absl::string_view text, absl::string_view field) {
    if (text.size() <= kMaxQueryBytes) return;
    findings_.Add(Rule::kLimitExceeded, PathOf(field).ToString(), text,
                  absl::StrCat("it has ", text.size(), " bytes, at most ", kMaxQueryBytes, " are allowed"));
  }

  void CheckServer() {
    const std::string& address = query_.server_address();
    if (!CheckGiven(address, PathOf("serverAddress"), findings_)) return;
    CheckLength(address, "serverAddress");
    const absl::optional<ServerAddress> server = ParseServerAddress(address);
    if (!server.has_value()) {
      findings_.Add(
          Rule::kUrlMalformed, PathOf("serverAddress").ToString(), address,
          absl::StrCat("\"", Quoted(address), "\" is not an absolute http or https URL with only a host and a port"));
    } else if (server->port == kTenancyPort && query_.namespace_().empty()) {
      findings_.Add(Rule::kTenancyWithoutNamespace, PathOf("serverAddress").ToString(), address,
                    "port 9092 serves only queries for one namespace, and no namespace is set");
    }
  }

  bool ReadNullValues() {
    const std::string& handling = query_.handle_lost_target();
    if (handling.empty()) return !query_.has_ignore_null_values() || query_.ignore_null_values();
    if (handling != kIgnore && handling != kError) {
      CheckWord(handling, {kIgnore, kError}, PathOf("handleLostTarget"), findings_);
      return true;
    }
    const bool ignores = handling == kIgnore;
    if (query_.has_ignore_null_values() && query_.ignore_null_values() != ignores) {
      findings_.Add(Rule::kSpellingsContradict, PathOf("ignoreNullValues").ToString(), ignores ? "false" : "true",
                    absl::StrCat("it contradicts handleLostTarget ", handling, ", which means ignoreNullValues ",
                                 ignores ? "true" : "false"));
    }
    return ignores;
  }

  AuthModes ReadModes(absl::string_view text, absl::string_view field) {
    AuthModes modes;
    for (const absl::string_view part : absl::StrSplit(text, ',')) {
      const std::string mode = absl::AsciiStrToLower(absl::StripAsciiWhitespace(part));
      if (mode.empty()) continue;
      CheckWord(mode, kModes, PathOf(field), findings_);
      modes.insert(mode);
    }
    return modes;
  }

  void CheckAuthentication() {
    AuthModes modes;
    for (const std::string& entry : query_.auth_modes()) modes.merge(ReadModes(entry, "authModes"));
    const AuthModes other = ReadModes(query_.auth_mode(), "authMode");
    if (!modes.empty() && !other.empty() && modes != other) {
      findings_.Add(Rule::kSpellingsContradict, PathOf("authMode").ToString(), query_.auth_mode(),
                    "authMode is not the same as authModes");
    }
    if (modes.empty()) modes = other;
    if (modes.count("basic") > 0 && modes.count("bearer") > 0) {
      findings_.Add(Rule::kAuthModesContradict, PathOf("authModes").ToString(), "basic, bearer",
                    "basic and bearer are both set");
    }
    const std::string& name = trigger_.authentication_ref().name();
    if (modes.empty() && name.empty()) return;
    CheckName(name, kDnsSubdomain, {reference_path_, -1, "name"}, findings_);
  }

  void CheckTls() {
    const bool both = query_.has_unsafe_ssl() && query_.has_insecure_skip_tls_verify();
    if (both && query_.unsafe_ssl() != query_.insecure_skip_tls_verify()) {
      findings_.Add(Rule::kSpellingsContradict, PathOf("insecureSkipTLSVerify").ToString(), "",
                    "it is not the same as unsafeSsl");
    } else if (query_.unsafe_ssl() || query_.insecure_skip_tls_verify()) {
      findings_.Add(Rule::kCertificateNotChecked,
                    PathOf(query_.unsafe_ssl() ? "unsafeSsl" : "insecureSkipTLSVerify").ToString(), "true",
                    "the certificate of the server is not checked");
    }
  }

  const v1::AutoscalerTrigger& trigger_;
  const v1::AutoscalerPrometheusTrigger& query_;
  const std::string path_;
  const std::string reference_path_;
  Findings& findings_;
};

}  // namespace

PrometheusTrigger ReadPrometheusTrigger(const v1::AutoscalerTrigger& trigger, absl::string_view path,
                                        Findings& findings) {
  return PrometheusReader(trigger, path, findings).Read();
}

}  // namespace cpsizer
