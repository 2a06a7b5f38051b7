#include "server/rpc/security/security_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/rpc/server_options.h"

namespace cpsizer::server {
namespace {

absl::StatusOr<CommandLine> SecurityOptionsParse(const std::vector<const char*>& arguments) {
  return ParseCommandLine(arguments);
}

std::string SecurityOptionsErrorOf(const std::vector<const char*>& arguments) {
  return std::string(SecurityOptionsParse(arguments).status().message());
}

TEST(SecurityOptionsTest, EveryFlagIsRead) {
  const auto parsed = SecurityOptionsParse({"--tls-cert-file=/c", "--tls-private-key-file=/k", "--client-ca-file=/a",
                                            "--tls-min-version=1.3", "--allowed-clients=uri:spiffe://a/x,dns:y",
                                            "--authorization-file=/f"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const SecurityOptions& options = parsed->options.security;
  EXPECT_EQ(options.tls.certificate, "/c");
  EXPECT_EQ(options.tls.private_key, "/k");
  EXPECT_EQ(options.tls.client_ca, "/a");
  EXPECT_EQ(options.tls_min_version, TlsVersion::k13);
  EXPECT_EQ(options.allowed_clients.size(), 2u);
  EXPECT_EQ(options.authorization_file, "/f");
  EXPECT_FALSE(options.insecure);
}

TEST(SecurityOptionsTest, ContradictoryFlagsAreOneSentence) {
  const struct {
    std::vector<const char*> arguments;
    const char* error;
  } kCases[] = {
      {{"--tls-cert-file=/c"}, "--tls-cert-file needs --tls-private-key-file, the key of that certificate"},
      {{"--tls-private-key-file=/k"}, "--tls-private-key-file needs --tls-cert-file, the certificate of that key"},
      {{"--client-ca-file=/a"},
       "--client-ca-file needs --tls-cert-file and --tls-private-key-file: clients present a certificate only to a "
       "server that presents one"},
      {{"--allowed-clients=dns:x"},
       "--allowed-clients needs --client-ca-file, --tls-cert-file and --tls-private-key-file: clients are identified "
       "by the certificates that they present"},
      {{"--authorization-file=/f", "--tls-cert-file=/c", "--tls-private-key-file=/k"},
       "--authorization-file needs --client-ca-file, --tls-cert-file and --tls-private-key-file: clients are "
       "identified by the certificates that they present"},
      {{"--tls-min-version=1.3"},
       "--tls-min-version needs --tls-cert-file and --tls-private-key-file: without them there is no TLS"},
      {{"--insecure", "--tls-cert-file=/c", "--tls-private-key-file=/k"},
       "--insecure is for serving without TLS; omit it or --tls-cert-file"},
      {{"--tls-min-version=1.1"}, "--tls-min-version: 1.1 is not one of 1.2, 1.3"},
      {{"--allowed-clients=dns:x,y"}, "--allowed-clients: client y is not uri:NAME, dns:NAME or *"},
  };
  for (const auto& test : kCases) EXPECT_EQ(SecurityOptionsErrorOf(test.arguments), test.error);
}

TEST(SecurityOptionsTest, ThePostureDescribesTheAllowedClients) {
  const auto rules = *ParseClientRules("dns:x");
  const TlsFiles kMutual = {"c", "k", "a"};
  const TlsFiles kServerOnly = {"c", "k", ""};
  const struct {
    SecurityOptions options;
    bool local;
    const char* posture;
    const char* clients;
    bool anybody;
  } kCases[] = {
      {{}, true, "plaintext, local only", "any client on this machine", false},
      {{.insecure = true}, false, "plaintext, --insecure", "any client", true},
      {{.tls = kServerOnly}, false, "TLS, TLS 1.2 or newer", "any client", true},
      {{.tls = kServerOnly}, true, "TLS, TLS 1.2 or newer", "any client on this machine", false},
      {{.tls = kServerOnly, .tls_min_version = TlsVersion::k13}, false, "TLS, TLS 1.3 only", "any client", true},
      {{.tls = kMutual}, false, "mTLS, TLS 1.2 or newer", "every client of --client-ca-file", false},
      {{.tls = kMutual, .tls_min_version = TlsVersion::k13, .allowed_clients = rules},
       false,
       "mTLS, TLS 1.3 only",
       "clients of 1 rule",
       false},
      {{.tls = kMutual, .authorization_file = "f"}, true, "mTLS, TLS 1.2 or newer", "clients of 1 rule", false},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(Posture(test.options, test.local), test.posture);
    EXPECT_EQ(AllowedClients(test.options, test.local, 1), test.clients) << test.posture;
    EXPECT_EQ(AnyClientMayCall(test.options, test.local), test.anybody) << test.posture;
  }
  EXPECT_EQ(AllowedClients(kCases[6].options, false, 2), "clients of 2 rules");
}

}  // namespace
}  // namespace cpsizer::server
