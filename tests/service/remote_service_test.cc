#include <sys/socket.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/sidecar/control/sizing_service.h"
#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/rpc/server.h"
#include "tests/sidecar/control/objects.h"
#include "tests/sidecar/replicas/replica_world.h"
#include "tests/sidecar/size/sidecar_world.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<server::Server> StartServer(const std::string& address = "127.0.0.1:0") {
  server::ServerSetup setup;
  setup.options.grpc_addr = address;
  setup.batch_function = cpsizer::BatchRecommendSize;
  auto server = server::Server::Start(setup);
  EXPECT_TRUE(server.ok()) << server.status();
  return server.ok() ? *std::move(server) : nullptr;
}

v1::RecommendSizeRequest Question(const std::string& memory = "20Gi") {
  v1::RecommendSizeRequest request;
  *request.mutable_config() = ConfigurationMessage();
  request.mutable_demand()->set_memory(memory);
  return request;
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
    return MakeRemoteService(loop_, target, timeout);
  }

  kube::EventLoop loop_;
};

TEST_F(RemoteServiceTest, AnswersAsTheLibraryDoes) {
  const std::unique_ptr<server::Server> server = StartServer();
  const std::unique_ptr<SizingService> remote = Ask("ipv4:" + server->address());
  const std::unique_ptr<SizingService> here = MakeInProcessService(loop_, OfTheLibrary());
  EXPECT_EQ(Recommend(*remote, Question())->SerializeAsString(), Recommend(*here, Question())->SerializeAsString());

  v1::BatchRecommendSizeRequest batch;
  *batch.mutable_config() = ConfigurationMessage();
  batch.add_items()->mutable_demand()->set_memory("10Gi");
  batch.add_items()->mutable_demand()->set_memory("20Gi");
  absl::optional<absl::StatusOr<v1::BatchRecommendSizeResponse>> batch_answer;
  remote->BatchRecommendSize(batch, Into(batch_answer));
  EXPECT_EQ(Wait(batch_answer)->results(1).response().recommended_size(), "medium");

  v1::ValidateConfigRequest validation;
  *validation.mutable_cluster_sizing_configuration() = ConfigurationMessage();
  absl::optional<absl::StatusOr<v1::ValidateConfigResponse>> verdict;
  remote->ValidateConfig(validation, Into(verdict));
  EXPECT_TRUE(Wait(verdict)->valid());

  const ReplicaFixture fixture(/*enforce=*/false);
  const v1::RecommendReplicasRequest replicas = fixture.Question();
  absl::optional<absl::StatusOr<v1::RecommendReplicasResponse>> over_there, in_process;
  remote->RecommendReplicas(replicas, Into(over_there));
  here->RecommendReplicas(replicas, Into(in_process));
  ASSERT_TRUE(Wait(over_there).ok()) << over_there->status();
  EXPECT_EQ((*over_there)->outcome(), v1::REPLICAS_OUTCOME_KEEP);
  EXPECT_EQ((*over_there)->SerializeAsString(), Wait(in_process)->SerializeAsString());
}

TEST_F(RemoteServiceTest, AUnixSocketServesAsWell) {
  const testing::TemporaryFolder folder;
  const std::string address = "unix:" + folder.PathOf("socket");
  const std::unique_ptr<server::Server> server = StartServer(address);
  EXPECT_EQ(Recommend(*Ask(address), Question())->recommended_size(), "medium");
}

TEST_F(RemoteServiceTest, RefusalsKeepTheirCodeAndNameTheServer) {
  const std::unique_ptr<server::Server> server = StartServer();
  const absl::Status refused = Recommend(*Ask("ipv4:" + server->address()), Question("1 Gi")).status();
  EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
  EXPECT_THAT(std::string(refused.message()), HasSubstr(server->address()));
}

TEST_F(RemoteServiceTest, NobodyThereIsUnavailable) {
  // No port: another program may be given it meanwhile.
  const testing::TemporaryFolder folder;
  const absl::Status status = Recommend(*Ask("unix:" + folder.PathOf("socket")), Question()).status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
}

TEST_F(RemoteServiceTest, WhoeverSaysNothingIsLate) {
  testing::FakeHttpServer silent([](testing::FakeHttpConnection& connection) { connection.WaitForClose(); });
  const std::string target = "ipv4:" + silent.url().substr(std::string("http://").size());
  const absl::Status status = Recommend(*Ask(target, absl::Milliseconds(50)), Question()).status();
  EXPECT_TRUE(absl::IsDeadlineExceeded(status) || absl::IsUnavailable(status)) << status;
}

TEST_F(RemoteServiceTest, NobodyHearsAnAnswerAfterTheEnd) {
  const std::unique_ptr<server::Server> server = StartServer();
  std::unique_ptr<SizingService> service = Ask("ipv4:" + server->address());
  for (int i = 0; i < 20; ++i) {
    service->RecommendSize(Question(), [](const absl::StatusOr<v1::RecommendSizeResponse>&) { FAIL(); });
  }
  service.reset();
  loop_.RunOnce(absl::ZeroDuration());
}

}  // namespace
}  // namespace cpsizer::sidecar
