#include "server/process/tls/client_tls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/time/clock.h"
#include "tests/process/log_lines.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::LogLines;
using ::cpsizer::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

class ClientTlsTest : public ::testing::Test {
 protected:
  ClientTlsTest() {
    folder_.Write("ca", authority_.pem());
    Write(first_);
  }

  void Write(const CertifiedKey& identity) const {
    folder_.Write("crt", identity.certificate);
    folder_.Write("key", identity.key);
  }
  std::string ErrorOf(const ClientTlsFiles& files) const {
    return std::string(ClientTlsReloader::Load(files, absl::Now).status().message());
  }

  const CertificateAuthority authority_{"authority"};
  const CertifiedKey first_ = authority_.Issue({.names = "DNS:client"});
  const TemporaryFolder folder_;
  const ClientTlsFiles files_ = {
      {"--ca", folder_.PathOf("ca")}, {"--crt", folder_.PathOf("crt")}, {"--key", folder_.PathOf("key")}};
};

TEST_F(ClientTlsTest, TrustsAndPresentsTheContentOfTheFiles) {
  const auto reloader = ClientTlsReloader::Load(files_, absl::Now);
  ASSERT_TRUE(reloader.ok()) << reloader.status();
  const auto options = (*reloader)->Reload();
  EXPECT_EQ(options->pem_root_certs, authority_.pem());
  EXPECT_EQ(options->pem_cert_chain, first_.certificate);
  EXPECT_EQ(options->pem_private_key, first_.key);
}

TEST_F(ClientTlsTest, WithoutACertificateItPresentsNone) {
  const auto reloader = ClientTlsReloader::Load({files_.server_ca, {"--crt", ""}, {"--key", ""}}, absl::Now);
  ASSERT_TRUE(reloader.ok()) << reloader.status();
  EXPECT_EQ((*reloader)->Reload()->pem_root_certs, authority_.pem());
  EXPECT_EQ((*reloader)->Reload()->pem_cert_chain, "");
  EXPECT_EQ((*reloader)->Reload()->pem_private_key, "");
  EXPECT_EQ((*reloader)->status().not_after, absl::InfiniteFuture());
  EXPECT_LT((*reloader)->status().authority_not_after, absl::InfiniteFuture());
}

TEST_F(ClientTlsTest, ReportsTheExpiryOfCertificatesAndAuthorities) {
  const absl::Time now = absl::Now();
  const CertificateAuthority brief("brief", {-absl::Hours(1), absl::Hours(2)});
  folder_.Write("ca", authority_.pem() + brief.pem());
  const auto reloader = ClientTlsReloader::Load(files_, [now] { return now; });
  EXPECT_LT(absl::AbsDuration((*reloader)->status().not_after - (now + absl::Hours(24))), absl::Minutes(1));
  EXPECT_LT(absl::AbsDuration((*reloader)->status().authority_not_after - (now + absl::Hours(2))), absl::Minutes(1));
  Write(authority_.Issue({.validity = {-absl::Hours(1), absl::Hours(48)}}));
  folder_.Write("ca", authority_.pem());
  (*reloader)->Reload();
  EXPECT_LT(absl::AbsDuration((*reloader)->status().not_after - (now + absl::Hours(48))), absl::Minutes(1));
  EXPECT_LT(absl::AbsDuration((*reloader)->status().authority_not_after - (now + absl::Hours(24))), absl::Minutes(1));
}

TEST_F(ClientTlsTest, ReportsReloadsAndTheError) {
  const auto reloader = ClientTlsReloader::Load(files_, absl::Now);
  const auto expect = [&reloader](int64_t taken, int64_t refused, const char* error) {
    const TlsStatus status = (*reloader)->status();
    EXPECT_EQ(status.taken, taken);
    EXPECT_EQ(status.refused, refused);
    EXPECT_THAT(status.error, HasSubstr(error));
    EXPECT_EQ(status.error.empty(), error == std::string());
  };
  expect(0, 0, "");
  const CertifiedKey second = authority_.Issue({.names = "DNS:client"});
  folder_.Write("crt", second.certificate);
  (*reloader)->Reload();
  (*reloader)->Reload();
  expect(0, 1, "is not the key of --crt ");
  folder_.Write("key", second.key);
  (*reloader)->Reload();
  expect(1, 1, "");
}

TEST_F(ClientTlsTest, KeepsValidContentThroughInvalidContent) {
  LogLines log;
  const auto reloader = ClientTlsReloader::Load(files_, absl::Now);
  const auto before = (*reloader)->Reload();
  EXPECT_EQ((*reloader)->Reload(), before);
  const CertifiedKey second = authority_.Issue({.names = "DNS:client"});
  folder_.Write("crt", second.certificate);
  EXPECT_EQ((*reloader)->Reload(), before) << "the key is still that of the old certificate";
  EXPECT_EQ((*reloader)->Reload(), before);
  folder_.Write("key", second.key);
  EXPECT_EQ((*reloader)->Reload()->pem_cert_chain, second.certificate);
  EXPECT_THAT(log.With("failed to reload the TLS files for calls to the service; keeping the previous ones"),
              SizeIs(1));
  EXPECT_THAT(log.With("reloaded the TLS files for calls to the service; connecting again"), SizeIs(1));
  folder_.Write("ca", "garbage");
  (*reloader)->Reload();
  folder_.Write("ca", authority_.pem());
  (*reloader)->Reload();
  EXPECT_THAT(log.With("were changed back to the version in use; nothing to reload"), SizeIs(1));
}

TEST_F(ClientTlsTest, ACertificateThatExpiresInUseIsLoggedAndAnError) {
  LogLines log;
  absl::Time now = absl::Now();
  const CertificateAuthority brief("brief", {-absl::Hours(1), absl::Hours(2)});
  folder_.Write("ca", brief.pem() + authority_.pem());
  const auto reloader = ClientTlsReloader::Load(files_, [&now] { return now; });
  ASSERT_TRUE(reloader.ok()) << reloader.status();
  const auto before = (*reloader)->Reload();
  EXPECT_THAT(log.With("expired"), IsEmpty());
  now += absl::Hours(3);
  (*reloader)->Reload();
  EXPECT_THAT(
      log.With("a certificate authority for the service has expired"),
      ElementsAre(AllOf(HasSubstr(" warn "), HasSubstr("--ca " + folder_.PathOf("ca")), HasSubstr("CN=brief"))));
  EXPECT_THAT((*reloader)->status().error, HasSubstr("the authority CN=brief expired on "));
  now += absl::Hours(22);
  EXPECT_EQ((*reloader)->Reload(), before) << "the previous ones are kept";
  (*reloader)->Reload();
  EXPECT_THAT(log.With("a certificate for calls to the service has expired; the service refuses it"),
              ElementsAre(AllOf(HasSubstr(" error "), HasSubstr("--crt " + folder_.PathOf("crt")))));
  EXPECT_THAT(log.With("a certificate authority for the service has expired"), SizeIs(2));
  EXPECT_THAT((*reloader)->status().error, HasSubstr("the certificate in use expired on "));
}

TEST_F(ClientTlsTest, EveryIssuerOfTheCertificateMustBeValidNow) {
  const CertificateAuthority old("old", {-absl::Hours(2), -absl::Hours(1)});
  Write({first_.certificate + old.pem(), first_.key});
  EXPECT_THAT(ErrorOf(files_), HasSubstr("the issuer CN=old of the certificate expired on "));
}

TEST_F(ClientTlsTest, UnusableFilesAreReportedByFlagAndFile) {
  ClientTlsFiles files = files_;
  files.server_ca.path = folder_.PathOf("missing");
  EXPECT_THAT(ErrorOf(files), StartsWith("--ca " + files.server_ca.path + ": there is no such file; "));
  files.server_ca.path = folder_.PathOf("crt");
  EXPECT_THAT(ErrorOf(files),
              HasSubstr("--ca " + files.server_ca.path + ": contains a certificate that is not a CA certificate"));
  Write(authority_.Issue({.validity = {-absl::Hours(2), -absl::Hours(1)}}));
  EXPECT_THAT(ErrorOf(files_), StartsWith("--crt " + folder_.PathOf("crt") + ": the certificate expired on "));
  Write(authority_.Issue({.usage = "serverAuth"}));
  EXPECT_THAT(ErrorOf(files_), HasSubstr("the certificate is not for clients; issue one with the extended key usage"));
  Write({first_.certificate, authority_.Issue({}).key});
  EXPECT_THAT(ErrorOf(files_), StartsWith("--key " + folder_.PathOf("key") + ": is not the key of --crt "));
}

TEST_F(ClientTlsTest, ReportsWhichFlagAnotherFlagRequires) {
  const auto check = [this](bool ca, bool crt, bool key) {
    ClientTlsFiles files = files_;
    if (!ca) files.server_ca.path.clear();
    if (!crt) files.certificate.path.clear();
    if (!key) files.private_key.path.clear();
    return std::string(CheckClientTlsFiles(files).message());
  };
  EXPECT_EQ(check(false, false, false), "");
  EXPECT_EQ(check(true, false, false), "");
  EXPECT_EQ(check(true, true, true), "");
  EXPECT_EQ(check(true, true, false), "--crt needs --key, the key of that certificate");
  EXPECT_EQ(check(true, false, true), "--key needs --crt, the certificate of that key");
  EXPECT_EQ(check(false, true, true), "--crt needs --ca, the authority that issued the server's certificate");
}

}  // namespace
}  // namespace cpsizer::server
