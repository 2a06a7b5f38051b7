#include "tests/testing/server_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpsizer::testing {
namespace {

TEST(ServerProcessTest, FindsTheAddressThatTheServerPrints) {
  const auto server = ServerProcess::Start(
      {"sh", "-c", "echo asked for 127.0.0.1:0; echo '{\"address\":\"127.0.0.1:4321\"}' >&2; sleep 0.01"});
  ASSERT_TRUE(server.ok()) << server.status();
  EXPECT_EQ((*server)->address(), "127.0.0.1:4321");
}

TEST(ServerProcessTest, ReportsTheOutputOfAServerThatDidNotStart) {
  const auto server = ServerProcess::Start({"sh", "-c", "echo port in use >&2; exit 2"});
  ASSERT_FALSE(server.ok());
  EXPECT_THAT(std::string(server.status().message()), ::testing::HasSubstr("port in use"));
}

}  // namespace
}  // namespace cpsizer::testing
