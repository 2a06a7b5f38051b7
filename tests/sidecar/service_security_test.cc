#include "client/sidecar/service_security.h"

#include <gtest/gtest.h>

#include <string>

namespace cpsizer::sidecar {
namespace {

TEST(ServiceSecurityTest, SaysHowTheServiceIsAsked) {
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

TEST(ServiceSecurityTest, WithAnAuthorityItIsTlsWhereverTheServiceIs) {
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

}  // namespace
}  // namespace cpsizer::sidecar
