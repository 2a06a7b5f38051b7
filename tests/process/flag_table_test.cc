#include "server/process/flag_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <vector>

#include "server/process/version.h"

namespace cpsizer::server {
namespace {

using ::testing::HasSubstr;

// Defines two flags. The name of the first flag is a prefix of the name of the second flag. Only this test uses their
// environment variables.
class FlagTableTest : public ::testing::Test {
 protected:
  ~FlagTableTest() override {
    unsetenv("CPSIZER_LEAD");
    unsetenv("CPSIZER_LEAD_PERIOD");
  }

  absl::StatusOr<std::string> Parse(const std::vector<const char*>& arguments) {
    const Flag flags[] = {SwitchFlag("--lead", "lead", lead_),
                          DurationFlag("--lead-period", "time of it", absl::Seconds(1), period_)};
    return ParseFlags({"program", "About it.", ""}, flags, arguments);
  }
  std::string ErrorOf(const std::vector<const char*>& arguments) {
    return std::string(Parse(arguments).status().message());
  }

  bool lead_ = true;
  absl::Duration period_ = absl::Seconds(15);
};

TEST_F(FlagTableTest, AnErrorNamesTheFlagOrTheVariableThatHasTheValue) {
  EXPECT_EQ(ErrorOf({"--lead=bogus"}), "--lead: bogus is not one of true, false");
  EXPECT_EQ(ErrorOf({"--lead-period=bogus"}), "--lead-period: bogus is not a duration such as 500ms, 5s or 1m30s");
  setenv("CPSIZER_LEAD", "bogus", 1);
  const std::string of_variable = "CPSIZER_LEAD: bogus is not one of true, false";
  EXPECT_EQ(ErrorOf({}), of_variable);
  EXPECT_EQ(ErrorOf({"--lead-period=10s"}), of_variable) << "another flag is among the arguments";
  EXPECT_EQ(ErrorOf({"--lead-period", "10s"}), of_variable);
  EXPECT_TRUE(Parse({"--lead"}).ok());
  EXPECT_TRUE(Parse({"--lead=false", "--lead-period=10s"}).ok());
  unsetenv("CPSIZER_LEAD");
  setenv("CPSIZER_LEAD_PERIOD", "bogus", 1);
  EXPECT_EQ(ErrorOf({"--lead"}), "CPSIZER_LEAD_PERIOD: bogus is not a duration such as 500ms, 5s or 1m30s");
}

TEST_F(FlagTableTest, AnErrorAboutAnAddressNamesTheVariable) {
  std::string serving, admin;
  const Flag flags[] = {ListenAddressFlag("--test-addr", "", serving), AdminAddrFlag(admin)};
  const auto error = [&flags](const std::vector<const char*>& arguments) {
    return std::string(ParseFlags({"program", "About it.", ""}, flags, arguments).status().message());
  };
  EXPECT_EQ(error({"--test-addr=localhost:0", "--admin-addr=off"}), "");
  EXPECT_EQ(serving, "localhost:0");
  const std::string forms = ": zzz is not an address to listen on; give host:port, [address]:port or unix:/path";
  EXPECT_EQ(error({"--test-addr=zzz"}), "--test-addr" + forms);
  EXPECT_EQ(error({"--admin-addr=zzz"}), "--admin-addr" + forms + ", or off");
  setenv("CPSIZER_TEST_ADDR", "zzz", 1);
  EXPECT_EQ(error({}), "CPSIZER_TEST_ADDR" + forms);
  unsetenv("CPSIZER_TEST_ADDR");
}

TEST_F(FlagTableTest, AMissingValueIsOneSentence) {
  EXPECT_EQ(ErrorOf({"--lead-period"}), "--lead-period needs a value: DURATION");
}

TEST_F(FlagTableTest, PrintsTheHelpForItsShortFlagToo) {
  const absl::StatusOr<std::string> help = Parse({"-h"});
  ASSERT_TRUE(help.ok()) << help.status();
  EXPECT_THAT(*help, HasSubstr("--lead-period"));
  EXPECT_EQ(*help, *Parse({"--help"}));
}

TEST_F(FlagTableTest, PrintsTheVersionInEachSpellingOfTheFormat) {
  for (const char* verb : {"version", "--version"}) {
    EXPECT_EQ(*Parse({verb}), VersionText("program"));
    EXPECT_EQ(*Parse({verb, "-o", "text"}), VersionText("program"));
    EXPECT_EQ(*Parse({verb, "-o", "json"}), VersionJson("program"));
    EXPECT_EQ(*Parse({verb, "-o=json"}), VersionJson("program"));
    EXPECT_EQ(*Parse({verb, "--output", "json"}), VersionJson("program"));
    EXPECT_EQ(*Parse({verb, "--output=json"}), VersionJson("program"));
  }
  EXPECT_EQ(*Parse({"version", "--help"}), *Parse({"--help"}));
}

TEST_F(FlagTableTest, RefusesOtherArgumentsOfVersionAndHelp) {
  EXPECT_EQ(ErrorOf({"version", "-o", "yaml"}), "--output: yaml is not one of text, json");
  EXPECT_EQ(ErrorOf({"--version", "--output=yaml"}), "--output: yaml is not one of text, json");
  const std::string hint = "; write version, or version -o json";
  EXPECT_EQ(ErrorOf({"version", "-o"}), "unexpected argument -o after version" + hint);
  EXPECT_EQ(ErrorOf({"version", "--outputs=json"}), "unexpected argument --outputs=json after version" + hint);
  EXPECT_EQ(ErrorOf({"version", "bogus"}), "unexpected argument bogus after version" + hint);
  EXPECT_EQ(ErrorOf({"help", "bogus"}), "unexpected argument bogus after help; help prints all flags");
}

}  // namespace
}  // namespace cpsizer::server
