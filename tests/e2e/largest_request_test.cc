#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>

#include "absl/time/clock.h"
#include "cpsizer/limits.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"
#include "tests/bench/replica_requests.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/programs.h"

namespace cpsizer::e2e {
namespace {

// Each of the 10,000 pods has 50 containers with names of realistic length. There are 50 metrics, one for each
// container. The default of --max-deadline is 30 s.
TEST(LargestRequestTest, LargestNumberOfPodsContainersAndMetricsIsAnswered) {
  const auto server = StartServer();
  ASSERT_TRUE(server.ok()) << server.status();
  const v1::RecommendReplicasRequest request =
      bench::MakeReplicasRequest(bench::Measured::kContainerResource, kMaxPods, kMaxAutoscalerMetrics);
  ASSERT_LT(request.ByteSizeLong(), kMaxBatchRequestBytes);
  const auto channel = OwnConnection((*server)->address(), grpc::InsecureChannelCredentials());
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(absl::Now() + absl::Minutes(2)));
  v1::RecommendReplicasResponse response;
  const grpc::Status status = v1::SizingService::NewStub(channel)->RecommendReplicas(&context, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.metrics_size(), kMaxAutoscalerMetrics);
  for (const v1::ReplicasProposal& metric : response.metrics()) EXPECT_EQ(metric.pods().ready(), kMaxPods);
}

}  // namespace
}  // namespace cpsizer::e2e
