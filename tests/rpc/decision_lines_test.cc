#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/process/logging_test.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Tests of the log lines of a server about its decisions.
class DecisionLinesTest : public LoggingTest {};

TEST_F(DecisionLinesTest, ADecisionIsADebugLineWithTheDocumentedKeys) {
  Start(LogLevel::kDebug);
  cpsizer::testing::RunningServer server;
  v1::RecommendSizeRequest request = cpsizer::testing::SmallRequest();
  request.mutable_demand()->set_cpu("4");
  request.mutable_demand()->set_memory("21904333210");
  request.set_current_size("large");
  request.mutable_cluster()->set_namespace_("clusters");
  request.mutable_cluster()->set_name("blue\n");
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  context.AddMetadata("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  v1::RecommendSizeResponse response;
  ASSERT_TRUE(server.stub().RecommendSize(&context, request, &response).ok());

  const std::vector<std::string> lines = LinesWith("\"size decided\"");
  ASSERT_EQ(lines.size(), 1u);
  nlohmann::json line = nlohmann::json::parse(lines[0]);
  line.erase("ts");
  const nlohmann::json expected = {{"level", "debug"},
                                   {"msg", "size decided"},
                                   {"previousSize", "large"},
                                   {"newSize", "small"},
                                   {"outcome", "RECOMMENDED"},
                                   {"driver", "BOTH"},
                                   {"kubeAPIServerMemory", "20.4Gi"},
                                   {"kubeAPIServerCPU", "4"},
                                   {"memoryFraction", "650m"},
                                   {"effectiveMemoryFraction", "650m"},
                                   {"effectiveCPUFraction", "650m"},
                                   {"namespace", "clusters"},
                                   {"hostedCluster", "blue\n"},
                                   {"traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}};
  EXPECT_EQ(line, expected);
}

TEST_F(DecisionLinesTest, AnInvalidTraceparentIsOmitted) {
  Start(LogLevel::kDebug);
  cpsizer::testing::RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  context.AddMetadata("traceparent", "00-abc-def-01");
  v1::RecommendSizeResponse response;
  ASSERT_TRUE(server.stub().RecommendSize(&context, cpsizer::testing::SmallRequest(), &response).ok());
  EXPECT_THAT(LinesWith("\"size decided\""), ElementsAre(::testing::Not(HasSubstr("traceparent"))));
}

TEST_F(DecisionLinesTest, ABatchHasALineForEveryAnswer) {
  Start(LogLevel::kDebug);
  cpsizer::testing::RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  v1::BatchRecommendSizeResponse response;
  ASSERT_TRUE(server.stub().BatchRecommendSize(&context, cpsizer::testing::SmallBatch(), &response).ok());
  EXPECT_THAT(LinesWith("\"size decided\""), ElementsAre(HasSubstr(R"("newSize":"small")")));
  EXPECT_THAT(LinesWith("\"size decided\""), Each(HasSubstr(R"("kubeAPIServerMemory":"20Gi")")));
}

TEST_F(DecisionLinesTest, AtInfoADecisionIsNotLogged) {
  Start(LogLevel::kInfo);
  cpsizer::testing::RunningServer server;
  ASSERT_TRUE(cpsizer::testing::Recommend(server.stub()).ok());
  EXPECT_TRUE(LinesWith("decided").empty());
}

}  // namespace
}  // namespace cpsizer::server
