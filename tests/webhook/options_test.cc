#include "client/webhook/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cpsizer::webhook {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<CommandLine> Parse(std::vector<const char*> arguments, bool with_tls = true) {
  if (with_tls) arguments.insert(arguments.end(), {"--tls-cert-file=a.crt", "--tls-private-key-file=a.key"});
  return ParseCommandLine(arguments);
}

TEST(WebhookOptionsTest, DecidesInProcessAndAllowsOnFailureByDefault) {
  const Options options = Parse({})->options;
  EXPECT_EQ(options.tls.certificate, "a.crt");
  EXPECT_EQ(ServiceName(options), "in-process");
  EXPECT_EQ(options.on_failure, OnFailure::kAllow);
  EXPECT_EQ(options.max_request_bytes, size_t{8} << 20);
}

TEST(WebhookOptionsTest, ReadsEachFlag) {
  const absl::StatusOr<CommandLine> line = Parse({"--https-addr=:9443",         "--client-ca-file=ca.crt",
                                                  "--tls-min-version=1.3",      "--service=dns:///cpsizer:50051",
                                                  "--service-ca-file=s.crt",    "--service-cert-file=c.crt",
                                                  "--service-key-file=c.key",   "--service-server-name=cpsizer",
                                                  "--service-timeout=1s",       "--on-failure=deny",
                                                  "--cpu-policy=never",         "--kubernetes-version=v1.36.3",
                                                  "--admin-addr=:8080",         "--drain-delay=1s",
                                                  "--shutdown-grace-period=2s", "--max-connections=7",
                                                  "--max-request-bytes=1Mi",    "--max-buffered-bytes=2Mi",
                                                  "--log-format=text",          "--log-level=debug"});
  ASSERT_TRUE(line.ok()) << line.status();
  const Options& options = line->options;
  EXPECT_EQ(options.https_addr, ":9443");
  EXPECT_EQ(options.tls.client_ca, "ca.crt");
  EXPECT_EQ(options.tls_min_version, server::TlsVersion::k13);
  EXPECT_EQ(ServiceName(options), "dns:///cpsizer:50051");
  EXPECT_EQ(options.service_tls.server_ca.path, "s.crt");
  EXPECT_EQ(options.service_tls.certificate.path, "c.crt");
  EXPECT_EQ(options.service_tls.private_key.path, "c.key");
  EXPECT_EQ(options.service_server_name, "cpsizer");
  EXPECT_EQ(options.service_timeout, absl::Seconds(1));
  EXPECT_EQ(options.on_failure, OnFailure::kDeny);
  EXPECT_EQ(options.cpu_policy, v1::SIZE_CPU_POLICY_NEVER);
  EXPECT_EQ(options.kubernetes_version, "v1.36.3");
  EXPECT_EQ(options.admin_addr, ":8080");
  EXPECT_EQ(options.drain_delay, absl::Seconds(1));
  EXPECT_EQ(options.shutdown_grace_period, absl::Seconds(2));
  EXPECT_EQ(options.max_connections, 7);
  EXPECT_EQ(options.max_request_bytes, size_t{1} << 20);
  EXPECT_EQ(options.max_buffered_bytes, size_t{2} << 20);
  EXPECT_EQ(options.log.level, server::LogLevel::kDebug);
}

TEST(WebhookOptionsTest, RefusesWrongValuesWithOneSentence) {
  const struct {
    std::vector<const char*> arguments;
    absl::string_view error;
  } kCases[] = {
      {{"--on-failure=maybe"}, "is not one of allow, deny"},
      {{"--service=cpsizer"}, "is not in-process, dns:///HOST:PORT or unix:PATH"},
      {{"--cpu-policy=x"}, "is not one of when-capacity-configured"},
      {{"--kubernetes-version=latest"}, "latest is not a version of Kubernetes from v1.23 to v1.99"},
      {{"--service-ca-file=x"}, "--service-ca-file needs --service"},
      {{"--service=unix:/x", "--service-server-name=x"}, "--service-server-name needs --service-ca-file"},
      {{"--service=unix:/x", "--service-cert-file=x"}, "needs --service-key-file"},
      {{"--max-request-bytes=16Mi", "--max-buffered-bytes=8Mi"}, "is less than --max-request-bytes"},
      {{"--max-connections=0"}, "--max-connections"},
  };
  for (const auto& test : kCases) {
    const absl::StatusOr<CommandLine> line = Parse(test.arguments);
    ASSERT_FALSE(line.ok()) << test.error;
    EXPECT_THAT(std::string(line.status().message()), HasSubstr(test.error));
  }
  const absl::StatusOr<CommandLine> plain = Parse({}, /*with_tls=*/false);
  EXPECT_THAT(std::string(plain.status().message()),
              HasSubstr("--tls-cert-file and --tls-private-key-file are required"));
}

TEST(WebhookOptionsTest, PrintsHelpWithoutItsRequiredFlags) {
  const absl::StatusOr<CommandLine> line = Parse({"--help"}, /*with_tls=*/false);
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_THAT(line->print, HasSubstr("--on-failure allow|deny=allow"));
}

}  // namespace
}  // namespace cpsizer::webhook
