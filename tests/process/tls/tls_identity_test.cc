#include "server/process/tls/tls_identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::NewRsaKey;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const TlsFiles kFiles = {"crt", "key", "ca"};

class TlsIdentityTest : public ::testing::Test {
 protected:
  std::string ErrorOf(const FileTexts& texts) {
    return std::string(MakeTlsIdentity(kFiles, texts, now_).status().message());
  }
  // Returns the error for a server certificate with `content`.
  std::string ErrorOfCertificate(const cpsizer::testing::CertificateContent& content) {
    const CertifiedKey issued = authority_.Issue(content);
    return ErrorOf({issued.certificate, issued.key, authority_.pem()});
  }

  const absl::Time now_ = absl::Now();
  const CertificateAuthority authority_{"authority"};
  const CertifiedKey server_ = authority_.IssueServer();
};

TEST_F(TlsIdentityTest, AcceptsMatchingFilesAndReportsTheirExpiry) {
  const CertificateAuthority other("other", {-absl::Hours(1), absl::Hours(2)});
  const FileTexts texts = {server_.certificate, server_.key, authority_.pem() + other.pem()};
  const auto identity = MakeTlsIdentity(kFiles, texts, now_);
  ASSERT_TRUE(identity.ok()) << identity.status();
  EXPECT_EQ(identity->certificate_chain, texts[0]);
  EXPECT_EQ(identity->private_key, texts[1]);
  EXPECT_EQ(identity->client_ca, texts[2]);
  EXPECT_LT(absl::AbsDuration(identity->certificates.shown.FirstEnd() - (now_ + absl::Hours(24))), absl::Minutes(1));
  EXPECT_LT(absl::AbsDuration(identity->certificates.authorities.FirstEnd() - (now_ + absl::Hours(2))),
            absl::Minutes(1))
      << "the first to end";
}

TEST_F(TlsIdentityTest, HasNoClientAuthorityIfNoneIsConfigured) {
  const auto identity = MakeTlsIdentity({"crt", "key", ""}, {server_.certificate, server_.key}, now_);
  ASSERT_TRUE(identity.ok()) << identity.status();
  EXPECT_EQ(identity->client_ca, "");
  EXPECT_EQ(identity->certificates.authorities.FirstEnd(), absl::InfiniteFuture());
}

TEST_F(TlsIdentityTest, AChainMayFollowTheCertificate) {
  EXPECT_EQ(ErrorOf({server_.certificate + authority_.pem(), server_.key, authority_.pem()}), "");
  EXPECT_EQ(ErrorOf({authority_.pem() + server_.certificate, server_.key, authority_.pem()}),
            "--tls-cert-file crt: the certificate of the key is not the first one; put it first, followed by the "
            "certificates of its issuers");
}

TEST_F(TlsIdentityTest, EveryIssuerOfTheCertificateMustBeValidNow) {
  const CertificateAuthority good("good", {-absl::Hours(1), absl::Hours(2)});
  const CertificateAuthority old("old", {-absl::Hours(2), -absl::Hours(1)});
  const CertificateAuthority next("next", {absl::Hours(1), absl::Hours(2)});
  const auto error_of_chain = [&](const std::string& issuers) {
    return ErrorOf({server_.certificate + issuers, server_.key, authority_.pem()});
  };
  EXPECT_EQ(error_of_chain(good.pem()), "");
  EXPECT_THAT(error_of_chain(good.pem() + old.pem()),
              StartsWith("--tls-cert-file crt: the issuer CN=old of the certificate expired on 20"));
  EXPECT_THAT(error_of_chain(next.pem() + good.pem()),
              StartsWith("--tls-cert-file crt: the issuer CN=next of the certificate is not valid before 20"));
  const auto identity =
      MakeTlsIdentity(kFiles, {server_.certificate + good.pem(), server_.key, authority_.pem()}, now_);
  ASSERT_TRUE(identity.ok()) << identity.status();
  EXPECT_LT(absl::AbsDuration(identity->certificates.shown.FirstEnd() - (now_ + absl::Hours(2))), absl::Minutes(1))
      << "the first to end";
}

TEST_F(TlsIdentityTest, MalformedPemIsReportedByFlagAndFile) {
  const std::string& crt = server_.certificate;
  const std::string half = crt.substr(0, crt.size() / 2);
  for (const std::string& bad :
       {std::string("garbage"), half, crt + half, absl::StrCat(crt, absl::string_view("\0", 1), crt), server_.key}) {
    EXPECT_THAT(ErrorOf({bad, server_.key, authority_.pem()}),
                StartsWith("--tls-cert-file crt: contains no valid certificates in PEM; "));
  }
  for (const std::string& bad : {std::string("garbage"), server_.key.substr(0, 60), crt, '\0' + server_.key}) {
    EXPECT_THAT(ErrorOf({crt, bad, authority_.pem()}),
                StartsWith("--tls-private-key-file key: contains no valid private key in PEM without"));
  }
  for (const std::string& bad : {std::string("garbage"), half, authority_.pem() + half}) {
    EXPECT_THAT(ErrorOf({crt, server_.key, bad}),
                StartsWith("--client-ca-file ca: contains no valid certificates in PEM"));
  }
}

TEST_F(TlsIdentityTest, AKeyOfAnotherCertificateIsReportedWithBothFiles) {
  for (const std::string& other : {authority_.IssueServer().key, NewRsaKey()}) {
    EXPECT_EQ(
        ErrorOf({server_.certificate, other, authority_.pem()}),
        "--tls-private-key-file key: is not the key of --tls-cert-file crt; specify a matching certificate and key");
  }
}

TEST_F(TlsIdentityTest, NowMustBeBetweenTheDates) {
  EXPECT_THAT(ErrorOfCertificate({.usage = "serverAuth", .validity = {-absl::Hours(2), -absl::Hours(1)}}),
              HasSubstr("--tls-cert-file crt: the certificate expired on 20"));
  EXPECT_THAT(ErrorOfCertificate({.usage = "serverAuth", .validity = {absl::Hours(1), absl::Hours(2)}}),
              HasSubstr("--tls-cert-file crt: the certificate is not valid before 20"));
  const auto at = [&](absl::Time now) {
    return MakeTlsIdentity(kFiles, {server_.certificate, server_.key, authority_.pem()}, now).status();
  };
  const absl::Time end = MakeTlsIdentity(kFiles, {server_.certificate, server_.key, authority_.pem()}, now_)
                             ->certificates.shown.FirstEnd();
  EXPECT_TRUE(at(end).ok()) << "its last second";
  EXPECT_FALSE(at(end + absl::Seconds(1)).ok());
}

TEST_F(TlsIdentityTest, ACertificateForClientsDoesNotServe) {
  EXPECT_EQ(
      ErrorOfCertificate({.usage = "clientAuth"}),
      "--tls-cert-file crt: the certificate is not for servers; issue one with the extended key usage serverAuth");
  EXPECT_EQ(ErrorOfCertificate({.usage = "clientAuth,serverAuth"}), "");
}

TEST_F(TlsIdentityTest, CertificatesThatOpenSslRejectsAreReportedFirst) {
  EXPECT_EQ(ErrorOfCertificate({.usage = "serverAuth", .rsa_bits = 1'024}),
            "--tls-cert-file crt: OpenSSL rejects it: ee key too small; issue another certificate");
  EXPECT_EQ(ErrorOfCertificate({.usage = "serverAuth", .rsa_bits = 2'048}), "");
}

TEST_F(TlsIdentityTest, RefusesAnAuthorityThatIsNotACertificateAuthority) {
  EXPECT_THAT(ErrorOf({server_.certificate, server_.key, server_.certificate}),
              HasSubstr("--client-ca-file ca: contains a certificate that is not a CA certificate; "));
}

TEST_F(TlsIdentityTest, AcceptsAnExpiredAuthorityNextToAValidOne) {
  const CertificateAuthority old("old", {-absl::Hours(2), -absl::Hours(1)});
  EXPECT_EQ(ErrorOf({server_.certificate, server_.key, old.pem() + authority_.pem()}), "");
  EXPECT_THAT(ErrorOf({server_.certificate, server_.key, old.pem()}),
              HasSubstr("--client-ca-file ca: the authority CN=old expired on "));
  const CertificateAuthority next("next", {absl::Hours(1), absl::Hours(2)});
  EXPECT_THAT(ErrorOf({server_.certificate, server_.key, next.pem()}),
              HasSubstr("--client-ca-file ca: the authority CN=next is not valid before "));
}

TEST_F(TlsIdentityTest, NoErrorShowsAKey) {
  EXPECT_THAT(ErrorOf({server_.certificate, server_.key.substr(0, 100), authority_.pem()}),
              Not(HasSubstr(server_.key.substr(40, 20))));
}

}  // namespace
}  // namespace cpsizer::server
