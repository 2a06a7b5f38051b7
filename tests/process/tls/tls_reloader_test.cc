#include "server/process/tls/tls_reloader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/match.h"
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
using ::testing::SizeIs;

class TlsReloaderTest : public ::testing::Test {
 protected:
  TlsReloaderTest() { Write(first_, authority_.pem()); }

  void Write(const CertifiedKey& identity, const std::string& client_ca) const {
    folder_.Write("crt", identity.certificate);
    folder_.Write("key", identity.key);
    folder_.Write("ca", client_ca);
  }
  std::unique_ptr<TlsReloader> Load() {
    auto reloader = TlsReloader::Load({folder_.PathOf("crt"), folder_.PathOf("key"), folder_.PathOf("ca")},
                                      [this] { return now_; });
    EXPECT_TRUE(reloader.ok()) << reloader.status();
    return *std::move(reloader);
  }

  absl::Time now_ = absl::Now();
  const TemporaryFolder folder_;
  // The authority is valid longer than the certificates that it issues, because the seconds of their dates may differ.
  const CertificateAuthority authority_{"authority", {-absl::Hours(1), absl::Hours(48)}};
  const CertifiedKey first_ = authority_.IssueServer();
  const CertifiedKey second_ = authority_.IssueServer();
};

TEST_F(TlsReloaderTest, BadFilesAtTheStartAreAnError) {
  folder_.Write("key", second_.key);
  const auto reloader = TlsReloader::Load({folder_.PathOf("crt"), folder_.PathOf("key"), ""}, absl::Now);
  EXPECT_THAT(std::string(reloader.status().message()), HasSubstr("is not the key of --tls-cert-file"));
}

TEST_F(TlsReloaderTest, KeepsOneIdentityWhileNothingChanges) {
  LogLines log;
  const auto reloader = Load();
  const auto identity = reloader->identity();
  reloader->Poll();
  Write(first_, authority_.pem());  // the same content with a new modification time
  reloader->Poll();
  EXPECT_EQ(reloader->identity(), identity);
  EXPECT_THAT(log.With(""), SizeIs(0));
  EXPECT_EQ(reloader->status().taken, 0);
}

TEST_F(TlsReloaderTest, ReloadsAllFilesTogetherAndReportsItOnce) {
  LogLines log;
  const auto reloader = Load();
  Write(second_, authority_.pem());
  reloader->Poll();
  reloader->Poll();
  EXPECT_EQ(reloader->identity()->certificate_chain, second_.certificate);
  EXPECT_EQ(reloader->identity()->private_key, second_.key);
  EXPECT_THAT(log.With("reloaded the TLS files of this server; new connections use them"), SizeIs(1));
  EXPECT_EQ(reloader->status().taken, 1);
  EXPECT_EQ(reloader->status().refused, 0);
}

TEST_F(TlsReloaderTest, KeepsThePreviousFilesThroughEveryStepOfAChange) {
  LogLines log;
  const auto reloader = Load();
  const auto expect_first = [&](const char* what) {
    reloader->Poll();
    reloader->Poll();
    EXPECT_EQ(reloader->identity()->certificate_chain, first_.certificate) << what;
    EXPECT_EQ(reloader->identity()->private_key, first_.key) << what;
    EXPECT_NE(reloader->status().error, "") << what;
  };
  folder_.Write("crt", second_.certificate.substr(0, 100));
  expect_first("half a certificate");
  folder_.Write("crt", second_.certificate);
  expect_first("the key of another certificate");
  folder_.Write("key", "");
  expect_first("an empty key");
  std::filesystem::remove(folder_.PathOf("key"));
  expect_first("no key");
  folder_.Write("key", second_.key);
  reloader->Poll();
  EXPECT_EQ(reloader->identity()->certificate_chain, second_.certificate);
  EXPECT_EQ(reloader->status().error, "");
  EXPECT_EQ(reloader->status().refused, 4);
  EXPECT_EQ(reloader->status().taken, 1);
  EXPECT_THAT(log.With("failed to reload the TLS files of this server; keeping the previous ones"), SizeIs(4))
      << "one line for each change";
}

TEST_F(TlsReloaderTest, ReportsWhenTheFilesAreRestored) {
  LogLines log;
  const auto reloader = Load();
  folder_.Write("ca", "garbage");
  reloader->Poll();
  Write(first_, authority_.pem());
  reloader->Poll();
  EXPECT_THAT(log.With("the TLS files of this server were changed back to the version in use; nothing to reload"),
              SizeIs(1));
  EXPECT_EQ(reloader->status().error, "");
}

TEST_F(TlsReloaderTest, ReportsTheExpiryOfTheCertificateInUse) {
  const CertificateAuthority brief("brief", {-absl::Hours(1), absl::Hours(2)});
  folder_.Write("ca", authority_.pem() + brief.pem());
  const TlsStatus status = Load()->status();
  EXPECT_LT(absl::AbsDuration(status.not_after - (now_ + absl::Hours(24))), absl::Minutes(1));
  EXPECT_LT(absl::AbsDuration(status.authority_not_after - (now_ + absl::Hours(2))), absl::Minutes(1));
}

TEST_F(TlsReloaderTest, ReportsOnceThatTheCertificateInUseHasExpired) {
  LogLines log;
  const auto reloader = Load();
  now_ = reloader->status().not_after;
  reloader->Poll();
  EXPECT_EQ(reloader->status().error, "") << "good until then";
  now_ += absl::Seconds(1);
  reloader->Poll();
  reloader->Poll();
  EXPECT_THAT(reloader->status().error, HasSubstr("the certificate in use expired on "));
  EXPECT_THAT(log.With("a certificate of this server has expired; clients refuse it"), SizeIs(1));
  EXPECT_NE(reloader->identity(), nullptr) << "still the last valid one";
}

TEST_F(TlsReloaderTest, AnExpiredIssuerKeepsThePreviousFiles) {
  LogLines log;
  const auto reloader = Load();
  const CertificateAuthority old("old", {-absl::Hours(2), -absl::Hours(1)});
  Write({second_.certificate + old.pem(), second_.key}, authority_.pem());
  reloader->Poll();
  EXPECT_EQ(reloader->identity()->certificate_chain, first_.certificate);
  EXPECT_THAT(reloader->status().error, HasSubstr("the issuer CN=old of the certificate expired on "));
  EXPECT_THAT(log.With("failed to reload the TLS files of this server; keeping the previous ones"), SizeIs(1));
}

TEST_F(TlsReloaderTest, AnIssuerThatExpiresInUseIsReportedLikeTheCertificate) {
  LogLines log;
  const CertificateAuthority brief("brief", {-absl::Hours(1), absl::Hours(2)});
  Write({first_.certificate + brief.pem(), first_.key}, authority_.pem());
  const auto reloader = Load();
  now_ += absl::Hours(3);
  reloader->Poll();
  reloader->Poll();
  EXPECT_THAT(reloader->status().error, HasSubstr("the issuer CN=brief of the certificate in use expired on "));
  EXPECT_THAT(log.With("a certificate of this server has expired; clients refuse it"), SizeIs(1));
}

TEST_F(TlsReloaderTest, EachAuthorityThatExpiresInUseIsALineAndTheLastOneAnError) {
  LogLines log;
  const CertificateAuthority brief("brief", {-absl::Hours(1), absl::Hours(2)});
  const CertificateAuthority longer("longer", {-absl::Hours(1), absl::Hours(3)});
  Write(first_, brief.pem() + longer.pem());
  const auto reloader = Load();
  now_ += absl::Hours(2) + absl::Minutes(1);
  reloader->Poll();
  reloader->Poll();
  EXPECT_THAT(log.With("a certificate authority for clients has expired"), SizeIs(1));
  EXPECT_THAT(log.With("the authority CN=brief expired on "), ElementsAre(HasSubstr(" warn ")));
  EXPECT_THAT(reloader->status().error,
              AllOf(HasSubstr("CN=brief"), HasSubstr("certificates that it issued are rejected")));
  now_ += absl::Hours(1);
  reloader->Poll();
  reloader->Poll();
  EXPECT_THAT(log.With("a certificate authority for clients has expired"), SizeIs(2));
  EXPECT_THAT(log.With("the authority CN=longer expired on "),
              ElementsAre(AllOf(HasSubstr(" error "), HasSubstr("the file does not contain a valid authority"))));
  EXPECT_THAT(reloader->status().error, HasSubstr(" (1 more expired)"));
  Write(first_, authority_.pem());
  reloader->Poll();
  EXPECT_EQ(reloader->status().error, "");
}

TEST_F(TlsReloaderTest, AnAuthorityThatHadExpiredAtTheStartIsAWarning) {
  LogLines log;
  const CertificateAuthority old("old", {-absl::Hours(2), -absl::Hours(1)});
  Write(first_, old.pem() + authority_.pem());
  const auto reloader = Load();
  EXPECT_THAT(log.With("a certificate authority for clients has expired"),
              ElementsAre(AllOf(HasSubstr(" warn "), HasSubstr("--client-ca-file"), HasSubstr("CN=old"))));
  reloader->Poll();
  EXPECT_THAT(log.With("a certificate authority for clients has expired"), SizeIs(1)) << "once";
  EXPECT_THAT(reloader->status().error, HasSubstr("CN=old"));
}

TEST_F(TlsReloaderTest, AnAuthorityThatIsNotYetValidDoesNotCount) {
  LogLines log;
  const CertificateAuthority brief("brief", {-absl::Hours(1), absl::Hours(2)});
  const CertificateAuthority next("next", {absl::Hours(3), absl::Hours(9)});
  Write(first_, brief.pem() + next.pem());
  const auto reloader = Load();
  now_ += absl::Hours(2) + absl::Minutes(1);
  reloader->Poll();
  EXPECT_THAT(log.With("a certificate authority for clients has expired"), ElementsAre(HasSubstr(" error ")));
}

TEST_F(TlsReloaderTest, UsesACertificateWhenItBecomesValid) {
  const auto reloader = Load();
  const CertifiedKey later = authority_.Issue({.usage = "serverAuth", .validity = {absl::Hours(1), absl::Hours(20)}});
  Write(later, authority_.pem());
  reloader->Poll();
  EXPECT_EQ(reloader->identity()->private_key, first_.key);
  now_ += absl::Hours(2);
  reloader->Poll();
  EXPECT_EQ(reloader->identity()->private_key, later.key);
}

}  // namespace
}  // namespace cpsizer::server
