#include "client/kube/config/identity.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/config/config_source.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kube/config/files.h"

namespace cpsizer::kube {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const absl::Time kIdentityNow = absl::FromUnixSeconds(1'800'000'000);

class IdentityTest : public ::testing::Test {
 protected:
  Identity Make(ClusterConfig config) {
    return Identity(std::move(config), environment_, [this](absl::string_view line) { log_.emplace_back(line); });
  }

  TemporaryFolder folder_;
  Environment environment_ = {{"PATH", absl::StrCat(folder_.PathOf("bin"), ":/usr/bin:/bin")}};
  std::vector<std::string> log_;
};

TEST_F(IdentityTest, ReturnsTheAddressOfTheServer) {
  ClusterConfig config;
  config.server = "https://api:6443/prefix";
  config.tls_server_name = "kubernetes";
  config.disable_compression = true;
  HttpOptions options = Make(config).Http("cpsizer/1");
  EXPECT_EQ(options.server, "https://api:6443/prefix");
  EXPECT_EQ(options.server_name, "kubernetes");
  EXPECT_EQ(options.user_agent, "cpsizer/1");
  EXPECT_FALSE(options.compress);
  EXPECT_FALSE(options.proxy.has_value());
  config.proxy_url = "http://proxy:1";
  EXPECT_EQ(Make(config).Http("").proxy, "http://proxy:1");
}

TEST_F(IdentityTest, ReloadsCertificates) {
  ClusterConfig config;
  config.certificate_authority.file = folder_.Write("ca", kCertificatePem);
  config.credentials.client_certificate.data = kCertificatePem;
  config.credentials.client_key.file = folder_.Write("key", kKeyPem);
  Identity identity = Make(config);
  EXPECT_EQ(identity.Tls(kIdentityNow)->ca, kCertificatePem);
  EXPECT_EQ(identity.Tls(kIdentityNow)->certificate, kCertificatePem);
  EXPECT_EQ(identity.Tls(kIdentityNow)->key, kKeyPem);
  const std::string renewed = absl::StrCat("renewed\n", kCertificatePem);
  folder_.Write("ca", renewed);
  EXPECT_EQ(identity.Tls(kIdentityNow)->ca, renewed);
  config.credentials.client_key.file = folder_.PathOf("nowhere");
  EXPECT_THAT(std::string(Make(config).Tls(kIdentityNow).status().message()), HasSubstr(folder_.PathOf("nowhere")));
}

TEST_F(IdentityTest, APartialAuthorityDoesNotReplaceThePreviousOne) {
  ClusterConfig config;
  config.certificate_authority.file = folder_.Write("ca", kCertificatePem);
  Identity identity = Make(config);
  ASSERT_EQ(identity.Tls(kIdentityNow)->ca, kCertificatePem);
  folder_.Write("ca", "-----BEGIN CERTIFICATE-----\n");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(identity.Tls(kIdentityNow)->ca, kCertificatePem);
  EXPECT_THAT(log_, ElementsAre(HasSubstr(folder_.PathOf("ca"))));
  const std::string renewed = absl::StrCat("renewed\n", kCertificatePem);
  folder_.Write("ca", renewed);
  EXPECT_EQ(identity.Tls(kIdentityNow)->ca, renewed);
  EXPECT_THAT(log_, SizeIs(1));
}

TEST_F(IdentityTest, BrokenFilesDoNotReplaceValidOnes) {
  ClusterConfig config;
  config.credentials.client_certificate.file = folder_.Write("certificate", kCertificatePem);
  config.credentials.client_key.file = folder_.Write("key", kKeyPem);
  Identity identity = Make(config);
  ASSERT_TRUE(identity.Tls(kIdentityNow).ok());
  const std::pair<const char*, std::string> broken[] = {
      {kBrokenKeyPem, absl::StrCat("\"", folder_.PathOf("key"), "\" contains no valid private key in PEM")},
      {kOtherKeyPem, absl::StrCat("client-key \"", folder_.PathOf("key"), "\" is not the key of client-certificate ")},
  };
  for (const auto& [key, says] : broken) {
    log_.clear();
    folder_.Write("key", key);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(identity.Tls(kIdentityNow)->key, kKeyPem);
    EXPECT_THAT(log_, ElementsAre(HasSubstr(says)));
    EXPECT_THAT(std::string(Make(config).Tls(kIdentityNow).status().message()), HasSubstr(says));
  }
  folder_.Write("key", kKeyPem);
  EXPECT_TRUE(identity.Tls(kIdentityNow).ok());
  EXPECT_THAT(log_, SizeIs(1));
}

TEST_F(IdentityTest, HeadersHaveTheTokenAndTheImpersonation) {
  ClusterConfig config;
  config.credentials.token = "t";
  config.credentials.impersonation = {"jane", "7", {"a", "b"}, {{"Reason/Why", {"x"}}}};
  EXPECT_THAT(Make(config).Headers(kIdentityNow),
              ElementsAre("Authorization: Bearer t", "Impersonate-User: jane", "Impersonate-Uid: 7",
                          "Impersonate-Group: a", "Impersonate-Group: b", "Impersonate-Extra-reason%2Fwhy: x"));
  EXPECT_THAT(Make(ClusterConfig()).Headers(kIdentityNow), IsEmpty());
}

TEST_F(IdentityTest, ARefusedTokenIsReadAgain) {
  ClusterConfig config;
  config.credentials.token_file = folder_.Write("token", "old\n");
  Identity identity = Make(config);
  EXPECT_THAT(identity.Headers(kIdentityNow), ElementsAre("Authorization: Bearer old"));
  folder_.Write("token", "new\n");
  EXPECT_THAT(identity.Headers(kIdentityNow + absl::Seconds(1)), ElementsAre("Authorization: Bearer old"));
  identity.Invalidate(kIdentityNow + absl::Seconds(1));
  EXPECT_THAT(identity.Headers(kIdentityNow + absl::Seconds(2)), ElementsAre("Authorization: Bearer new"));
  EXPECT_THAT(log_, IsEmpty());
}

TEST_F(IdentityTest, ReportsWhyTheTokenIsMissing) {
  ClusterConfig config;
  config.credentials.token_file = folder_.Write("token", "");
  EXPECT_THAT(Make(config).Headers(kIdentityNow), IsEmpty());
  ASSERT_THAT(log_, SizeIs(1));
  EXPECT_THAT(log_[0], HasSubstr(folder_.PathOf("token")));
}

TEST_F(IdentityTest, ARefusedPluginRunsAgain) {
  folder_.WriteProgram(
      "bin/plugin",
      absl::StrCat("echo >>", folder_.PathOf("runs"), "\nprintf '%s' '{\"kind\":\"ExecCredential\",",
                   "\"apiVersion\":\"client.authentication.k8s.io/v1\",\"status\":{\"token\":\"t'\"$(wc -l <",
                   folder_.PathOf("runs"), ")\"'\"}}'"));
  ClusterConfig config;
  config.server = "https://a";
  ExecSpec& exec = config.credentials.exec.emplace();
  exec.api_version = "client.authentication.k8s.io/v1";
  exec.command = "plugin";
  exec.interactive_mode = "Never";
  Identity identity = Make(config);
  EXPECT_TRUE(identity.Tls(kIdentityNow).ok());
  EXPECT_THAT(identity.Headers(kIdentityNow), ElementsAre("Authorization: Bearer t1"));
  EXPECT_THAT(identity.Headers(kIdentityNow), ElementsAre("Authorization: Bearer t1"));
  identity.Invalidate(kIdentityNow);
  EXPECT_THAT(identity.Headers(kIdentityNow), ElementsAre("Authorization: Bearer t2"));
  folder_.WriteProgram("bin/plugin", "exit 1");
  identity.Invalidate(kIdentityNow);
  EXPECT_THAT(identity.Headers(kIdentityNow), IsEmpty());
  EXPECT_THAT(log_, SizeIs(1));
}

}  // namespace
}  // namespace cpsizer::kube
