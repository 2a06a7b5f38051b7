#include "server/security/handshake_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

namespace cpsizer::server {
namespace {

using ::testing::HasSubstr;

HandshakeFailure Explain(int reason, long verify_result = X509_V_OK) {
  return ExplainHandshake(ERR_PACK(ERR_LIB_SSL, 0, reason), verify_result);
}

TEST(HandshakeLogTest, SaysWhyACertificateWasRefused) {
  EXPECT_EQ(ExplainHandshake(ERR_PACK(ERR_LIB_ASN1, 0, ERR_R_EVP_LIB), X509_V_ERR_CERT_SIGNATURE_FAILURE).why,
            "certificate signature failure")
      << "whatever step noticed";
  const HandshakeFailure expired = Explain(SSL_R_CERTIFICATE_VERIFY_FAILED, X509_V_ERR_CERT_HAS_EXPIRED);
  EXPECT_EQ(expired.why, "certificate has expired");
  EXPECT_THAT(std::string(expired.way_out), HasSubstr("renew"));
  const HandshakeFailure stranger =
      Explain(SSL_R_CERTIFICATE_VERIFY_FAILED, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
  EXPECT_EQ(stranger.why, "unable to get local issuer certificate");
  EXPECT_THAT(std::string(stranger.way_out), HasSubstr("--client-ca-file"));
}

TEST(HandshakeLogTest, SaysWhatElseWentWrong) {
  EXPECT_EQ(Explain(SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE).why, "peer did not return a certificate");
  EXPECT_THAT(std::string(Explain(SSL_R_UNSUPPORTED_PROTOCOL).way_out), HasSubstr("--tls-min-version"));
  EXPECT_THAT(std::string(Explain(SSL_R_WRONG_VERSION_NUMBER).way_out), HasSubstr("does not speak TLS"));
}

TEST(HandshakeLogTest, AReasonThatIsNotListedHasItsOwnWordsAtLeast) {
  const HandshakeFailure failure = Explain(SSL_R_BAD_SIGNATURE);
  EXPECT_EQ(failure.why, "bad signature");
  EXPECT_FALSE(failure.way_out.empty());
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
    EXPECT_FALSE(LogFailedHandshake(line)) << line;
  }
}

}  // namespace
}  // namespace cpsizer::server
