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

// The timeout of a test for an event that must happen.
inline constexpr absl::Duration kTimeout = absl::Seconds(60);

// Returns a setup with port 0 of the loopback address and the real batch function.
server::ServerSetup TestSetup();

// The real server in this process, and a channel to this server.
class RunningServer {
 public:
  explicit RunningServer(const server::ServerSetup& setup = TestSetup());

  server::Server& operator*() { return *server_; }
  server::Server* operator->() { return server_.get(); }

  // Returns a new channel with its own connection.
  std::shared_ptr<grpc::Channel> NewChannel() const;
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }
  v1::SizingService::Stub& stub() { return *stub_; }

 private:
  std::unique_ptr<server::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::SizingService::Stub> stub_;
};

// Sends the bytes `request` unchanged to `method` ("/package.Service/Method") and returns the status. Stores the bytes
// of the response in `response`.
grpc::Status CallWithBytes(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                           absl::string_view request, std::string* response = nullptr,
                           absl::Duration timeout = kTimeout);

// Returns the detail of type `Detail` in the status; absent if there is none.
template <typename Detail>
absl::optional<Detail> DetailOf(const grpc::Status& status);

// Returns the reason of the ErrorInfo that has the domain of cpsizer; empty if there is none.
std::string ReasonOf(const grpc::Status& status);

// Returns a request with two sizes, "small" (32Gi, 8) and "large" (128Gi, 32), and a demand of 20Gi.
v1::RecommendSizeRequest SmallRequest();

// Returns a batch of two items with a shared configuration. The first item fits "small"; the second has no demand.
v1::BatchRecommendSizeRequest SmallBatch();

// Returns a request about the autoscaler prod/web with one external metric. The response proposes 5 replicas instead of
// 3.
v1::RecommendReplicasRequest SmallReplicas();

// Returns a batch of two items: SmallReplicas(), and an empty request.
v1::BatchRecommendReplicasRequest SmallReplicasBatch();

// Returns a request about one container of prod/web with a CPU request of 350m under a limit of 4 CPUs. The response
// scales the CPU request to 233m.
v1::ScaleCpuRequestsRequest SmallCpuRequests();

// Returns a request about machines of size m6i.xlarge. Their one node has used 90 % of its CPU for two minutes, more
// than the 80 % of the autoscaler, so the result is m6i.2xlarge.
v1::RecommendMachineRequest SmallMachine();

// Returns a request about a ClusterAutoscaler and one MachineAutoscaler of the MachineSet workers-a. Both are valid.
// The MachineSet has no annotations.
v1::PlanClusterAutoscalerRequest SmallPlan();

// Calls RecommendSize with the deadline kTimeout.
grpc::Status Recommend(v1::SizingService::Stub& stub, v1::RecommendSizeResponse* response = nullptr);

void SetTimeout(grpc::ClientContext& context, absl::Duration timeout = kTimeout);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_RPC_RUNNING_SERVER_H_
