#include "client/service/remote_service.h"

#include <sys/socket.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/service/in_process_service.h"
#include "client/sidecar/control/loop_executor.h"
#include "cpsizer/status.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "gtest/gtest.h"
#include "server/rpc/methods.h"
#include "server/rpc/server.h"
#include "tests/bench/machine_requests.h"
#include "tests/bench/replica_requests.h"
#include "tests/service/requests.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/scripted_service.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ScriptedService;
using ::cpsizer::testing::SizeRequest;

std::unique_ptr<server::Server> RemoteServiceStartServer(const std::string& address = "127.0.0.1:0") {
  server::ServerSetup setup;
  setup.options.grpc_addr = address;
  auto server = server::Server::Start(setup);
  EXPECT_TRUE(server.ok()) << server.status();
  return server.ok() ? *std::move(server) : nullptr;
}

class RemoteServiceTest : public ::testing::Test {
 protected:
  RemoteServiceTest() : loop_({}, absl::Now, [] { return 0.0; }) {}

  template <typename Response>
  SizingService::OnAnswer<Response> Into(absl::optional<absl::StatusOr<Response>>& answer) {
    return [&answer](absl::StatusOr<Response> got) { answer = std::move(got); };
  }
  template <typename Response>
  absl::StatusOr<Response> Wait(const absl::optional<absl::StatusOr<Response>>& answer) {
    while (!answer.has_value()) loop_.RunOnce(absl::Seconds(1));
    return *answer;
  }
  absl::StatusOr<v1::RecommendSizeResponse> Recommend(SizingService& service, v1::RecommendSizeRequest request) {
    absl::optional<absl::StatusOr<v1::RecommendSizeResponse>> answer;
    service.RecommendSize(std::move(request), Into(answer));
    return Wait(answer);
  }
  std::unique_ptr<SizingService> Ask(const std::string& target, absl::Duration timeout = absl::Seconds(60)) {
    return MakeRemoteService(sidecar::ExecutorOf(loop_), {target, timeout, timeout, {}, nullptr});
  }

  kube::EventLoop loop_;
};

TEST_F(RemoteServiceTest, ReturnsTheSameResponseAsTheLibrary) {
  const std::unique_ptr<server::Server> server = RemoteServiceStartServer();
  const std::unique_ptr<SizingService> remote = Ask("ipv4:" + server->address());
  const std::unique_ptr<SizingService> here = MakeInProcessService(sidecar::ExecutorOf(loop_));
  EXPECT_EQ(Recommend(*remote, SizeRequest())->SerializeAsString(),
            Recommend(*here, SizeRequest())->SerializeAsString());

  v1::BatchRecommendSizeRequest batch;
  *batch.mutable_cluster_sizing_configuration() = SizeRequest().cluster_sizing_configuration();
  batch.add_items()->mutable_demand()->set_memory("10Gi");
  batch.add_items()->mutable_demand()->set_memory("20Gi");
  absl::optional<absl::StatusOr<v1::BatchRecommendSizeResponse>> batch_answer;
  remote->BatchRecommendSize(batch, Into(batch_answer));
  EXPECT_EQ(Wait(batch_answer)->results(1).response().recommended_size(), "medium");

  v1::ValidateConfigRequest validation;
  *validation.mutable_cluster_sizing_configuration() = SizeRequest().cluster_sizing_configuration();
  absl::optional<absl::StatusOr<v1::ValidateConfigResponse>> verdict;
  remote->ValidateConfig(validation, Into(verdict));
  EXPECT_TRUE(Wait(verdict)->valid());

  const v1::RecommendReplicasRequest replicas = bench::MakeReplicasRequest(bench::Measured::kResource, 3, 1);
  absl::optional<absl::StatusOr<v1::RecommendReplicasResponse>> over_there, in_process;
  remote->RecommendReplicas(replicas, Into(over_there));
  here->RecommendReplicas(replicas, Into(in_process));
  ASSERT_TRUE(Wait(over_there).ok()) << over_there->status();
  EXPECT_EQ((*over_there)->outcome(), v1::REPLICAS_OUTCOME_RESCALE);
  EXPECT_EQ((*over_there)->SerializeAsString(), Wait(in_process)->SerializeAsString());

  v1::ScaleCpuRequestsRequest requests;
  requests.set_control_plane_cpu_limit(4);
  requests.add_workloads()->set_pods(2);
  absl::optional<absl::StatusOr<v1::ScaleCpuRequestsResponse>> scaled, scaled_in_process;
  remote->ScaleCpuRequests(requests, Into(scaled));
  here->ScaleCpuRequests(requests, Into(scaled_in_process));
  ASSERT_TRUE(Wait(scaled).ok()) << scaled->status();
  EXPECT_EQ((*scaled)->outcome(), v1::CPU_REQUESTS_OUTCOME_SCALED);
  EXPECT_EQ((*scaled)->SerializeAsString(), Wait(scaled_in_process)->SerializeAsString());

  const v1::RecommendMachineRequest machine = bench::MachineRequest(/*samples=*/100, /*sizes=*/5);
  absl::optional<absl::StatusOr<v1::RecommendMachineResponse>> decided, decided_in_process;
  remote->RecommendMachine(machine, Into(decided));
  here->RecommendMachine(machine, Into(decided_in_process));
  ASSERT_TRUE(Wait(decided).ok()) << decided->status();
  EXPECT_EQ((*decided)->outcome(), v1::MACHINE_OUTCOME_SCALE_UP);
  EXPECT_EQ((*decided)->SerializeAsString(), Wait(decided_in_process)->SerializeAsString());

  v1::PlanClusterAutoscalerRequest plan;
  plan.mutable_cluster_autoscaler()->mutable_spec()->set_log_verbosity(4);
  absl::optional<absl::StatusOr<v1::PlanClusterAutoscalerResponse>> planned, planned_in_process;
  remote->PlanClusterAutoscaler(plan, Into(planned));
  here->PlanClusterAutoscaler(plan, Into(planned_in_process));
  ASSERT_TRUE(Wait(planned).ok()) << planned->status();
  EXPECT_EQ((*planned)->outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS);
  EXPECT_EQ((*planned)->SerializeAsString(), Wait(planned_in_process)->SerializeAsString());

  v1::BatchRecommendReplicasRequest replicas_batch;
  *replicas_batch.add_items() = replicas;
  replicas_batch.add_items();
  absl::optional<absl::StatusOr<v1::BatchRecommendReplicasResponse>> results, results_in_process;
  remote->BatchRecommendReplicas(replicas_batch, Into(results));
  here->BatchRecommendReplicas(replicas_batch, Into(results_in_process));
  ASSERT_TRUE(Wait(results).ok()) << results->status();
  EXPECT_EQ((*results)->results(0).response().outcome(), v1::REPLICAS_OUTCOME_RESCALE);
  EXPECT_TRUE((*results)->results(1).has_error());
  EXPECT_EQ((*results)->SerializeAsString(), Wait(results_in_process)->SerializeAsString());
}

TEST_F(RemoteServiceTest, AUnixSocketServesAsWell) {
  const testing::TemporaryFolder folder;
  const std::string address = "unix:" + folder.PathOf("socket");
  const std::unique_ptr<server::Server> server = RemoteServiceStartServer(address);
  EXPECT_EQ(Recommend(*Ask(address), SizeRequest())->recommended_size(), "medium");
}

TEST_F(RemoteServiceTest, ReturnsTheSameErrorAsTheLibrary) {
  const std::unique_ptr<server::Server> server = RemoteServiceStartServer();
  const absl::Status remote = Recommend(*Ask("ipv4:" + server->address()), SizeRequest("1 Gi")).status();
  EXPECT_TRUE(absl::IsInvalidArgument(remote)) << remote;
  google::rpc::BadRequest violations;
  ASSERT_TRUE(ReadDetail(remote, violations));
  EXPECT_EQ(violations.field_violations(0).field(), "demand.memory");
  EXPECT_EQ(remote, Recommend(*MakeInProcessService(sidecar::ExecutorOf(loop_)), SizeRequest("1 Gi")).status());
}

TEST_F(RemoteServiceTest, BothServicesReportSizesWithoutCapacity) {
  const std::unique_ptr<server::Server> server = RemoteServiceStartServer();
  v1::RecommendSizeRequest request = SizeRequest();
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(1)->clear_capacity();
  const absl::Status remote = Recommend(*Ask("ipv4:" + server->address()), request).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(remote)) << remote;
  google::rpc::PreconditionFailure failure;
  ASSERT_TRUE(ReadDetail(remote, failure));
  EXPECT_EQ(failure.violations(0).subject(), "spec.sizes[1].capacity.memory");
  EXPECT_EQ(remote, Recommend(*MakeInProcessService(sidecar::ExecutorOf(loop_)), request).status());
}

TEST_F(RemoteServiceTest, AnExplainedErrorKeepsCodeAndDetails) {
  const std::unique_ptr<server::Server> server = RemoteServiceStartServer();
  const std::string target = "ipv4:" + server->address();
  const auto explain = [](absl::StatusCode code, absl::string_view message) {
    return absl::StrCat("here: ", absl::StatusCodeToString(code), ": ", message);
  };
  const absl::Status plain = Recommend(*Ask(target), SizeRequest("1 Gi")).status();
  const std::unique_ptr<SizingService> service =
      MakeRemoteService(sidecar::ExecutorOf(loop_), {target, absl::Seconds(60), absl::Seconds(60), {}, explain});
  const absl::Status explained = Recommend(*service, SizeRequest("1 Gi")).status();
  EXPECT_EQ(explained.code(), plain.code());
  EXPECT_EQ(explained.message(), absl::StrCat("here: INVALID_ARGUMENT: ", plain.message()));
  google::rpc::BadRequest violations, expected;
  EXPECT_TRUE(ReadDetail(plain, expected));
  EXPECT_TRUE(ReadDetail(explained, violations));
  EXPECT_EQ(violations.SerializeAsString(), expected.SerializeAsString());
}

TEST_F(RemoteServiceTest, ABusyServiceReturnsARetryDelay) {
  ScriptedService server([](grpc::ServerContext&) {
    absl::Status status = CallErrorStatus(CallError::kTooManyCallsInFlight, "busy");
    google::rpc::RetryInfo retry;
    retry.mutable_retry_delay()->set_seconds(3);
    AddDetail(retry, status);
    google::rpc::Status details;
    SetRpcStatus(status, details);
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, details.message(), details.SerializeAsString());
  });
  const absl::Status status = Recommend(*Ask("ipv4:" + server.address()), SizeRequest()).status();
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  google::rpc::RetryInfo retry;
  ASSERT_TRUE(ReadDetail(status, retry));
  EXPECT_EQ(retry.retry_delay().seconds(), 3);
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(ReadDetail(status, info));
  EXPECT_EQ(info.reason(), "TOO_MANY_CALLS_IN_FLIGHT");
}

template <typename Request>
constexpr bool IsLargeAsInMethods(server::Method method) {
  return kIsLarge<Request> == (server::Info(method).max_request_bytes == kMaxBatchRequestBytes);
}
static_assert(IsLargeAsInMethods<v1::RecommendSizeRequest>(server::Method::kRecommendSize));
static_assert(IsLargeAsInMethods<v1::BatchRecommendSizeRequest>(server::Method::kBatchRecommendSize));
static_assert(IsLargeAsInMethods<v1::ValidateConfigRequest>(server::Method::kValidateConfig));
static_assert(IsLargeAsInMethods<v1::RecommendReplicasRequest>(server::Method::kRecommendReplicas));
static_assert(IsLargeAsInMethods<v1::ScaleCpuRequestsRequest>(server::Method::kScaleCpuRequests));
static_assert(IsLargeAsInMethods<v1::RecommendMachineRequest>(server::Method::kRecommendMachine));
static_assert(IsLargeAsInMethods<v1::PlanClusterAutoscalerRequest>(server::Method::kPlanClusterAutoscaler));
static_assert(IsLargeAsInMethods<v1::BatchRecommendReplicasRequest>(server::Method::kBatchRecommendReplicas));
static_assert(server::kServiceMethodCount == 8, "a new method needs a line above");

// The timeout for large requests applies only to batches and to requests about replicas.
TEST_F(RemoteServiceTest, LargeRequestsHaveTheirOwnDeadline) {
  testing::FakeHttpServer silent([](testing::FakeHttpConnection& connection) { connection.WaitForClose(); });
  const std::string target = "ipv4:" + silent.url().substr(std::string("http://").size());
  const std::unique_ptr<SizingService> service =
      MakeRemoteService(sidecar::ExecutorOf(loop_), {target, absl::Seconds(60), absl::Milliseconds(50), {}, nullptr});
  service->RecommendSize(SizeRequest(), [](const absl::StatusOr<v1::RecommendSizeResponse>&) { FAIL(); });
  service->ValidateConfig({}, [](const absl::StatusOr<v1::ValidateConfigResponse>&) { FAIL(); });
  service->ScaleCpuRequests({}, [](const absl::StatusOr<v1::ScaleCpuRequestsResponse>&) { FAIL(); });
  service->RecommendMachine({}, [](const absl::StatusOr<v1::RecommendMachineResponse>&) { FAIL(); });
  service->PlanClusterAutoscaler({}, [](const absl::StatusOr<v1::PlanClusterAutoscalerResponse>&) { FAIL(); });
  absl::optional<absl::StatusOr<v1::BatchRecommendSizeResponse>> batch;
  absl::optional<absl::StatusOr<v1::RecommendReplicasResponse>> replicas;
  service->BatchRecommendSize({}, Into(batch));
  service->RecommendReplicas({}, Into(replicas));
  absl::optional<absl::StatusOr<v1::BatchRecommendReplicasResponse>> replicas_batch;
  service->BatchRecommendReplicas({}, Into(replicas_batch));
  EXPECT_FALSE(Wait(batch).ok());
  EXPECT_FALSE(Wait(replicas_batch).ok());
  EXPECT_FALSE(Wait(replicas).ok());
}

TEST_F(RemoteServiceTest, AMissingServerIsUnavailable) {
  // The test uses a socket file, because another program may bind an unused port before the call.
  const testing::TemporaryFolder folder;
  const absl::Status status = Recommend(*Ask("unix:" + folder.PathOf("socket")), SizeRequest()).status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
}

TEST_F(RemoteServiceTest, ASilentServerExceedsTheDeadline) {
  testing::FakeHttpServer silent([](testing::FakeHttpConnection& connection) { connection.WaitForClose(); });
  const std::string target = "ipv4:" + silent.url().substr(std::string("http://").size());
  const absl::Status status = Recommend(*Ask(target, absl::Milliseconds(50)), SizeRequest()).status();
  EXPECT_TRUE(absl::IsDeadlineExceeded(status) || absl::IsUnavailable(status)) << status;
}

TEST_F(RemoteServiceTest, NoCallbackRunsAfterTheEnd) {
  const std::unique_ptr<server::Server> server = RemoteServiceStartServer();
  std::unique_ptr<SizingService> service = Ask("ipv4:" + server->address());
  for (int i = 0; i < 20; ++i) {
    service->RecommendSize(SizeRequest(), [](const absl::StatusOr<v1::RecommendSizeResponse>&) { FAIL(); });
  }
  service.reset();
  loop_.RunOnce(absl::ZeroDuration());
}

}  // namespace
}  // namespace cpsizer
