#include "server/rpc/limit_options.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "server/rpc/server_options.h"
#include "tests/testing/paths.h"

namespace cpsizer::server {
namespace {

std::string LimitOptionsErrorOf(const std::vector<const char*>& arguments) {
  return std::string(ParseCommandLine(arguments).status().message());
}

TEST(LimitOptionsTest, EveryFlagIsRead) {
  const auto parsed = ParseCommandLine(std::vector<const char*>{
      "--max-in-flight=1", "--max-connections=2", "--max-concurrent-streams=3", "--max-message-bytes=4Ki",
      "--memory-quota=64Mi", "--config-cache-bytes=5Mi", "--max-connection-age=6s", "--max-deadline=7s"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const LimitOptions& limits = parsed->options.limits;
  EXPECT_EQ(limits.max_in_flight, 1);
  EXPECT_EQ(limits.max_connections, 2);
  EXPECT_EQ(limits.max_concurrent_streams, 3);
  EXPECT_EQ(limits.max_message_bytes, 4'096u);
  EXPECT_EQ(limits.memory_quota, size_t{64} << 20);
  EXPECT_EQ(limits.config_cache_bytes, size_t{5} << 20);
  EXPECT_EQ(limits.max_connection_age, absl::Seconds(6));
  EXPECT_EQ(limits.max_deadline, absl::Seconds(7));
}

TEST(LimitOptionsTest, DefaultsInTheHelpAreCorrect) {
  const std::string help = ParseCommandLine(std::vector<const char*>{"--help"})->print;
  const LimitOptions limits;
  for (const std::string& line :
       {absl::StrCat("--max-in-flight COUNT=", limits.max_in_flight, " "),
        absl::StrCat("--max-connections COUNT=", limits.max_connections, " "),
        absl::StrCat("--max-concurrent-streams COUNT=", limits.max_concurrent_streams, " "),
        absl::StrCat("--max-message-bytes BYTES=", ShowBytes(limits.max_message_bytes), " "),
        absl::StrCat("--memory-quota BYTES=", ShowBytes(limits.memory_quota), " "),
        absl::StrCat("--config-cache-bytes BYTES=", ShowBytes(limits.config_cache_bytes), " "),
        absl::StrCat("--max-connection-age DURATION=", ShowDuration(limits.max_connection_age), " "),
        absl::StrCat("--max-deadline DURATION=", ShowDuration(limits.max_deadline), " ")}) {
    EXPECT_NE(help.find(line), std::string::npos) << line;
  }
}

TEST(LimitOptionsTest, DefaultsInTheTableOfBoundsAreCorrect) {
  std::ifstream page(testing::SourcePath("docs/operations.md"));
  const std::string text((std::istreambuf_iterator<char>(page)), std::istreambuf_iterator<char>());
  LimitOptions limits;
  for (const Flag& flag : LimitFlags(limits)) {
    const std::string row = absl::StrCat("\n| `", flag.name, "` | ", flag.default_value, " | ");
    EXPECT_NE(text.find(row), std::string::npos) << row;
  }
}

TEST(LimitOptionsTest, ReportsErrorsInOneSentence) {
  const struct {
    const char* argument;
    const char* error;
  } kCases[] = {
      {"--max-connections=0", "--max-connections: 0 is not a number between 1 and 1000000"},
      {"--max-concurrent-streams=10001", "--max-concurrent-streams: 10001 is not a number between 1 and 10000"},
      {"--max-message-bytes=64MB", "--max-message-bytes: 64MB is not a number of bytes such as 65536 or 64Mi"},
      {"--max-message-bytes=1.5", "--max-message-bytes: 1.5 is not a number of bytes such as 65536 or 64Mi"},
      {"--max-message-bytes=-1", "--max-message-bytes: -1 is not between 1Ki and 64Mi"},
      {"--max-message-bytes=1023", "--max-message-bytes: 1023 is not between 1Ki and 64Mi"},
      {"--max-message-bytes=65Mi", "--max-message-bytes: 65Mi is not between 1Ki and 64Mi"},
      {"--memory-quota=31Mi", "--memory-quota: 31Mi is not between 32Mi and 1Ti"},
      {"--memory-quota=8Ei", "--memory-quota: 8Ei is not a number of bytes such as 65536 or 64Mi"},
      {"--memory-quota=127Mi",
       "--memory-quota: 127Mi is less than two requests of --max-message-bytes, 64Mi; raise the one or lower the "
       "other"},
      {"--config-cache-bytes=1023Ki",
       "--config-cache-bytes: 1023Ki is less than 1Mi; set a larger value, or 0 for no cache"},
      {"--config-cache-bytes=257Mi",
       "--config-cache-bytes: 257Mi is more than half of --memory-quota, 512Mi; lower the one or raise the other"},
      {"--max-connection-age=0s", "--max-connection-age: 0s is not between 1s and 1h"},
      {"--max-deadline=2h", "--max-deadline: 2h is not between 1s and 1h"},
      {"--unix-socket-mode=0", "--unix-socket-mode: 0 is not an octal mode such as 0600 or 0660"},
      {"--unix-socket-mode=888", "--unix-socket-mode: 888 is not an octal mode such as 0600 or 0660"},
      {"--unix-socket-mode=1777", "--unix-socket-mode: 1777 is not an octal mode such as 0600 or 0660"},
      {"--unix-socket-mode=rw", "--unix-socket-mode: rw is not an octal mode such as 0600 or 0660"},
  };
  for (const auto& test : kCases) EXPECT_EQ(LimitOptionsErrorOf({test.argument}), test.error);
}

TEST(LimitOptionsTest, AcceptsTheBoundsThemselves) {
  for (const char* argument :
       {"--max-connections=1", "--max-connections=1000000", "--max-message-bytes=1024", "--max-message-bytes=64Mi",
        "--memory-quota=128Mi", "--memory-quota=1Ti", "--config-cache-bytes=0", "--config-cache-bytes=1Mi",
        "--config-cache-bytes=256Mi", "--max-connection-age=1s", "--max-deadline=1h", "--unix-socket-mode=777"}) {
    EXPECT_EQ(LimitOptionsErrorOf({argument}), "") << argument;
  }
}

TEST(LimitOptionsTest, PrintsBytesAndTimesWithUnits) {
  EXPECT_EQ(ShowBytes(size_t{64} << 20), "64Mi");
  EXPECT_EQ(ShowBytes(1'001), "1001");
  EXPECT_EQ(ShowDuration(absl::ZeroDuration()), "0s");
  EXPECT_EQ(ShowDuration(absl::Minutes(10)), "10m");
}

}  // namespace
}  // namespace cpsizer::server
