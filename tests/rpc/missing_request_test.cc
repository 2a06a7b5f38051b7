// Tests of calls that end before a request has arrived. gRPC calls the handler of these calls too.
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include <memory>

#include "server/rpc/sizing_service.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::kTimeout;
using ::cpsizer::testing::ReasonOf;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::RunningServer;
using ::cpsizer::testing::SetTimeout;

// A call of RecommendSize that has sent its headers, and no request.
class CallWithoutRequest {
 public:
  explicit CallWithoutRequest(const RunningServer& server) : stub_(server.channel()) {
    SetTimeout(context_);
    stream_ = stub_.PrepareCall(&context_, "/cpsizer.v1.SizingService/RecommendSize", &queue_);
    stream_->StartCall(this);
    Wait();
  }

  void Cancel() { context_.TryCancel(); }

  void EndRequests() {
    stream_->WritesDone(this);
    Wait();
  }

  grpc::Status Finish() {
    grpc::Status status;
    stream_->Finish(&status, this);
    Wait();
    return status;
  }

 private:
  void Wait() {
    void* tag = nullptr;
    bool ok = false;
    queue_.Next(&tag, &ok);
  }

  grpc::CompletionQueue queue_;
  grpc::ClientContext context_;
  grpc::GenericStub stub_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
};

int64_t Handled(RunningServer& server, grpc::StatusCode code) {
  return server->metrics().method(Method::kRecommendSize).handled(static_cast<size_t>(code));
}

TEST(MissingRequestTest, ACancelledCallIsCountedAsCancelled) {
  RunningServer server;
  CallWithoutRequest call(server);
  call.Cancel();
  EXPECT_EQ(call.Finish().error_code(), grpc::StatusCode::CANCELLED);
  // A later call on the same connection: when it ends, the server has read the cancellation.
  EXPECT_TRUE(Recommend(server.stub()).ok());
  server->ShutDown(kTimeout);
  EXPECT_EQ(Handled(server, grpc::StatusCode::CANCELLED), 1);
  EXPECT_EQ(Handled(server, grpc::StatusCode::INVALID_ARGUMENT), 0);
}

TEST(MissingRequestTest, ACallThatSendsNoRequestIsMalformed) {
  RunningServer server;
  CallWithoutRequest call(server);
  call.EndRequests();
  const grpc::Status status = call.Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "MALFORMED_REQUEST");
  server->ShutDown(kTimeout);
  EXPECT_EQ(Handled(server, grpc::StatusCode::INVALID_ARGUMENT), 1);
  EXPECT_EQ(Handled(server, grpc::StatusCode::CANCELLED), 0);
}

}  // namespace
}  // namespace cpsizer::server
