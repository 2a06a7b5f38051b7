#include "server/process/logging.h"

#include <gmock/gmock.h>
#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "tests/process/logging_test.h"

namespace cpsizer::server {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST_F(LoggingTest, WritesLinesOfTheLevelAndAbove) {
  Start(LogLevel::kWarn, LogFormat::kText);
  EXPECT_FALSE(LogEnabled(LogLevel::kDebug));
  EXPECT_FALSE(LogEnabled(LogLevel::kInfo));
  EXPECT_TRUE(LogEnabled(LogLevel::kWarn));
  EXPECT_TRUE(LogEnabled(LogLevel::kError));
  Log(LogLevel::kInfo, "not this");
  Log(LogLevel::kWarn, "this {} %s");
  Log(LogLevel::kError, "and this", {{"key", "value"}});
  EXPECT_THAT(Lines(), ElementsAre(HasSubstr("warn this {} %s"), HasSubstr("error and this key=value")));
}

TEST_F(LoggingTest, ALineAfterTheRateLimitCountsTheSuppressedLines) {
  Start(LogLevel::kWarn, LogFormat::kText);
  TokenBucket rate(1, absl::Milliseconds(20));
  Log(rate, LogLevel::kInfo, "not of the level, and so not of the rate");
  Log(rate, LogLevel::kWarn, "first", {{"key", "value"}});
  while (LinesWith("suppressed=").empty()) Log(rate, LogLevel::kWarn, "more", {{"key", "value"}});
  EXPECT_THAT(Lines().front(), EndsWith("warn first key=value"));
  EXPECT_THAT(Lines().back(), HasSubstr("warn more key=value suppressed="));
}

TEST_F(LoggingTest, LinesOfManyThreadsStayWhole) {
  Start(LogLevel::kInfo);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int line = 0; line < 250; ++line) Log(LogLevel::kInfo, std::string(200, 'a'));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::vector<std::string> lines = Lines();
  EXPECT_EQ(lines.size(), 1'000u);
  for (const std::string& line : lines) EXPECT_TRUE(nlohmann::json::accept(line)) << line;
}

TEST_F(LoggingTest, LinesOfTheLibrariesAreEscapedAndAtABoundedRate) {
  Start(LogLevel::kInfo);
  CaptureLibraryLogs();
  gpr_log(GPR_ERROR, "from gRPC \x1b[31m");
  GOOGLE_LOG(WARNING) << "from protobuf \x1b[31m";
  EXPECT_THAT(LinesWith("from gRPC"), ElementsAre(HasSubstr(R"("msg":"from gRPC \u001b[31m","library":"gRPC")")));
  EXPECT_THAT(LinesWith("from protobuf"),
              ElementsAre(HasSubstr(R"("msg":"from protobuf \u001b[31m","library":"protobuf")")));
  for (int i = 0; i < 10'000; ++i) gpr_log(GPR_ERROR, "flood");
  EXPECT_LT(LinesWith("flood").size(), 1'000u);
}

TEST_F(LoggingTest, GrpcLinesCanBeRewordedAndLowOnesAreLoggedOnlyIfRequested) {
  Start(LogLevel::kDebug);
  const auto translate = [](absl::string_view line) {
    if (line != "known") return false;
    Log(LogLevel::kInfo, "in other words");
    return true;
  };
  CaptureLibraryLogs({translate, /*all=*/true});
  gpr_log(GPR_DEBUG, "known");
  gpr_log(GPR_ERROR, "known");
  gpr_log(GPR_DEBUG, "unknown and low");
  gpr_log(GPR_INFO, "unknown and low");
  // Repeats the line until it is logged, because other tests may have used up the rate limit.
  while (LinesWith("unknown and high").empty()) gpr_log(GPR_ERROR, "unknown and high");
  EXPECT_THAT(LinesWith("in other words"), SizeIs(2));
  EXPECT_THAT(LinesWith("unknown and low"), SizeIs(0));
  CaptureLibraryLogs({translate, /*all=*/false});
  gpr_log(GPR_DEBUG, "known");
  EXPECT_THAT(LinesWith("in other words"), SizeIs(2)) << "not even asked about";
  CaptureLibraryLogs();
}

}  // namespace
}  // namespace cpsizer::server
