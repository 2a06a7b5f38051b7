#include "server/rpc/sizing_service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <cstddef>

#include "cpsizer/limits.h"
#include "tests/rpc/bytes.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CallWithBytes;
using ::cpsizer::testing::DetailOf;
using ::cpsizer::testing::EmptyEntries;
using ::cpsizer::testing::PaddedTo;
using ::cpsizer::testing::ReasonOf;
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
using ::testing::HasSubstr;

constexpr char kRecommendSize[] = "/cpsizer.v1.SizingService/RecommendSize";
constexpr char kBatchRecommendSize[] = "/cpsizer.v1.SizingService/BatchRecommendSize";
constexpr char kValidateConfig[] = "/cpsizer.v1.SizingService/ValidateConfig";
constexpr char kRecommendReplicas[] = "/cpsizer.v1.SizingService/RecommendReplicas";
constexpr char kScaleCpuRequests[] = "/cpsizer.v1.SizingService/ScaleCpuRequests";
constexpr char kRecommendMachine[] = "/cpsizer.v1.SizingService/RecommendMachine";
constexpr char kPlanClusterAutoscaler[] = "/cpsizer.v1.SizingService/PlanClusterAutoscaler";
constexpr char kBatchRecommendReplicas[] = "/cpsizer.v1.SizingService/BatchRecommendReplicas";
constexpr const char* kSizingServiceMethods[] = {kRecommendSize,         kBatchRecommendSize,    kValidateConfig,
                                                 kRecommendReplicas,     kScaleCpuRequests,      kRecommendMachine,
                                                 kPlanClusterAutoscaler, kBatchRecommendReplicas};

v1::ValidateConfigRequest SmallConfig() {
  v1::ValidateConfigRequest request;
  *request.mutable_cluster_sizing_configuration() = SmallRequest().cluster_sizing_configuration();
  return request;
}

TEST(SizingServiceTest, RecommendSizeAnswers) {
  RunningServer server;
  v1::RecommendSizeResponse response;
  const grpc::Status status = Recommend(server.stub(), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.recommended_size(), "small");
  EXPECT_EQ(response.sizes_size(), 2);
}

TEST(SizingServiceTest, RecommendSizeStoresItsConfigurationAtTheSecondCall) {
  RunningServer server;
  std::string answers[4];
  for (std::string& answer : answers) {
    v1::RecommendSizeResponse response;
    ASSERT_TRUE(Recommend(server.stub(), &response).ok());
    answer = response.SerializeAsString();
  }
  EXPECT_THAT(answers, ::testing::Each(answers[0]));
  const std::string metrics = prometheus::TextSerializer().Serialize(server->CollectMetrics());
  EXPECT_THAT(metrics, HasSubstr("\ncpsizer_config_cache_hits_total 2\n"));
  EXPECT_THAT(metrics, HasSubstr("\ncpsizer_config_cache_misses_total 2\n"));
}

TEST(SizingServiceTest, BatchRecommendSizeAnswersItemByItem) {
  RunningServer server;
  grpc::ClientContext context;
  SetTimeout(context);
  v1::BatchRecommendSizeResponse response;
  const grpc::Status status = server.stub().BatchRecommendSize(&context, SmallBatch(), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), 2);
  EXPECT_EQ(response.results(0).response().recommended_size(), "small");
  EXPECT_EQ(response.results(1).error().code(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST(SizingServiceTest, ValidateConfigAnswersWithFindingsNotWithAnError) {
  RunningServer server;
  grpc::ClientContext context;
  SetTimeout(context);
  v1::ValidateConfigRequest request = SmallConfig();
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(0)->set_name("");
  v1::ValidateConfigResponse response;
  const grpc::Status status = server.stub().ValidateConfig(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_FALSE(response.valid());
  EXPECT_GT(response.findings_size(), 0);
}

TEST(SizingServiceTest, RecommendReplicasAnswers) {
  RunningServer server;
  grpc::ClientContext context;
  SetTimeout(context);
  v1::RecommendReplicasResponse response;
  const grpc::Status status = server.stub().RecommendReplicas(&context, SmallReplicas(), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.outcome(), v1::REPLICAS_OUTCOME_RESCALE);
  EXPECT_EQ(response.desired_replicas(), 5);
  EXPECT_EQ(response.metrics_size(), 1);
}

TEST(SizingServiceTest, BatchRecommendReplicasAnswersItemByItem) {
  RunningServer server;
  grpc::ClientContext context;
  SetTimeout(context);
  v1::BatchRecommendReplicasResponse response;
  const grpc::Status status = server.stub().BatchRecommendReplicas(&context, SmallReplicasBatch(), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), 2);
  EXPECT_EQ(response.results(0).response().desired_replicas(), 5);
  EXPECT_EQ(response.results(1).error().code(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST(SizingServiceTest, ScaleCpuRequestsAnswers) {
  RunningServer server;
  grpc::ClientContext context;
  SetTimeout(context);
  v1::ScaleCpuRequestsResponse response;
  const grpc::Status status = server.stub().ScaleCpuRequests(&context, SmallCpuRequests(), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.outcome(), v1::CPU_REQUESTS_OUTCOME_SCALED);
  EXPECT_EQ(response.workloads(0).scaled_request(), "233m");
}

TEST(SizingServiceTest, RecommendMachineAnswers) {
  RunningServer server;
  grpc::ClientContext context;
  SetTimeout(context);
  v1::RecommendMachineResponse response;
  const grpc::Status status = server.stub().RecommendMachine(&context, SmallMachine(), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.outcome(), v1::MACHINE_OUTCOME_SCALE_UP);
  EXPECT_EQ(response.target().name(), "m6i.2xlarge");
}

TEST(SizingServiceTest, PlanClusterAutoscalerAnswers) {
  RunningServer server;
  grpc::ClientContext context;
  SetTimeout(context);
  v1::PlanClusterAutoscalerResponse response;
  const grpc::Status status = server.stub().PlanClusterAutoscaler(&context, SmallPlan(), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS);
  EXPECT_EQ(response.targets(0).owner(), "openshift-machine-api/a");
}

TEST(SizingServiceTest, AnAutoscalerThatTheApiServerRefusesIsAnError) {
  RunningServer server;
  v1::RecommendReplicasRequest request = SmallReplicas();
  request.mutable_horizontal_pod_autoscaler()->mutable_spec()->set_max_replicas(-1);
  request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_scale_target_ref()->clear_name();
  grpc::ClientContext context;
  SetTimeout(context);
  v1::RecommendReplicasResponse response;
  const grpc::Status status = server.stub().RecommendReplicas(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "VALUE_OUT_OF_RANGE");
  const auto bad_request = DetailOf<google::rpc::BadRequest>(status);
  ASSERT_TRUE(bad_request.has_value());
  ASSERT_EQ(bad_request->field_violations_size(), 2);
  EXPECT_EQ(bad_request->field_violations(0).field(), "spec.maxReplicas");
  EXPECT_EQ(bad_request->field_violations(1).field(), "spec.scaleTargetRef.name");
}

// Checks that the responses to a small, a medium and a large request have the same bytes.
template <typename Request>
void ExpectSameOnAWorker(absl::string_view method, const Thresholds& thresholds, const Request& request) {
  RunningServer server;
  const auto answer = [&](size_t bytes) {
    std::string response;
    EXPECT_TRUE(CallWithBytes(server.channel(), std::string(method), PaddedTo(bytes, request), &response).ok());
    return response;
  };
  const std::string small = answer(thresholds.medium - 1);
  EXPECT_FALSE(small.empty());
  EXPECT_EQ(answer(thresholds.medium), small);
  EXPECT_EQ(answer(thresholds.large - 1), small);
  EXPECT_EQ(answer(thresholds.large), small);
}

TEST(SizingServiceTest, ALargeRequestIsAnsweredLikeASmallOne) {
  ExpectSameOnAWorker(kRecommendSize, kConfigurationThresholds, SmallRequest());
  ExpectSameOnAWorker(kRecommendReplicas, kReplicasThresholds, SmallReplicas());
  ExpectSameOnAWorker(kScaleCpuRequests, kCpuRequestsThresholds, SmallCpuRequests());
  ExpectSameOnAWorker(kRecommendMachine, kMachineThresholds, SmallMachine());
  ExpectSameOnAWorker(kPlanClusterAutoscaler, kPlanThresholds, SmallPlan());
}

TEST(SizingServiceTest, AnErrorCarriesEveryViolation) {
  RunningServer server;
  v1::RecommendSizeRequest request = SmallRequest();
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_memory(
      "much");
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(1)->mutable_capacity()->set_cpu("-1");
  grpc::ClientContext context;
  SetTimeout(context);
  v1::RecommendSizeResponse response;
  const grpc::Status status = server.stub().RecommendSize(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("spec.sizes[0].capacity.memory"));
  EXPECT_EQ(ReasonOf(status), "QUANTITY_MALFORMED");
  const auto bad_request = DetailOf<google::rpc::BadRequest>(status);
  ASSERT_TRUE(bad_request.has_value());
  ASSERT_EQ(bad_request->field_violations_size(), 2);
  EXPECT_EQ(bad_request->field_violations(0).field(), "spec.sizes[0].capacity.memory");
  EXPECT_EQ(bad_request->field_violations(1).field(), "spec.sizes[1].capacity.cpu");
}

TEST(SizingServiceTest, AMissingCapacityIsAFailedPrecondition) {
  RunningServer server;
  v1::RecommendSizeRequest request = SmallRequest();
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(0)->clear_capacity();
  grpc::ClientContext context;
  SetTimeout(context);
  v1::RecommendSizeResponse response;
  const grpc::Status status = server.stub().RecommendSize(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(ReasonOf(status), "CAPACITY_MISSING");
  const auto failure = DetailOf<google::rpc::PreconditionFailure>(status);
  ASSERT_TRUE(failure.has_value());
  ASSERT_EQ(failure->violations_size(), 1);
  EXPECT_EQ(failure->violations(0).subject(), "spec.sizes[0].capacity.memory");
}

TEST(SizingServiceTest, EveryMethodReportsMalformedBytes) {
  RunningServer server;
  for (const char* method : kSizingServiceMethods) {
    for (const char* bytes : {"hello, server", "\x0a\x7f", "\x0a\x03\x0a\x01\xff"}) {
      const grpc::Status status = CallWithBytes(server.channel(), method, bytes);
      EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << method;
      EXPECT_EQ(ReasonOf(status), "MALFORMED_REQUEST") << method;
      EXPECT_THAT(status.error_message(), HasSubstr("not a valid cpsizer.v1.")) << method;
    }
  }
}

// gRPC 1.51 treats an unknown encoding like none.
TEST(SizingServiceTest, EveryMethodRefusesCompressedBytes) {
  RunningServer server;
  for (const char* method : kSizingServiceMethods) {
    for (const std::string& bytes : {std::string("\x1f\x8b\x08\0\0", 5), std::string("\x28\xb5\x2f\xfd\x04"),
                                     std::string("\xff\x06\0\0sNaPpY\x01", 11), std::string("\x04\x22\x4d\x18\x64")}) {
      const grpc::Status status = CallWithBytes(server.channel(), method, bytes);
      EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED) << method;
      EXPECT_EQ(ReasonOf(status), "REQUEST_COMPRESSED") << method;
    }
  }
}

TEST(SizingServiceTest, AnEmptyAnswerIsStillAnAnswer) {
  RunningServer server;
  std::string response = "before";
  const grpc::Status status = CallWithBytes(server.channel(), kBatchRecommendSize, "", &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response, "");
}

TEST(SizingServiceTest, AcceptsARequestUpToTheByteLimit) {
  RunningServer server;
  const struct {
    const char* method;
    size_t limit;
    std::string at_limit;
    std::string past_limit;
  } kCases[] = {
      {kRecommendSize, kMaxUnaryRequestBytes, PaddedTo(kMaxUnaryRequestBytes, SmallRequest()),
       PaddedTo(kMaxUnaryRequestBytes + 1, SmallRequest())},
      {kValidateConfig, kMaxUnaryRequestBytes, PaddedTo(kMaxUnaryRequestBytes, SmallConfig()),
       PaddedTo(kMaxUnaryRequestBytes + 1, SmallConfig())},
      {kBatchRecommendSize, kMaxBatchRequestBytes, PaddedTo(kMaxBatchRequestBytes, SmallBatch()),
       PaddedTo(kMaxBatchRequestBytes + 1, SmallBatch())},
      {kRecommendReplicas, kMaxBatchRequestBytes, PaddedTo(kMaxBatchRequestBytes, SmallReplicas()),
       PaddedTo(kMaxBatchRequestBytes + 1, SmallReplicas())},
      {kScaleCpuRequests, kMaxUnaryRequestBytes, PaddedTo(kMaxUnaryRequestBytes, SmallCpuRequests()),
       PaddedTo(kMaxUnaryRequestBytes + 1, SmallCpuRequests())},
      {kRecommendMachine, kMaxUnaryRequestBytes, PaddedTo(kMaxUnaryRequestBytes, SmallMachine()),
       PaddedTo(kMaxUnaryRequestBytes + 1, SmallMachine())},
      {kPlanClusterAutoscaler, kMaxUnaryRequestBytes, PaddedTo(kMaxUnaryRequestBytes, SmallPlan()),
       PaddedTo(kMaxUnaryRequestBytes + 1, SmallPlan())},
      {kBatchRecommendReplicas, kMaxBatchRequestBytes, PaddedTo(kMaxBatchRequestBytes, SmallReplicasBatch()),
       PaddedTo(kMaxBatchRequestBytes + 1, SmallReplicasBatch())},
  };
  for (const auto& test : kCases) {
    ASSERT_EQ(test.at_limit.size(), test.limit);
    const grpc::Status at_limit = CallWithBytes(server.channel(), test.method, test.at_limit);
    EXPECT_TRUE(at_limit.ok()) << test.method << ": " << at_limit.error_message();
    const grpc::Status past_limit = CallWithBytes(server.channel(), test.method, test.past_limit);
    EXPECT_EQ(past_limit.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << test.method;
    EXPECT_EQ(ReasonOf(past_limit), "REQUEST_TOO_LARGE") << test.method;
    EXPECT_THAT(past_limit.error_message(), HasSubstr(std::to_string(test.limit))) << test.method;
  }
}

TEST(SizingServiceTest, ARequestBeyondEveryLimitIsRefusedBeforeItIsComplete) {
  RunningServer server;
  const grpc::Status status =
      CallWithBytes(server.channel(), kBatchRecommendSize, PaddedTo(kMaxBatchRequestBytes + (4 << 20), SmallBatch()));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
}

TEST(SizingServiceTest, MillionsOfEmptyEntriesAreTooExpensive) {
  RunningServer server;
  const struct {
    const char* method;
    int field;
    size_t bytes;
  } kCases[] = {
      {kRecommendSize, v1::RecommendSizeRequest::kMachineSetsFieldNumber, kMaxUnaryRequestBytes},
      {kValidateConfig, v1::ValidateConfigRequest::kMachineSetsFieldNumber, kMaxUnaryRequestBytes},
      {kBatchRecommendSize, v1::BatchRecommendSizeRequest::kMachineSetsFieldNumber, kMaxBatchRequestBytes},
      {kRecommendReplicas, v1::RecommendReplicasRequest::kPodsFieldNumber, kMaxBatchRequestBytes},
      {kScaleCpuRequests, v1::ScaleCpuRequestsRequest::kWorkloadsFieldNumber, kMaxUnaryRequestBytes},
      {kRecommendMachine, v1::RecommendMachineRequest::kSamplesFieldNumber, kMaxUnaryRequestBytes},
      {kPlanClusterAutoscaler, v1::PlanClusterAutoscalerRequest::kMachineSetsFieldNumber, kMaxUnaryRequestBytes},
      {kBatchRecommendReplicas, v1::BatchRecommendReplicasRequest::kItemsFieldNumber, kMaxBatchRequestBytes},
  };
  // Two million entries are enough. With more, the sanitizer needs longer than the deadline on a busy machine.
  constexpr size_t kEnoughBytes = size_t{4} << 20;
  for (const auto& test : kCases) {
    const grpc::Status status =
        CallWithBytes(server.channel(), test.method, EmptyEntries(test.field, std::min(test.bytes / 2, kEnoughBytes)));
    EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << test.method;
    EXPECT_EQ(ReasonOf(status), "REQUEST_TOO_EXPENSIVE") << test.method;
  }
  EXPECT_TRUE(Recommend(server.stub()).ok()) << "the server must go on";
}

TEST(SizingServiceTest, RefusesNewCallsWithARetryDuringShutdown) {
  RunningServer server;
  ASSERT_TRUE(Recommend(server.stub()).ok());
  server->RefuseNewCalls();
  for (const char* method : kSizingServiceMethods) {
    const grpc::Status status = CallWithBytes(server.channel(), method, "");
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE) << method;
    EXPECT_EQ(ReasonOf(status), "SHUTTING_DOWN") << method;
    const auto retry = DetailOf<google::rpc::RetryInfo>(status);
    ASSERT_TRUE(retry.has_value()) << method;
    EXPECT_GT(retry->retry_delay().seconds(), 0) << method;
  }
}

}  // namespace
}  // namespace cpsizer::server
