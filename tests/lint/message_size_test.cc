// The memory cost of a hostile message. An empty element of a repeated field has 2 bytes on the wire. In memory it
// costs the size of its class and up to 16 additional bytes. If the class has at most 168 bytes, the cost is below 100
// times the size on the wire.
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/strings/match.h"
#include "cpsizer/v1/cluster_autoscaler.pb.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/machine_autoscaler.pb.h"
#include "cpsizer/v1/machine_set.pb.h"
#include "cpsizer/v1/meta.pb.h"
#include "cpsizer/v1/node.pb.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "cpsizer/v1/pod.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "cpsizer/v1/vertical_pod_autoscaler.pb.h"
#include "tests/lint/api.h"

namespace cpsizer::lint {
namespace {

using ::google::protobuf::FieldDescriptor;

constexpr size_t kMaxElementBytes = 168;

template <typename... Messages>
std::set<std::string> NamesOfSmall() {
  static_assert(((sizeof(Messages) <= kMaxElementBytes) && ...), "a repeated element of a request is too large");
  return {Messages::descriptor()->name()...};
}

// An item of this batch may be larger. A batch has at most 10,000 items, and the memory budget of the method already
// stops the parsing of a request at about 60,000 empty items. Requests are parsed in pieces of 4 KiB, so the server
// parses at most one more piece after the budget is exceeded.
static_assert(sizeof(v1::RecommendReplicasRequest) <= 232, "an item of BatchRecommendReplicas is too large");

TEST(MessageSizeTest, EveryRepeatedElementOfARequestIsSmall) {
  const std::set<std::string> checked =
      NamesOfSmall<v1::AutoscalerAwsSize, v1::AutoscalerAzureSize, v1::AutoscalerGcpSize, v1::AutoscalerNutanixSize,
                   v1::AutoscalerOpenStackSize, v1::AutoscalerSecretTargetReference, v1::AutoscalerTrigger,
                   v1::AutoscalerVSphereSize, v1::ClusterAutoscalerCurrentObject, v1::ClusterAutoscalerGpuLimit,
                   v1::Condition, v1::Container, v1::ContainerMetrics, v1::ContainerResourcePolicy,
                   v1::CpuRequestsWorkload, v1::ExternalMetricValue, v1::HPAScalingPolicy, v1::LabelSelectorRequirement,
                   v1::MachineAutoscaler, v1::MachineNodeSamples, v1::MachineQueryReading, v1::MachineSet,
                   v1::ReplicasReading, v1::MetricSpec, v1::MetricStatus, v1::MetricValue, v1::Node, v1::OwnerReference,
                   v1::Pod, v1::PodMetrics, v1::RecommendSizeRequest, v1::RecommendedContainerResources,
                   v1::ReplicasRecommendation, v1::ReplicasRescale, v1::ReplicasScaleEvent, v1::ResourceRequest,
                   v1::SizeConfiguration>();
  std::set<std::string> repeated;
  for (const char* request : {"RecommendSizeRequest", "BatchRecommendSizeRequest", "ValidateConfigRequest",
                              "RecommendReplicasRequest", "ScaleCpuRequestsRequest", "RecommendMachineRequest",
                              "PlanClusterAutoscalerRequest", "BatchRecommendReplicasRequest"}) {
    ForEachField(ApiMessage(request), [&](const FieldDescriptor& field) {
      if (!field.is_repeated() || field.message_type() == nullptr) return;
      if (!field.is_map()) {
        repeated.insert(field.message_type()->name());
      } else {
        EXPECT_EQ(field.message_type()->map_value()->message_type(), nullptr)
            << field.full_name() << " is a map to messages";
      }
    });
  }
  EXPECT_EQ(repeated.erase(v1::RecommendReplicasRequest::descriptor()->name()), 1u) << "checked above";
  EXPECT_EQ(repeated, checked);
}

}  // namespace
}  // namespace cpsizer::lint
