#include "server/rpc/server_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <vector>

#include "server/process/version.h"

namespace cpsizer::server {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

absl::StatusOr<CommandLine> ServerOptionsParse(std::vector<const char*> arguments) {
  return ParseCommandLine(arguments);
}

std::string ServerOptionsErrorOf(std::vector<const char*> arguments) {
  const absl::StatusOr<CommandLine> parsed = ServerOptionsParse(std::move(arguments));
  return parsed.ok() ? "" : std::string(parsed.status().message());
}

// Sets an environment variable until this object is destroyed.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Environment() { unsetenv(name_); }

 private:
  const char* const name_;
};

void ExpectDefaults(const ServerOptions& options) {
  const ServerOptions defaults;
  EXPECT_EQ(options.grpc_addr, defaults.grpc_addr);
  EXPECT_EQ(options.security.insecure, defaults.security.insecure);
  EXPECT_EQ(options.admin_addr, defaults.admin_addr);
  EXPECT_EQ(options.reflection, defaults.reflection);
  EXPECT_EQ(options.drain_delay, defaults.drain_delay);
  EXPECT_EQ(options.shutdown_grace_period, defaults.shutdown_grace_period);
  EXPECT_EQ(options.limits.max_in_flight, defaults.limits.max_in_flight);
  EXPECT_EQ(options.log.format, defaults.log.format);
  EXPECT_EQ(options.log.level, defaults.log.level);
}

TEST(ServerOptionsTest, WithoutFlagsEverythingHasItsDefault) {
  const auto parsed = ServerOptionsParse({});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->print, "");
  ExpectDefaults(parsed->options);
}

TEST(ServerOptionsTest, DefaultsInTheHelpAreCorrect) {
  const auto parsed = ServerOptionsParse({"--grpc-addr=127.0.0.1:50051", "--insecure=false", "--admin-addr=off",
                                          "--reflection=true", "--drain-delay=5s", "--shutdown-grace-period=15s",
                                          "--max-in-flight=64", "--log-format=json", "--log-level=info"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  ExpectDefaults(parsed->options);
  const std::string help = ServerOptionsParse({"--help"})->print;
  for (const char* line :
       {"--grpc-addr ADDRESS=127.0.0.1:50051 (Env:CPSIZER_GRPC_ADDR)",
        "--admin-addr ADDRESS|off=off (Env:CPSIZER_ADMIN_ADDR)", "--insecure true|false=false (Env:CPSIZER_INSECURE)",
        "--tls-cert-file FILE (Env:CPSIZER_TLS_CERT_FILE)",
        "--tls-private-key-file FILE (Env:CPSIZER_TLS_PRIVATE_KEY_FILE)",
        "--client-ca-file FILE (Env:CPSIZER_CLIENT_CA_FILE)",
        "--tls-min-version 1.2|1.3=1.2 (Env:CPSIZER_TLS_MIN_VERSION)",
        "--allowed-clients CLIENT,... (Env:CPSIZER_ALLOWED_CLIENTS)",
        "--authorization-file FILE (Env:CPSIZER_AUTHORIZATION_FILE)",
        "--reflection true|false=true (Env:CPSIZER_REFLECTION)", "--drain-delay DURATION=5s (Env:CPSIZER_DRAIN_DELAY)",
        "--shutdown-grace-period DURATION=15s (Env:CPSIZER_SHUTDOWN_GRACE_PERIOD)",
        "--max-in-flight COUNT=64 (Env:CPSIZER_MAX_IN_FLIGHT)", "--log-format json|text=json (Env:CPSIZER_LOG_FORMAT)",
        "--log-level debug|info|warn|error=info (Env:CPSIZER_LOG_LEVEL)"}) {
    EXPECT_THAT(help, HasSubstr(line));
  }
}

TEST(ServerOptionsTest, EveryFlagIsRead) {
  const auto parsed = ServerOptionsParse({"--grpc-addr", "unix:/run/x", "--insecure", "--admin-addr=:8080",
                                          "--reflection=false", "--drain-delay=1m30s", "--shutdown-grace-period",
                                          "250ms", "--max-in-flight=1", "--log-format=text", "--log-level=debug"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const ServerOptions& options = parsed->options;
  EXPECT_EQ(options.grpc_addr, "unix:/run/x");
  EXPECT_TRUE(options.security.insecure);
  EXPECT_EQ(options.admin_addr, ":8080");
  EXPECT_FALSE(options.reflection);
  EXPECT_EQ(options.drain_delay, absl::Seconds(90));
  EXPECT_EQ(options.shutdown_grace_period, absl::Milliseconds(250));
  EXPECT_EQ(options.limits.max_in_flight, 1);
  EXPECT_EQ(options.log.format, LogFormat::kText);
  EXPECT_EQ(options.log.level, LogLevel::kDebug);
}

TEST(ServerOptionsTest, AValueMayEndInAnEqualsSign) {
  for (const std::vector<const char*>& arguments :
       {std::vector<const char*>{"--grpc-addr=unix:/a="}, {"--grpc-addr", "unix:/a="}}) {
    const auto parsed = ServerOptionsParse(arguments);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(parsed->options.grpc_addr, "unix:/a=");
  }
}

TEST(ServerOptionsTest, UsesTheLastOfRepeatedFlags) {
  const auto parsed = ServerOptionsParse({"--drain-delay=1s", "--drain-delay=2s", "--insecure", "--insecure=false"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->options.drain_delay, absl::Seconds(2));
  EXPECT_FALSE(parsed->options.security.insecure);
}

TEST(ServerOptionsTest, TheEnvironmentReplacesAFlag) {
  const Environment delay("CPSIZER_DRAIN_DELAY", "7s");
  const Environment insecure("CPSIZER_INSECURE", "true");
  const Environment empty("CPSIZER_MAX_IN_FLIGHT", "");
  auto parsed = ServerOptionsParse({});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->options.drain_delay, absl::Seconds(7));
  EXPECT_TRUE(parsed->options.security.insecure);
  EXPECT_EQ(parsed->options.limits.max_in_flight, 64);
  parsed = ServerOptionsParse({"--drain-delay=8s", "--insecure=false"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->options.drain_delay, absl::Seconds(8)) << "the flag goes first";
  EXPECT_FALSE(parsed->options.security.insecure);
}

TEST(ServerOptionsTest, AnEmptyEnvironmentAllowsNoClient) {
  for (const char* name : {"CPSIZER_ALLOWED_CLIENTS", "CPSIZER_CLIENT_CA_FILE", "CPSIZER_TLS_CERT_FILE"}) {
    const Environment empty(name, "");
    EXPECT_EQ(ServerOptionsErrorOf({}), std::string(name) + " is set but empty; set a value, or unset it");
  }
}

TEST(ServerOptionsTest, AnInvalidEnvironmentIsReportedByItsName) {
  const Environment level("CPSIZER_LOG_LEVEL", "loud");
  EXPECT_EQ(ServerOptionsErrorOf({}), "CPSIZER_LOG_LEVEL: loud is not one of debug, info, warn, error");
}

TEST(ServerOptionsTest, ReportsErrorsInOneSentence) {
  const struct {
    std::vector<const char*> arguments;
    const char* error;
  } kCases[] = {
      {{"--grpc-adr=x"}, "unknown flag --grpc-adr; did you mean \"--grpc-addr\"?"},
      {{"--log-levle", "info"}, "unknown flag --log-levle; did you mean \"--log-level\"?"},
      {{"--hlep"}, "unknown flag --hlep; did you mean \"--help\"?"},
      {{"--frobnicate=x"}, "unknown flag --frobnicate; --help lists all"},
      {{"-p"}, "unknown flag -p; --help lists all"},
      {{"serve"}, "unexpected argument serve; only flags are accepted"},
      {{"--insecure", "false"}, "unexpected argument false; only flags are accepted"},
      {{"--insecure="}, "--insecure= has no value after the equals sign"},
      {{"--grpc-addr="}, "--grpc-addr= has no value after the equals sign"},
      {{"--log-level=info="}, "--log-level: info= is not one of debug, info, warn, error"},
      {{"--insecure=maybe"}, "--insecure: maybe is not one of true, false"},
      {{"--reflection=0"}, "--reflection: 0 is not one of true, false"},
      {{"--drain-delay=5"}, "--drain-delay: 5 is not a duration such as 500ms, 5s or 1m30s"},
      {{"--drain-delay=-1s"}, "--drain-delay: -1s is not between 0s and 1h"},
      {{"--drain-delay=3601s"}, "--drain-delay: 3601s is not between 0s and 1h"},
      {{"--shutdown-grace-period=inf"}, "--shutdown-grace-period: inf is not between 0s and 1h"},
      {{"--shutdown-grace-period=soon"}, "--shutdown-grace-period: soon is not a duration such as 500ms, 5s or 1m30s"},
      {{"--max-in-flight=0"}, "--max-in-flight: 0 is not a number between 1 and 10000"},
      {{"--max-in-flight=10001"}, "--max-in-flight: 10001 is not a number between 1 and 10000"},
      {{"--max-in-flight=99999999999999999999"},
       "--max-in-flight: 99999999999999999999 is not a number between 1 and 10000"},
      {{"--max-in-flight=many"}, "--max-in-flight: many is not a number between 1 and 10000"},
      {{"--log-format=xml"}, "--log-format: xml is not one of json, text"},
      {{"--log-level=INFO"}, "--log-level: INFO is not one of debug, info, warn, error"},
  };
  for (const auto& test : kCases) EXPECT_EQ(ServerOptionsErrorOf(test.arguments), test.error);
}

TEST(ServerOptionsTest, AFlagWithoutItsValueIsReportedByName) {
  EXPECT_THAT(ServerOptionsErrorOf({"--grpc-addr"}), HasSubstr("--grpc-addr"));
}

TEST(ServerOptionsTest, AcceptsTheBoundsThemselves) {
  for (const char* argument : {"--drain-delay=0s", "--drain-delay=1h", "--shutdown-grace-period=0", "--max-in-flight=1",
                               "--max-in-flight=10000"}) {
    EXPECT_EQ(ServerOptionsErrorOf({argument}), "") << argument;
  }
}

TEST(ServerOptionsTest, ControlBytesAreEscaped) {
  for (const char* argument : {"--\x1b[31m", "\x1b[31m", "--log-level=\x1b[31m", "--max-in-flight=\x1b[31m"}) {
    const std::string error = ServerOptionsErrorOf({argument});
    EXPECT_THAT(error, AllOf(HasSubstr("\\x1b"), ::testing::Not(HasSubstr("\x1b"))));
  }
}

TEST(ServerOptionsTest, HelpAndVersionAreTexts) {
  EXPECT_THAT(ServerOptionsParse({"--help"})->print, AllOf(HasSubstr("Exit codes: 0"), HasSubstr("SIGTERM")));
  const std::string version = ServerOptionsParse({"--version"})->print;
  EXPECT_EQ(version, VersionText("cpsizer-server"));
  EXPECT_THAT(version, AllOf(HasSubstr("commit "), HasSubstr("API cpsizer.v1"), HasSubstr("gRPC 1."),
                             HasSubstr("protobuf 3."), HasSubstr("Abseil 20")));
}

TEST(ServerOptionsTest, HasTheVerbsHelpAndVersionOfTheCommand) {
  EXPECT_EQ(ServerOptionsParse({"help"})->print, ServerOptionsParse({"--help"})->print);
  EXPECT_EQ(ServerOptionsParse({"version"})->print, VersionText("cpsizer-server"));
  EXPECT_EQ(ServerOptionsParse({"version", "-o", "json"})->print, VersionJson("cpsizer-server"));
  EXPECT_EQ(ServerOptionsErrorOf({"version", "-o", "yaml"}), "--output: yaml is not one of text, json");
  EXPECT_EQ(ServerOptionsErrorOf({"--insecure", "help"}), "unexpected argument help; only flags are accepted");
}

}  // namespace
}  // namespace cpsizer::server
