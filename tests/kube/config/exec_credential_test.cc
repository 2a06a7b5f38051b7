#include "client/kube/config/exec_credential.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/kube/config/files.h"

namespace cpsizer::kube {
namespace {

constexpr char kExecCredentialVersion[] = "client.authentication.k8s.io/v1";

ClusterConfig PluginConfig() {
  ClusterConfig config;
  config.server = "https://a";
  config.credentials.exec.emplace();
  config.credentials.exec->api_version = kExecCredentialVersion;
  return config;
}

TEST(MakeExecInfo, OmitsTheClusterUnlessThePluginRequiresIt) {
  const auto info = MakeExecInfo(PluginConfig());
  ASSERT_TRUE(info.ok()) << info.status();
  EXPECT_EQ(*info,
            R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"interactive":false}})");
}

TEST(MakeExecInfo, ContainsTheClusterWithInlineAuthority) {
  const TemporaryFolder folder;
  ClusterConfig config = PluginConfig();
  config.credentials.exec->provide_cluster_info = true;
  EXPECT_EQ(nlohmann::json::parse(*MakeExecInfo(config))["spec"]["cluster"].dump(), R"({"server":"https://a"})");

  config.tls_server_name = "n";
  config.insecure_skip_tls_verify = true;
  config.certificate_authority.file = folder.Write("ca", kCertificatePem);
  config.proxy_url = "http://p";
  config.disable_compression = true;
  config.exec_cluster_info = R"({"a":[1,"ü"]})";
  const nlohmann::json expected = {{"server", "https://a"},
                                   {"tls-server-name", "n"},
                                   {"insecure-skip-tls-verify", true},
                                   {"certificate-authority-data", absl::Base64Escape(kCertificatePem)},
                                   {"proxy-url", "http://p"},
                                   {"disable-compression", true},
                                   {"config", {{"a", {1, "ü"}}}}};
  EXPECT_EQ(nlohmann::json::parse(*MakeExecInfo(config))["spec"]["cluster"], expected);

  config.certificate_authority = {kCertificatePem, ""};
  EXPECT_EQ(nlohmann::json::parse(*MakeExecInfo(config))["spec"]["cluster"], expected);

  config.certificate_authority = {"", folder.PathOf("missing")};
  EXPECT_EQ(MakeExecInfo(config).status().code(), absl::StatusCode::kNotFound);
}

std::string Answer(const nlohmann::json& status) {
  return nlohmann::json{{"kind", "ExecCredential"}, {"apiVersion", kExecCredentialVersion}, {"status", status}}.dump();
}

TEST(ParseExecCredential, ReadsATokenWithItsExpiry) {
  const auto credential = ParseExecCredential(
      Answer({{"token", "abc\n"}, {"expirationTimestamp", "2026-03-01T12:00:00.5+02:00"}, {"new", 1}}),
      kExecCredentialVersion);
  ASSERT_TRUE(credential.ok()) << credential.status();
  EXPECT_EQ(credential->token, "abc");
  EXPECT_EQ(credential->client_certificate, "");
  EXPECT_EQ(credential->expires,
            absl::FromCivil(absl::CivilSecond(2026, 3, 1, 10, 0, 0), absl::UTCTimeZone()) + absl::Milliseconds(500));
}

TEST(ParseExecCredential, ReadsACertificateThatDoesNotExpire) {
  const auto credential = ParseExecCredential(Answer({{"clientCertificateData", kCertificatePem},
                                                      {"clientKeyData", kKeyPem},
                                                      {"token", nullptr},
                                                      {"expirationTimestamp", nullptr}}),
                                              kExecCredentialVersion);
  ASSERT_TRUE(credential.ok()) << credential.status();
  EXPECT_EQ(credential->client_certificate, kCertificatePem);
  EXPECT_EQ(credential->client_key, kKeyPem);
  EXPECT_EQ(credential->expires, absl::InfiniteFuture());
}

struct ExecCredentialCase {
  absl::string_view name;
  std::string output;
  absl::string_view error;
};

TEST(ParseExecCredential, RefusesOtherOutputWithoutPrintingIt) {
  const ExecCredentialCase cases[] = {
      {"nothing", " \n", "printed nothing on standard output"},
      {"garbage", "s3cret", "printed something that is not a JSON object"},
      {"a list", "[\"s3cret\"]", "printed something that is not a JSON object"},
      {"two objects", absl::StrCat(Answer({{"token", "s3cret"}}), "{}"), "printed something that is not a JSON object"},
      {"bytes", "{\"s3cret\": \"\xFF\"}", "printed something that is not a JSON object"},
      {"another kind", R"({"kind":"s3cret"})", "printed an object whose kind is not ExecCredential"},
      {"a kind that is not a string", R"({"kind":["s3cret"]})", "printed an object whose kind is not ExecCredential"},
      {"another version", R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1"})",
       "printed an ExecCredential whose apiVersion is not client.authentication.k8s.io/v1"},
      {"no version", R"({"kind":"ExecCredential"})", "printed an ExecCredential whose apiVersion is not"},
      {"no status", absl::StrCat(R"({"kind":"ExecCredential","apiVersion":")", kExecCredentialVersion, "\"}"),
       "printed an ExecCredential without status"},
      {"a status that is text", Answer("s3cret"), "printed an ExecCredential without status"},
      {"an empty status", Answer(nlohmann::json::object()), "returned no credential"},
      {"an empty token", Answer({{"token", ""}}), "returned no credential"},
      {"a token that is a number", Answer({{"token", 1}}), "returned a status.token that is not a string"},
      {"a token of two lines", Answer({{"token", "s3cret\r\nX: y"}}),
       "returned a status.token that does not contain a token"},
      {"only a certificate", Answer({{"clientCertificateData", kCertificatePem}, {"token", "s3cret"}}),
       "returned clientCertificateData without clientKeyData; both are required"},
      {"only a key", Answer({{"clientKeyData", kKeyPem}}), "returned clientKeyData without clientCertificateData"},
      {"an invalid certificate", Answer({{"clientCertificateData", "s3cret"}, {"clientKeyData", kKeyPem}}),
       "returned a status.clientCertificateData that is not a certificate in PEM"},
      {"the key of another", Answer({{"clientCertificateData", kCertificatePem}, {"clientKeyData", kOtherKeyPem}}),
       "returned a status.clientKeyData that is not the key of its clientCertificateData"},
      {"an invalid key", Answer({{"clientCertificateData", kCertificatePem}, {"clientKeyData", "s3cret"}}),
       "returned a status.clientKeyData that is not a private key in PEM"},
      {"a time without zone", Answer({{"token", "s3cret"}, {"expirationTimestamp", "2026-03-01T12:00:00"}}),
       "returned a status.expirationTimestamp that is not a time"},
      {"a word for a time", Answer({{"token", "s3cret"}, {"expirationTimestamp", "infinite-future"}}),
       "returned a status.expirationTimestamp that is not a time"},
      {"a number for a time", Answer({{"token", "s3cret"}, {"expirationTimestamp", 1'700'000'000}}),
       "returned a status.expirationTimestamp that is not a string"},
  };
  for (const ExecCredentialCase& c : cases) {
    SCOPED_TRACE(c.name);
    const auto credential = ParseExecCredential(c.output, kExecCredentialVersion);
    ASSERT_EQ(credential.status().code(), absl::StatusCode::kInvalidArgument) << credential.status();
    EXPECT_TRUE(absl::StartsWith(credential.status().message(), c.error)) << credential.status();
    EXPECT_FALSE(absl::StrContains(credential.status().message(), "s3cret")) << credential.status();
  }
}

}  // namespace
}  // namespace cpsizer::kube
