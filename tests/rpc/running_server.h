#ifndef CPSIZER_TESTS_RPC_RUNNING_SERVER_H_
#define CPSIZER_TESTS_RPC_RUNNING_SERVER_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"
#include "google/rpc/error_details.pb.h"
#include "server/rpc/server.h"

namespace cpsizer::testing {

// How long a test waits for what must happen.
inline constexpr absl::Duration kTimeout = absl::Seconds(60);

// Options for port 0 of loopback, and the real batch function.
server::ServerSetup TestSetup();

// The real server in this process, and a connection to it.
class RunningServer {
 public:
  explicit RunningServer(const server::ServerSetup& setup = TestSetup());

  server::Server& operator*() { return *server_; }
  server::Server* operator->() { return server_.get(); }

  // A connection of its own.
  std::shared_ptr<grpc::Channel> NewChannel() const;
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }
  v1::SizingService::Stub& stub() { return *stub_; }

 private:
  std::unique_ptr<server::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::SizingService::Stub> stub_;
};

// Sends `request` as it is to `method` ("/package.Service/Method") and returns the status; the answer's bytes go into
// `response`.
grpc::Status CallWithBytes(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                           absl::string_view request, std::string* response = nullptr,
                           absl::Duration timeout = kTimeout);

// The detail of this type in the status; absent if there is none.
template <typename Detail>
absl::optional<Detail> DetailOf(const grpc::Status& status);

// Reason of the ErrorInfo of our domain; empty if there is none.
std::string ReasonOf(const grpc::Status& status);

// Asks for one of two sizes, "small" (32Gi, 8) and "large" (128Gi, 32), with a demand of 20Gi.
v1::RecommendSizeRequest SmallRequest();

// Two items of a shared configuration: the first fits "small", the second asks for nothing.
v1::BatchRecommendSizeRequest SmallBatch();

// Asks about an autoscaler prod/web with one external metric, which wants 5 replicas instead of 3.
v1::RecommendReplicasRequest SmallReplicas();

// Two items: that autoscaler, and one that is missing.
v1::BatchRecommendReplicasRequest SmallReplicasBatch();

// Asks about one container of prod/web with a request of 350m under a limit of 4 CPUs, which makes it 233m.
v1::ScaleCpuRequestsRequest SmallCpuRequests();

// Asks about machines of size m6i.xlarge whose one node has used 90 % of its CPU for two minutes, above the 80 % of the
// autoscaler: the answer is m6i.2xlarge.
v1::RecommendMachineRequest SmallMachine();

// Asks about a ClusterAutoscaler and one MachineAutoscaler of MachineSet workers-a, which has no annotations: both are
// valid.
v1::PlanClusterAutoscalerRequest SmallPlan();

// Calls with kTimeout as deadline.
grpc::Status Recommend(v1::SizingService::Stub& stub, v1::RecommendSizeResponse* response = nullptr);

void SetTimeout(grpc::ClientContext& context, absl::Duration timeout = kTimeout);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_RPC_RUNNING_SERVER_H_
