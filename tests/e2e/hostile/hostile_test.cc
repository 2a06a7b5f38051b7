#include "tests/e2e/hostile/hostile_test.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "cpsizer/limits.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/rpc/status.pb.h"
#include "proto/descriptor_set.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::e2e {

namespace {

// Returns the number of methods in the descriptor of the service that is compiled into the server.
size_t CountMethods() {
  google::protobuf::FileDescriptorSet files;
  EXPECT_TRUE(files.ParseFromArray(DescriptorSet().data(), static_cast<int>(DescriptorSet().size())));
  size_t count = 0;
  for (const auto& file : files.file()) {
    for (const auto& service : file.service()) {
      if (service.name() == "SizingService") count += static_cast<size_t>(service.method_size());
    }
  }
  return count;
}

}  // namespace

std::vector<MethodUnderAttack> MethodsUnderAttack() {
  std::vector<MethodUnderAttack> methods;
  methods.push_back({std::string(kRecommendSize), std::make_unique<v1::RecommendSizeRequest>(testing::SmallRequest()),
                     kMaxUnaryRequestBytes});
  methods.push_back({std::string(kBatchRecommendSize),
                     std::make_unique<v1::BatchRecommendSizeRequest>(testing::SmallBatch()), kMaxBatchRequestBytes});
  auto validate = std::make_unique<v1::ValidateConfigRequest>();
  *validate->mutable_cluster_sizing_configuration() = testing::SmallRequest().cluster_sizing_configuration();
  methods.push_back({"/cpsizer.v1.SizingService/ValidateConfig", std::move(validate), kMaxUnaryRequestBytes});
  methods.push_back({"/cpsizer.v1.SizingService/RecommendReplicas",
                     std::make_unique<v1::RecommendReplicasRequest>(testing::SmallReplicas()), kMaxBatchRequestBytes});
  methods.push_back({"/cpsizer.v1.SizingService/ScaleCpuRequests",
                     std::make_unique<v1::ScaleCpuRequestsRequest>(testing::SmallCpuRequests()),
                     kMaxUnaryRequestBytes});
  methods.push_back({"/cpsizer.v1.SizingService/RecommendMachine",
                     std::make_unique<v1::RecommendMachineRequest>(testing::SmallMachine()), kMaxUnaryRequestBytes});
  methods.push_back({"/cpsizer.v1.SizingService/PlanClusterAutoscaler",
                     std::make_unique<v1::PlanClusterAutoscalerRequest>(testing::SmallPlan()), kMaxUnaryRequestBytes});
  methods.push_back({std::string(kBatchRecommendReplicas),
                     std::make_unique<v1::BatchRecommendReplicasRequest>(testing::SmallReplicasBatch()),
                     kMaxBatchRequestBytes});
  EXPECT_EQ(methods.size(), CountMethods()) << "a method that is not attacked";
  return methods;
}

void ExpectDecentAnswer(const grpc::Status& status, absl::string_view what) {
  if (status.ok()) return;
  const grpc::StatusCode code = status.error_code();
  EXPECT_TRUE(code == grpc::StatusCode::INVALID_ARGUMENT || code == grpc::StatusCode::FAILED_PRECONDITION ||
              code == grpc::StatusCode::RESOURCE_EXHAUSTED)
      << what << ": " << code << ", " << status.error_message();
  const std::string& text = status.error_message();
  EXPECT_FALSE(text.empty()) << what;
  EXPECT_TRUE(std::none_of(text.begin(), text.end(), [](unsigned char c) { return absl::ascii_iscntrl(c); }))
      << what << ": " << text;
  google::rpc::Status details;  // not parsed if a string is not UTF-8
  EXPECT_TRUE(details.ParseFromString(status.error_details())) << what;
  EXPECT_GT(details.details_size(), 0) << what << ": " << text;
}

}  // namespace cpsizer::e2e
