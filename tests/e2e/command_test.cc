#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/e2e/programs.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"

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

}  // namespace
}  // namespace cpsizer::e2e
