#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/e2e/programs.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {
namespace {

testing::FinishedProcess RunCommand(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), CommandProgram());
  auto finished = testing::RunProcess(arguments);
  EXPECT_TRUE(finished.ok()) << finished.status();
  return finished.ok() ? *std::move(finished) : testing::FinishedProcess{-1, "", ""};
}

TEST(CommandTest, ServerAndInProcessServiceReturnTheSameBytes) {
  auto server = StartServer();
  ASSERT_TRUE(server.ok()) << server.status();
  const std::string fleet = testing::SourcePath("deploy/examples/fleet");
  struct Case {
    std::vector<std::string> arguments;
    int exit_code = 0;
  };
  const Case kCases[] = {
      {{"recommend", "-f", fleet, "-o", "table"}},
      {{"recommend", "-f", fleet, "-o", "wide"}},
      {{"recommend", "-f", fleet, "-o", "json"}},
      {{"recommend", "-f", fleet, "-o", "yaml"}},
      {{"recommend", "-f", fleet, "-o", "name"}},
      {{"recommend", "-f", fleet, "--memory", "20Gi", "--cpu", "12"}},
      {{"recommend", "-f", fleet, "--memory", "1 Gi"}, 2},
      {{"validate", "-f", fleet}},
  };
  for (const auto& [verb, exit_code] : kCases) {
    SCOPED_TRACE(::testing::PrintToString(verb));
    std::vector<std::string> arguments = verb;
    const testing::FinishedProcess here = RunCommand(arguments);
    arguments.push_back(absl::StrCat("--server=", (*server)->address()));
    const testing::FinishedProcess there = RunCommand(arguments);
    EXPECT_EQ(here.exit_code, exit_code) << here.standard_error;
    EXPECT_EQ(there.exit_code, exit_code) << there.standard_error;
    EXPECT_EQ(there.standard_output, here.standard_output);
    EXPECT_EQ(there.standard_error, here.standard_error);
    EXPECT_FALSE(here.standard_output.empty() && here.standard_error.empty());
  }
}

// docs/decisions/0039
TEST(CommandTest, ReadsFilesWithoutLibcurl) {
  const auto ldd = testing::RunProcess({"ldd", CommandProgram()});
  ASSERT_TRUE(ldd.ok()) << ldd.status();
  EXPECT_THAT(ldd->standard_output, ::testing::HasSubstr("libc.so"));
  EXPECT_THAT(ldd->standard_output, ::testing::Not(::testing::HasSubstr("libcurl")));
}

TEST(CommandTest, AnUnreachableServerIsExitCodeThree) {
  auto server = StartServer();
  ASSERT_TRUE(server.ok()) << server.status();
  const std::string address = (*server)->address();
  server->reset();
  const testing::FinishedProcess command =
      RunCommand({"recommend", "-f", testing::SourcePath("deploy/examples/fleet"), absl::StrCat("--server=", address)});
  EXPECT_EQ(command.exit_code, 3) << command.standard_error;
  EXPECT_NE(command.standard_error.find(address), std::string::npos) << command.standard_error;
}

// Returns the standard error of `cpsizer ui` with these arguments until it serves.
std::string ServePage(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {CommandProgram(), "ui"});
  const auto page = testing::Subprocess::Start(arguments);
  EXPECT_TRUE(page.ok()) << page.status();
  if (!page.ok()) return "";
  const auto serves = [](absl::string_view line) { return absl::StartsWith(line, "serving "); };
  EXPECT_TRUE((*page)->WaitForLine(serves, absl::Minutes(1)).has_value()) << (*page)->standard_error();
  const std::string output = (*page)->standard_output();
  EXPECT_THAT(output, ::testing::ContainsRegex("^https?://[a-z0-9.]+:[0-9]+/#token=[A-Za-z0-9_-]+\n$"));
  (*page)->Signal(SIGTERM);
  EXPECT_EQ((*page)->Wait(absl::Minutes(1)), 0);
  return (*page)->standard_error();
}

TEST(CommandTest, ThePageSaysWhatItServes) {
  const std::string fleet = testing::SourcePath("deploy/examples/fleet");
  EXPECT_EQ(ServePage({"-f", fleet}),
            absl::StrCat("serving 13 hosted clusters from ", fleet, ", which is followed; ends with Ctrl-C\n"));
}

TEST(CommandTest, ThePageOfAllAddressesSaysThatItNeedsNames) {
  const std::string fleet = testing::SourcePath("deploy/examples/fleet");
  const testing::CertificateAuthority authority("authority");
  const testing::CertifiedKey identity = authority.IssueServer();
  const testing::TemporaryFolder folder;
  std::vector<std::string> arguments = {"-f",
                                        fleet,
                                        "--listen=0.0.0.0:0",
                                        "--allowed-clients=dns:viewer.example.org",
                                        "--tls-cert-file=" + folder.Write("tls.crt", identity.certificate),
                                        "--tls-private-key-file=" + folder.Write("tls.key", identity.key),
                                        "--client-ca-file=" + folder.Write("ca.crt", authority.pem())};
  EXPECT_THAT(ServePage(arguments), ::testing::HasSubstr("--allowed-host"));
  arguments.emplace_back("--allowed-host=page.example.org");
  EXPECT_THAT(ServePage(arguments), ::testing::Not(::testing::HasSubstr("--allowed-host")));
}

}  // namespace
}  // namespace cpsizer::e2e
