#include "server/process/logging.h"

#include <gmock/gmock.h>
#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// Logs into memory for as long as a test runs.
class LoggingTest : public ::testing::Test {
 protected:
  void Start(LogLevel level, LogFormat format = LogFormat::kJson) {
    StartLogging({format, level}, [this](absl::string_view line) {
      const absl::MutexLock lock(&mutex_);
      lines_.emplace_back(line);
    });
  }
  // gRPC's threads may still log: nothing of this test may be in their way.
  void TearDown() override {
    StartLogging({LogFormat::kJson, LogLevel::kError}, [](absl::string_view) {});
  }

  std::vector<std::string> Lines() {
    const absl::MutexLock lock(&mutex_);
    return lines_;
  }

  std::vector<std::string> LinesWith(absl::string_view part) {
    std::vector<std::string> found;
    for (const std::string& line : Lines()) {
      if (line.find(std::string(part)) != line.npos) found.push_back(line);
    }
    return found;
  }

 private:
  absl::Mutex mutex_;
  std::vector<std::string> lines_;
};

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

TEST_F(LoggingTest, AtARateALineSaysHowManyBeforeItWereHeldBack) {
  Start(LogLevel::kWarn, LogFormat::kText);
  TokenBucket rate(1, absl::Milliseconds(20));
  Log(rate, LogLevel::kInfo, "not of the level, and so not of the rate");
  Log(rate, LogLevel::kWarn, "first", {{"key", "value"}});
  while (LinesWith("heldBack=").empty()) Log(rate, LogLevel::kWarn, "more", {{"key", "value"}});
  EXPECT_THAT(Lines().front(), EndsWith("warn first key=value"));
  EXPECT_THAT(Lines().back(), HasSubstr("warn more key=value heldBack="));
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

TEST_F(LoggingTest, ALineOfGrpcMayBeSaidInOtherWordsAndThoseOfLowLevelAreSaidSoOrNotAtAll) {
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
  // Other tests may have used up the rate.
  while (LinesWith("unknown and high").empty()) gpr_log(GPR_ERROR, "unknown and high");
  EXPECT_THAT(LinesWith("in other words"), SizeIs(2));
  EXPECT_THAT(LinesWith("unknown and low"), SizeIs(0));
  CaptureLibraryLogs({translate, /*all=*/false});
  gpr_log(GPR_DEBUG, "known");
  EXPECT_THAT(LinesWith("in other words"), SizeIs(2)) << "not even asked about";
  CaptureLibraryLogs();
}

TEST_F(LoggingTest, ADecisionIsALineAtDebugWithTheKeysThatPeopleSearchFor) {
  Start(LogLevel::kDebug);
  cpsizer::testing::RunningServer server;
  v1::RecommendSizeRequest request = cpsizer::testing::SmallRequest();
  request.mutable_demand()->set_cpu("4");
  request.set_current_size("large");
  request.mutable_cluster()->set_namespace_("clusters");
  request.mutable_cluster()->set_name("blue\n");
  grpc::ClientContext context;
  cpsizer::testing::SetPatience(context);
  context.AddMetadata("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  v1::RecommendSizeResponse response;
  ASSERT_TRUE(server.stub().RecommendSize(&context, request, &response).ok());

  const std::vector<std::string> lines = LinesWith("\"decided\"");
  ASSERT_EQ(lines.size(), 1u);
  nlohmann::json line = nlohmann::json::parse(lines[0]);
  line.erase("ts");
  const nlohmann::json expected = {{"level", "debug"},
                                   {"msg", "decided"},
                                   {"previousSize", "large"},
                                   {"newSize", "small"},
                                   {"driver", "SIZE_DRIVER_BOTH"},
                                   {"kubeAPIServerMemory", "20Gi"},
                                   {"kubeAPIServerCPU", "4"},
                                   {"memoryFraction", "650m"},
                                   {"effectiveMemoryFraction", "650m"},
                                   {"effectiveCPUFraction", "650m"},
                                   {"namespace", "clusters"},
                                   {"hostedCluster", "blue\n"},
                                   {"traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}};
  EXPECT_EQ(line, expected);
}

TEST_F(LoggingTest, ATraceparentThatIsNoneIsLeftOut) {
  Start(LogLevel::kDebug);
  cpsizer::testing::RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetPatience(context);
  context.AddMetadata("traceparent", "00-abc-def-01");
  v1::RecommendSizeResponse response;
  ASSERT_TRUE(server.stub().RecommendSize(&context, cpsizer::testing::SmallRequest(), &response).ok());
  EXPECT_THAT(LinesWith("\"decided\""), ElementsAre(::testing::Not(HasSubstr("traceparent"))));
}

TEST_F(LoggingTest, ABatchHasALineForEveryAnswer) {
  Start(LogLevel::kDebug);
  cpsizer::testing::RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetPatience(context);
  v1::BatchRecommendSizeResponse response;
  ASSERT_TRUE(server.stub().BatchRecommendSize(&context, cpsizer::testing::SmallBatch(), &response).ok());
  EXPECT_THAT(LinesWith("\"decided\""), ElementsAre(HasSubstr(R"("newSize":"small")")));
  EXPECT_THAT(LinesWith("\"decided\""), Each(HasSubstr(R"("kubeAPIServerMemory":"20Gi")")));
}

TEST_F(LoggingTest, AtInfoADecisionIsNotLogged) {
  Start(LogLevel::kInfo);
  cpsizer::testing::RunningServer server;
  ASSERT_TRUE(cpsizer::testing::Recommend(server.stub()).ok());
  EXPECT_TRUE(LinesWith("decided").empty());
}

}  // namespace
}  // namespace cpsizer::server
