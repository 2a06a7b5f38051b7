#include "server/process/tls/handshake_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include "tests/process/log_lines.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::LogLines;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

HandshakeFailure Explain(int reason, long verify_result = X509_V_OK) {
  return ExplainHandshake(ERR_PACK(ERR_LIB_SSL, 0, reason), verify_result);
}

TEST(HandshakeLogTest, ReportsWhyACertificateWasRefused) {
  EXPECT_EQ(ExplainHandshake(ERR_PACK(ERR_LIB_ASN1, 0, ERR_R_EVP_LIB), X509_V_ERR_CERT_SIGNATURE_FAILURE).why,
            "certificate signature failure")
      << "whatever step noticed";
  const HandshakeFailure expired = Explain(SSL_R_CERTIFICATE_VERIFY_FAILED, X509_V_ERR_CERT_HAS_EXPIRED);
  EXPECT_EQ(expired.why, "certificate has expired");
  EXPECT_THAT(std::string(expired.hint), HasSubstr("renew"));
  const HandshakeFailure stranger =
      Explain(SSL_R_CERTIFICATE_VERIFY_FAILED, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
  EXPECT_EQ(stranger.why, "unable to get local issuer certificate");
  EXPECT_THAT(std::string(stranger.hint), HasSubstr("--client-ca-file"));
}

TEST(HandshakeLogTest, ReportsOtherErrorsOfAHandshake) {
  EXPECT_EQ(Explain(SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE).why, "peer did not return a certificate");
  EXPECT_THAT(std::string(Explain(SSL_R_UNSUPPORTED_PROTOCOL).hint), HasSubstr("--tls-min-version"));
  EXPECT_THAT(std::string(Explain(SSL_R_WRONG_VERSION_NUMBER).hint), HasSubstr("does not use TLS"));
}

TEST(HandshakeLogTest, AnUnlistedReasonHasTheTextOfOpenSsl) {
  const HandshakeFailure failure = Explain(SSL_R_BAD_SIGNATURE);
  EXPECT_EQ(failure.why, "bad signature");
  EXPECT_FALSE(failure.hint.empty());
  EXPECT_FALSE(Explain(SSL_R_CERTIFICATE_VERIFY_FAILED, X509_V_OK).why.empty());
  EXPECT_FALSE(ExplainHandshake(ERR_PACK(ERR_LIB_SSL, 0, 4'000), X509_V_OK).why.empty()) << "one without words";
}

TEST(HandshakeLogTest, FindsTheCodeInTheLineOfGrpcAndInNoOther) {
  const auto code = HandshakeErrorIn(
      "Handshake failed with fatal error SSL_ERROR_SSL: error:0A0000C7:SSL routines::peer did not return a "
      "certificate.");
  ASSERT_TRUE(code.has_value());
  EXPECT_EQ(ERR_GET_REASON(*code), SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE);
  for (const char* line : {"", "Handshake failed with fatal error SSL_ERROR_SYSCALL",
                           "Handshake failed with fatal error SSL_ERROR_SSL: error:", "other: error:0A0000C7:SSL"}) {
    EXPECT_FALSE(HandshakeErrorIn(line).has_value()) << line;
    EXPECT_FALSE(LogHandshakeLine(line)) << line;
  }
}

TEST(HandshakeLogTest, ReportsAClientThatRequestsAnotherName) {
  LogLines log;
  EXPECT_TRUE(LogHandshakeLine("No match found for server name: other.example.org.\x1b."));
  EXPECT_THAT(log.With("a client requests a server name that is not in --tls-cert-file; the handshake continues"),
              ElementsAre(AllOf(HasSubstr(" warn "), HasSubstr("other.example.org."), Not(HasSubstr("\x1b")),
                                HasSubstr("use a name that is in the certificate"))));
}

TEST(HandshakeLogTest, ReportsHandshakesThatTimeOutButNotCancelledOnes) {
  LogLines log;
  const std::string failed = "Security handshake failed: UNKNOWN:Handshake read failed {children:[";
  EXPECT_TRUE(
      LogHandshakeLine(failed + "UNKNOWN:FD Shutdown {children:[UNKNOWN:Handshake timed out {file_line:167}]}]}"));
  EXPECT_THAT(log.With("a TLS handshake with a client failed"),
              ElementsAre(HasSubstr("the client did not complete the handshake in time")));
  EXPECT_FALSE(LogHandshakeLine(failed + "INTERNAL:Socket closed {fd:16}]}")) << "as every probe of the port does";
  EXPECT_FALSE(LogHandshakeLine("Handshaking failed: UNKNOWN:Handshake timed out {}")) << "the same once more";
}

TEST(HandshakeLogTest, LinesThatClientsCauseHaveALimitedRate) {
  LogLines log;
  for (int i = 0; i < 10'000; ++i) LogHandshakeLine("No match found for server name: x.");
  EXPECT_LT(log.With("a client requests a server name").size(), 1'000u);
}

}  // namespace
}  // namespace cpsizer::server
