// Tests of the log lines of level debug about calls to a running server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cpsizer/recommend_size.h"
#include "server/rpc/decisions.h"
#include "tests/process/log_lines.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CallWithBytes;
using ::cpsizer::testing::LogLines;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::RunningServer;
using ::cpsizer::testing::SetTimeout;
using ::cpsizer::testing::SmallBatch;
using ::cpsizer::testing::SmallCpuRequests;
using ::cpsizer::testing::SmallMachine;
using ::cpsizer::testing::SmallPlan;
using ::cpsizer::testing::SmallReplicas;
using ::cpsizer::testing::SmallReplicasBatch;
using ::cpsizer::testing::SmallRequest;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr char kTraceparent[] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
constexpr const char* kDecisionLogMethods[] = {"RecommendSize",         "BatchRecommendSize",    "ValidateConfig",
                                               "RecommendReplicas",     "ScaleCpuRequests",      "RecommendMachine",
                                               "PlanClusterAutoscaler", "BatchRecommendReplicas"};

std::string PathOf(const std::string& method) {
  return "/cpsizer.v1.SizingService/" + method;
}

v1::ClusterReference Blue() {
  v1::ClusterReference cluster;
  cluster.set_management_cluster("mc");
  cluster.set_namespace_("clusters");
  cluster.set_name("blue");
  return cluster;
}

// Returns a request about a cluster. The request has a capacity that is not a quantity.
v1::RecommendSizeRequest BadRequest() {
  v1::RecommendSizeRequest request = SmallRequest();
  *request.mutable_cluster() = Blue();
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_memory(
      "much");
  return request;
}

grpc::Status Call(RunningServer& server, const v1::RecommendSizeRequest& request, const std::string& traceparent) {
  grpc::ClientContext context;
  SetTimeout(context);
  context.AddMetadata("traceparent", traceparent);
  v1::RecommendSizeResponse response;
  return server.stub().RecommendSize(&context, request, &response);
}

grpc::Status Call(RunningServer& server, const v1::BatchRecommendSizeRequest& request, const std::string& traceparent) {
  grpc::ClientContext context;
  SetTimeout(context);
  context.AddMetadata("traceparent", traceparent);
  v1::BatchRecommendSizeResponse response;
  return server.stub().BatchRecommendSize(&context, request, &response);
}

class DecisionLogTest : public ::testing::Test {
 protected:
  LogLines log_{LogLevel::kDebug};  // declared first, because the server may log until it is destroyed
  ServerSetup setup_ = cpsizer::testing::TestSetup();
};

TEST_F(DecisionLogTest, ARefusedCallIsOneLineWithTheErrorOfItsCaller) {
  RunningServer server(setup_);
  EXPECT_FALSE(Call(server, BadRequest(), kTraceparent).ok());
  EXPECT_THAT(log_.With("call refused"),
              ElementsAre(AllOf(HasSubstr(" debug call refused code=INVALID_ARGUMENT reason=QUANTITY_MALFORMED error="),
                                HasSubstr("spec.sizes[0].capacity.memory"),
                                HasSubstr(" method=RecommendSize managementCluster=mc namespace=clusters "
                                          "hostedCluster=blue traceparent=00-0af7651916cd43dd8448eb211c80319c-"))));
  EXPECT_THAT(log_.With("decided"), IsEmpty());
}

TEST_F(DecisionLogTest, AnInvalidTraceparentIsOmitted) {
  RunningServer server(setup_);
  EXPECT_FALSE(Call(server, BadRequest(), "00-evil").ok());
  EXPECT_THAT(log_.With("call refused"), ElementsAre(AllOf(HasSubstr("hostedCluster=blue"), Not(HasSubstr("trace")))));
}

TEST_F(DecisionLogTest, AnUnreadableRequestIsRefusedWithoutACluster) {
  RunningServer server(setup_);
  for (const char* method : kDecisionLogMethods) {
    EXPECT_FALSE(CallWithBytes(server.channel(), PathOf(method), "\xff").ok());
  }
  EXPECT_THAT(log_.With("call refused"), SizeIs(std::size(kDecisionLogMethods)));
  for (const char* method : kDecisionLogMethods) {
    EXPECT_THAT(log_.With(std::string("method=") + method),
                ElementsAre(AllOf(HasSubstr("code=INVALID_ARGUMENT reason=MALFORMED_REQUEST"),
                                  Not(HasSubstr("hostedCluster")))));
  }
}

TEST_F(DecisionLogTest, ACallThatIsNotAdmittedIsLoggedAsRefused) {
  RunningServer server(setup_);
  ASSERT_TRUE(Recommend(server.stub()).ok());  // opens the connection that the next calls use
  server->RefuseNewCalls();
  for (const char* method : kDecisionLogMethods) EXPECT_FALSE(CallWithBytes(server.channel(), PathOf(method), "").ok());
  for (const char* method : kDecisionLogMethods) {
    EXPECT_THAT(log_.With(std::string("method=") + method),
                ElementsAre(HasSubstr("call refused code=UNAVAILABLE reason=SHUTTING_DOWN")));
  }
}

TEST_F(DecisionLogTest, ABatchThatFailsIsOneLine) {
  setup_.batch_function = [](auto&, const auto&, auto, auto&) { return absl::FailedPreconditionError("too hot"); };
  RunningServer server(setup_);
  EXPECT_FALSE(Call(server, SmallBatch(), kTraceparent).ok());
  EXPECT_THAT(log_.With("refused"),
              ElementsAre(AllOf(HasSubstr("call refused code=FAILED_PRECONDITION error=\"too hot\" "
                                          "method=BatchRecommendSize traceparent=00-0af7651916cd43dd8448eb211c80319c-"),
                                Not(HasSubstr("reason")))));
}

TEST_F(DecisionLogTest, EveryItemOfABatchIsALine) {
  RunningServer server(setup_);
  v1::BatchRecommendSizeRequest batch = SmallBatch();
  for (v1::RecommendSizeRequest& item : *batch.mutable_items()) *item.mutable_cluster() = Blue();
  batch.mutable_items(1)->mutable_cluster()->set_name("green");
  EXPECT_TRUE(Call(server, batch, kTraceparent).ok());
  EXPECT_THAT(log_.With("decided"), ElementsAre(AllOf(HasSubstr("hostedCluster=blue"), HasSubstr("traceparent=00-"))));
  EXPECT_THAT(log_.With("refused"),
              ElementsAre(AllOf(HasSubstr("batch item refused code=INVALID_ARGUMENT reason="),
                                HasSubstr("method=BatchRecommendSize managementCluster=mc namespace=clusters "
                                          "hostedCluster=green traceparent=00-"))));
}

v1::VerticalPodAutoscalerStatus OverflowingVpa() {
  v1::VerticalPodAutoscalerStatus status;
  status.add_conditions()->set_type("RecommendationProvided");
  status.mutable_conditions(0)->set_status("True");
  v1::RecommendedContainerResources& container = *status.mutable_recommendation()->add_container_recommendations();
  container.set_container_name("kube-apiserver");
  container.mutable_uncapped_target()->set_memory("1e15");
  return status;
}

TEST_F(DecisionLogTest, ADecisionAboutASizeNamesItsOutcomeAndTheRuleThatHolds) {
  RunningServer server(setup_);
  v1::RecommendSizeRequest request = SmallRequest();
  EXPECT_TRUE(Call(server, request, kTraceparent).ok());
  EXPECT_THAT(log_.With("decided"), ElementsAre(AllOf(HasSubstr(" outcome=RECOMMENDED "), Not(HasSubstr("heldBy")))));
  *request.mutable_vpa_status() = OverflowingVpa();
  EXPECT_TRUE(Call(server, request, kTraceparent).ok());
  EXPECT_THAT(log_.With("outcome=HELD"),
              ElementsAre(HasSubstr(" debug size decided outcome=HELD heldBy=VPA_OVERFLOW ")));
}

TEST_F(DecisionLogTest, ADecisionWithoutRecommendationNamesTheReason) {
  RunningServer server(setup_);
  v1::RecommendSizeRequest request = SmallRequest();
  *request.mutable_vpa_status() = OverflowingVpa();
  request.mutable_vpa_status()->clear_recommendation();
  EXPECT_TRUE(Call(server, request, kTraceparent).ok());
  EXPECT_THAT(log_.With("decided"),
              ElementsAre(HasSubstr(" outcome=NO_RECOMMENDATION noRecommendationReason=VPA_RECOMMENDATION_MISSING ")));
}

// The responses of the items are brief.
TEST_F(DecisionLogTest, AnItemOfABatchNamesItsOutcomeAndTheRuleThatHolds) {
  RunningServer server(setup_);
  v1::BatchRecommendSizeRequest batch = SmallBatch();
  *batch.mutable_items(0)->mutable_vpa_status() = OverflowingVpa();
  EXPECT_TRUE(Call(server, batch, kTraceparent).ok());
  EXPECT_THAT(log_.With("decided"), ElementsAre(HasSubstr(" outcome=HELD heldBy=VPA_OVERFLOW ")));
}

TEST_F(DecisionLogTest, EachItemOfABatchAboutReplicasIsOneLine) {
  RunningServer server(setup_);
  grpc::ClientContext context;
  SetTimeout(context);
  context.AddMetadata("traceparent", kTraceparent);
  v1::BatchRecommendReplicasRequest batch = SmallReplicasBatch();
  batch.mutable_items(1)->mutable_horizontal_pod_autoscaler()->mutable_metadata()->set_namespace_("test");
  batch.mutable_items(1)->mutable_horizontal_pod_autoscaler()->mutable_metadata()->set_name("db");
  v1::BatchRecommendReplicasResponse response;
  EXPECT_TRUE(server.stub().BatchRecommendReplicas(&context, batch, &response).ok());
  EXPECT_THAT(log_.With("decided"),
              ElementsAre(AllOf(HasSubstr(" debug replicas decided currentReplicas=3 desiredReplicas=5 "),
                                HasSubstr("horizontalPodAutoscaler=web traceparent=00-"))));
  EXPECT_THAT(log_.With("refused"), ElementsAre(AllOf(HasSubstr("batch item refused code=INVALID_ARGUMENT reason="),
                                                      HasSubstr("method=BatchRecommendReplicas namespace=test "
                                                                "horizontalPodAutoscaler=db traceparent=00-"))));
}

TEST_F(DecisionLogTest, ADecisionAboutReplicasIsOneLine) {
  RunningServer server(setup_);
  grpc::ClientContext context;
  SetTimeout(context);
  context.AddMetadata("traceparent", kTraceparent);
  v1::RecommendReplicasResponse response;
  EXPECT_TRUE(server.stub().RecommendReplicas(&context, SmallReplicas(), &response).ok());
  EXPECT_THAT(log_.With("decided"), ElementsAre(HasSubstr(" debug replicas decided currentReplicas=3 desiredReplicas=5 "
                                                          "outcome=RESCALE metric=\"external metric queue(nil)\" "
                                                          "namespace=prod horizontalPodAutoscaler=web "
                                                          "traceparent=00-0af7651916cd43dd8448eb211c80319c-")));
}

TEST_F(DecisionLogTest, ADecisionAboutCpuRequestsIsOneLine) {
  RunningServer server(setup_);
  grpc::ClientContext context;
  SetTimeout(context);
  v1::ScaleCpuRequestsResponse response;
  EXPECT_TRUE(server.stub().ScaleCpuRequests(&context, SmallCpuRequests(), &response).ok());
  EXPECT_THAT(log_.With("scaled"),
              ElementsAre(HasSubstr(" debug CPU requests decided outcome=SCALED "
                                    "controlPlaneCPULimit=4 defaultRequest=350m scaledRequest=233m")));
}

TEST_F(DecisionLogTest, ADecisionAboutMachinesIsOneLine) {
  RunningServer server(setup_);
  grpc::ClientContext context;
  SetTimeout(context);
  v1::RecommendMachineResponse response;
  EXPECT_TRUE(server.stub().RecommendMachine(&context, SmallMachine(), &response).ok());
  EXPECT_THAT(log_.With("machine size decided"),
              ElementsAre(HasSubstr(" debug machine size decided outcome=SCALE_UP "
                                    "reason=TRIGGERED currentSize=m6i.xlarge targetSize=m6i.2xlarge "
                                    "nextStepTime=2026-01-02T05:04:00Z")));
}

TEST_F(DecisionLogTest, APlanOfTheClusterAutoscalerIsOneLine) {
  RunningServer server(setup_);
  grpc::ClientContext context;
  SetTimeout(context);
  v1::PlanClusterAutoscalerResponse response;
  EXPECT_TRUE(server.stub().PlanClusterAutoscaler(&context, SmallPlan(), &response).ok());
  EXPECT_THAT(log_.With("plan made"),
              ElementsAre(HasSubstr(" debug cluster-autoscaler plan made outcome=RUNS "
                                    "clusterAutoscaler=default machineAutoscalers=1 changedMachineSets=1")));
}

TEST_F(DecisionLogTest, AnUnknownMethodIsLogged) {
  RunningServer server(setup_);
  EXPECT_FALSE(CallWithBytes(server.channel(), "/a.B/C", "").ok());
  EXPECT_THAT(log_.With("call refused"),
              ElementsAre(AllOf(HasSubstr("code=UNIMPLEMENTED reason=METHOD_UNKNOWN"), HasSubstr("method=/a.B/C"))));
}

TEST_F(DecisionLogTest, DoesNotLogAnsweredCallsAsRefused) {
  RunningServer server(setup_);
  EXPECT_TRUE(Recommend(server.stub()).ok());
  EXPECT_THAT(log_.With("decided"), SizeIs(1));
  EXPECT_THAT(log_.With("refused"), IsEmpty());
}

TEST(DecisionLogAtInfoTest, CallersCannotFillTheLog) {
  LogLines log;
  RunningServer server;
  EXPECT_FALSE(Call(server, BadRequest(), kTraceparent).ok());
  EXPECT_FALSE(CallWithBytes(server.channel(), "/a.B/C", "").ok());
  EXPECT_TRUE(Call(server, SmallBatch(), kTraceparent).ok());
  EXPECT_THAT(log.With("refused"), IsEmpty());
  EXPECT_THAT(log.With("traceparent"), IsEmpty());
}

}  // namespace
}  // namespace cpsizer::server
