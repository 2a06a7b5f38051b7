#include "client/sidecar/control/service_security.h"

#include <gtest/gtest.h>

#include <string>

namespace cpsizer::sidecar {
namespace {

TEST(ServiceSecurityTest, ReportsTheSecurityOfTheConnection) {
  const struct {
    std::string service;
    std::string security;
  } kCases[] = {
      {"", "in-process"},
      {"unix:/run/cpsizer.sock", "plaintext, local only"},
      {"dns:///localhost:50051", "plaintext, local only"},
      {"dns:///127.0.0.1:50051", "plaintext, local only"},
      {"ipv4:127.0.0.1:1,127.9.9.9:2", "plaintext, local only"},
      {"ipv6:[::1]:50051", "plaintext, local only"},
      {"ipv4:127.0.0.1:1,192.0.2.1:2", "plaintext"},
      {"dns:///cpsizer:50051", "plaintext"},
      {"dns:///127.0.0.1.example.org:50051", "plaintext"},
      {"dns:///localhost.example.org:50051", "plaintext"},
      {"ipv6:[::]:50051", "plaintext"},
  };
  for (const auto& test : kCases) {
    Options options;
    options.service = test.service;
    EXPECT_EQ(ServiceSecurity(options), test.security) << test.service;
  }
}

TEST(ServiceSecurityTest, WithAnAuthorityItIsTlsForEachAddress) {
  for (const char* service : {"unix:/run/cpsizer.sock", "dns:///cpsizer:50051"}) {
    Options options;
    options.service = service;
    options.service_tls.server_ca.path = "ca";
    EXPECT_EQ(ServiceSecurity(options), "TLS");
    options.service_tls.certificate.path = "crt";
    options.service_tls.private_key.path = "key";
    EXPECT_EQ(ServiceSecurity(options), "mTLS");
  }
}

TEST(ServiceSecurityTest, AnErrorNamesTheServiceAndItsCode) {
  Options options;
  options.service = "dns:///cpsizer:50051";
  EXPECT_EQ(ServiceError(options, absl::StatusCode::kInvalidArgument, "no"),
            "dns:///cpsizer:50051: INVALID_ARGUMENT: no");
  EXPECT_EQ(ServiceError(options, absl::StatusCode::kUnavailable, "Socket closed"),
            "dns:///cpsizer:50051: UNAVAILABLE: Socket closed; the service may require TLS: set its authority with "
            "--service-ca-file");
  options.service = "unix:/run/cpsizer.sock";
  EXPECT_EQ(ServiceError(options, absl::StatusCode::kUnavailable, "Socket closed"),
            "unix:/run/cpsizer.sock: UNAVAILABLE: Socket closed");
}

constexpr absl::StatusCode kUnavailable = absl::StatusCode::kUnavailable;
constexpr absl::StatusCode kDenied = absl::StatusCode::kPermissionDenied;

const server::ClientTlsFiles kShowsNone = {{"--service-ca-file", "/ca"}, {"--service-cert-file", ""}, {"", ""}};
const server::ClientTlsFiles kShows = {{"--service-ca-file", "/ca"}, {"--service-cert-file", "/crt"}, {"", "/key"}};

TEST(ServiceSecurityTest, NamesTheFileToCheck) {
  const struct {
    absl::StatusCode code;
    const char* error;  // text of the error in gRPC 1.51
    const char* advice;
  } kCases[] = {
      {kUnavailable, "Ssl handshake failed: SSL_ERROR_SSL: error:0A000086:SSL routines::certificate verify failed",
       "the service presents a certificate that --service-ca-file /ca did not issue, or one that is not valid now"},
      {kUnavailable, "UNKNOWN: ipv4:127.0.0.1:1: Peer name a.example is not in peer certificate",
       "the service's certificate (its --tls-cert-file) must have that name, or set --service-server-name to a name "
       "that it has"},
      {kUnavailable, "Ssl handshake failed: SSL_ERROR_SSL: error:0A00010B:SSL routines::wrong version number",
       "the service does not use TLS: remove --service-ca-file, or enable TLS there"},
      {kUnavailable, "Ssl handshake failed: SSL_ERROR_SSL: error:0A000418:SSL routines::tlsv1 alert unknown ca",
       "the service may have refused --service-cert-file /crt: its log has the reason"},
      {kUnavailable, "last error: UNAVAILABLE: ipv4:127.0.0.1:1: Socket closed",
       "the service may have refused --service-cert-file /crt: its log has the reason"},
      {kDenied, "dns:x is not allowed to call RecommendSize", "the sidecar presented --service-cert-file /crt"},
  };
  for (const auto& test : kCases) EXPECT_EQ(ServiceAdvice(kShows, test.code, test.error), test.advice) << test.error;
  EXPECT_EQ(ServiceAdvice(kShowsNone, kUnavailable, "Socket closed"),
            "the service may require a certificate: set one with --service-cert-file");
}

TEST(ServiceSecurityTest, IsEmptyIfTheErrorIsNotAboutTls) {
  EXPECT_EQ(ServiceAdvice(kShows, kUnavailable, "failed to connect to all addresses: Connection refused"), "");
  EXPECT_EQ(ServiceAdvice(kShows, absl::StatusCode::kInvalidArgument, "wrong version number"), "");
  EXPECT_EQ(ServiceAdvice(kShowsNone, kDenied, "may not call"), "");
}

TEST(ServiceSecurityTest, ReportsInPlaintextThatTheServiceMayRequireTls) {
  const server::ClientTlsFiles plaintext = Options().service_tls;
  EXPECT_EQ(ServiceAdvice(plaintext, kUnavailable, "last error: UNAVAILABLE: ipv4:127.0.0.1:50051: Socket closed"),
            "the service may require TLS: set its authority with --service-ca-file");
  EXPECT_EQ(ServiceAdvice(plaintext, kUnavailable, "failed to connect to all addresses: Connection refused"), "");
  EXPECT_EQ(ServiceAdvice(plaintext, kDenied, "Socket closed"), "");
}

}  // namespace
}  // namespace cpsizer::sidecar
