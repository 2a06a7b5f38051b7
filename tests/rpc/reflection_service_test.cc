#include "server/rpc/reflection_service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "grpc/reflection/v1/reflection.grpc.pb.h"
#include "grpc/reflection/v1alpha/reflection.grpc.pb.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CallWithBytes;
using ::cpsizer::testing::ReasonOf;
using ::cpsizer::testing::RunningServer;
using ::testing::ElementsAre;

constexpr int kMaxStreams = 64;
constexpr char kV1Method[] = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";

struct V1 {
  using Service = grpc::reflection::v1::ServerReflection;
  using Request = grpc::reflection::v1::ServerReflectionRequest;
  using Response = grpc::reflection::v1::ServerReflectionResponse;
};

struct V1Alpha {
  using Service = grpc::reflection::v1alpha::ServerReflection;
  using Request = grpc::reflection::v1alpha::ServerReflectionRequest;
  using Response = grpc::reflection::v1alpha::ServerReflectionResponse;
};

// One open stream to the server.
template <typename Version>
class ReflectionStream {
 public:
  explicit ReflectionStream(const std::shared_ptr<grpc::Channel>& channel) : stub_(Version::Service::NewStub(channel)) {
    cpsizer::testing::SetTimeout(context_);
    stream_ = stub_->ServerReflectionInfo(&context_);
  }

  bool Ask(const typename Version::Request& request, typename Version::Response& response) {
    return stream_->Write(request) && stream_->Read(&response);
  }

  // Returns the names of all services; empty if the server refuses the stream.
  std::vector<std::string> List() {
    typename Version::Request request;
    request.set_list_services("");
    typename Version::Response response;
    std::vector<std::string> names;
    if (!Ask(request, response)) return names;
    for (const auto& service : response.list_services_response().service()) names.push_back(service.name());
    return names;
  }

  grpc::Status End() {
    stream_->WritesDone();
    return stream_->Finish();
  }

  // Returns the status with which the server ended the stream.
  grpc::Status WaitForEnd() {
    typename Version::Response response;
    EXPECT_FALSE(stream_->Read(&response));
    return stream_->Finish();
  }

 private:
  std::unique_ptr<typename Version::Service::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<typename Version::Request, typename Version::Response>> stream_;
};

template <typename Version>
class ReflectionServiceTest : public ::testing::Test {};
using Versions = ::testing::Types<V1, V1Alpha>;
TYPED_TEST_SUITE(ReflectionServiceTest, Versions);

TYPED_TEST(ReflectionServiceTest, AnswersManyRequestsInOneStream) {
  RunningServer server;
  ReflectionStream<TypeParam> stream(server.channel());
  EXPECT_THAT(stream.List(),
              ElementsAre("cpsizer.v1.SizingService", "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
                          "grpc.reflection.v1alpha.ServerReflection"));
  typename TypeParam::Request request;
  request.set_file_containing_symbol("cpsizer.v1.SizingService");
  typename TypeParam::Response response;
  ASSERT_TRUE(stream.Ask(request, response));
  EXPECT_GT(response.file_descriptor_response().file_descriptor_proto_size(), 5);
  request.set_file_containing_symbol("no.such.Thing");
  ASSERT_TRUE(stream.Ask(request, response));
  EXPECT_EQ(response.error_response().error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(stream.List().size(), 4u) << "an error does not end it";
  EXPECT_TRUE(stream.End().ok());
}

TYPED_TEST(ReflectionServiceTest, IsUnimplementedWhenDisabled) {
  ServerSetup setup = cpsizer::testing::TestSetup();
  setup.options.reflection = false;
  RunningServer server(setup);
  ReflectionStream<TypeParam> stream(server.channel());
  EXPECT_TRUE(stream.List().empty());
  EXPECT_EQ(stream.End().error_code(), grpc::StatusCode::UNIMPLEMENTED);
}

TEST(ReflectionStreamsTest, BothVersionsShareACapOnStreams) {
  RunningServer server;
  std::vector<std::unique_ptr<ReflectionStream<V1>>> v1;
  std::vector<std::unique_ptr<ReflectionStream<V1Alpha>>> v1alpha;
  for (int i = 0; i < kMaxStreams / 2; ++i) {
    v1.push_back(std::make_unique<ReflectionStream<V1>>(server.channel()));
    EXPECT_FALSE(v1.back()->List().empty()) << i;
    v1alpha.push_back(std::make_unique<ReflectionStream<V1Alpha>>(server.channel()));
    EXPECT_FALSE(v1alpha.back()->List().empty()) << i;
  }
  ReflectionStream<V1> one_too_many(server.channel());
  const grpc::Status status = one_too_many.WaitForEnd();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(status), "TOO_MANY_REFLECTION_STREAMS");

  EXPECT_TRUE(v1.back()->End().ok());
  // gRPC notifies the server of the end of a stream shortly after the client.
  while (ReflectionStream<V1>(server.channel()).List().empty()) std::this_thread::yield();
  for (const auto& stream : v1alpha) EXPECT_FALSE(stream->List().empty());
}

TEST(ReflectionStreamsTest, AMalformedOrHugeRequestEndsTheStreamWithAReason) {
  RunningServer server;
  const grpc::Status malformed = CallWithBytes(server.channel(), kV1Method, "\x0a\x7f");
  EXPECT_EQ(malformed.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(malformed), "MALFORMED_REQUEST");
  V1::Request request;
  request.set_file_by_filename(std::string(8 << 10, 'x'));
  const grpc::Status huge = CallWithBytes(server.channel(), kV1Method, request.SerializeAsString());
  EXPECT_EQ(huge.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(huge), "REQUEST_TOO_LARGE");
}

TEST(ReflectionStreamsTest, AnIdleStreamDoesNotDelayAShutdown) {
  RunningServer server;
  ReflectionStream<V1> stream(server.channel());
  ASSERT_FALSE(stream.List().empty());
  server->ShutDown(absl::Hours(1));  // takes an hour if the stream delays it
  const grpc::Status status = stream.WaitForEnd();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(status), "SHUTTING_DOWN");
}

TEST(ReflectionStreamsTest, CancelledCallersReleaseTheirResources) {
  RunningServer server;
  for (int i = 0; i < 3 * kMaxStreams; ++i) {
    // The stream is destroyed before it has ended, so its context cancels the call.
    ReflectionStream<V1> stream(server.channel());
    while (ReflectionStream<V1>(server.channel()).List().empty()) std::this_thread::yield();
  }
}

}  // namespace
}  // namespace cpsizer::server
