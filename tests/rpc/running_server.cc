#include "tests/rpc/running_server.h"

#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include "absl/synchronization/notification.h"
#include "google/protobuf/util/json_util.h"
#include "google/rpc/status.pb.h"
#include "tests/rpc/bytes.h"

namespace cpsizer::testing {

server::ServerSetup TestSetup() {
  server::ServerSetup setup;
  setup.options.grpc_addr = "127.0.0.1:0";
  return setup;
}

RunningServer::RunningServer(const server::ServerSetup& setup) {
  absl::StatusOr<std::unique_ptr<server::Server>> server = server::Server::Start(setup);
  if (!server.ok()) ADD_FAILURE() << server.status();
  server_ = *std::move(server);
  channel_ = NewChannel();
  stub_ = v1::SizingService::NewStub(channel_);
}

std::shared_ptr<grpc::Channel> RunningServer::NewChannel() const {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetMaxReceiveMessageSize(-1);
  return grpc::CreateCustomChannel(server_->address(), grpc::InsecureChannelCredentials(), arguments);
}

void SetTimeout(grpc::ClientContext& context, absl::Duration timeout) {
  context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoSeconds(timeout));
}

grpc::Status CallWithBytes(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                           absl::string_view request, std::string* response, absl::Duration timeout) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  SetTimeout(context, timeout);
  const grpc::ByteBuffer request_bytes = ToBuffer(request);
  grpc::ByteBuffer response_bytes;
  grpc::Status status;
  absl::Notification done;
  stub.UnaryCall(&context, method, grpc::StubOptions(), &request_bytes, &response_bytes, [&](grpc::Status result) {
    status = std::move(result);
    done.Notify();
  });
  done.WaitForNotification();
  if (response != nullptr) *response = FromBuffer(response_bytes);
  return status;
}

template <typename Detail>
absl::optional<Detail> DetailOf(const grpc::Status& status) {
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details())) return absl::nullopt;
  for (const google::protobuf::Any& any : details.details()) {
    Detail detail;
    if (any.UnpackTo(&detail)) return detail;
  }
  return absl::nullopt;
}

template absl::optional<google::rpc::BadRequest> DetailOf(const grpc::Status& status);
template absl::optional<google::rpc::PreconditionFailure> DetailOf(const grpc::Status& status);
template absl::optional<google::rpc::ErrorInfo> DetailOf(const grpc::Status& status);
template absl::optional<google::rpc::RetryInfo> DetailOf(const grpc::Status& status);

std::string ReasonOf(const grpc::Status& status) {
  const absl::optional<google::rpc::ErrorInfo> info = DetailOf<google::rpc::ErrorInfo>(status);
  return info.has_value() && info->domain() == "cpsizer" ? info->reason() : "";
}

v1::RecommendSizeRequest SmallRequest() {
  v1::RecommendSizeRequest request;
  v1::ClusterSizingConfigurationSpec& spec = *request.mutable_cluster_sizing_configuration()->mutable_spec();
  for (const auto& [name, memory, cpu] : {std::tuple("small", "32Gi", "8"), std::tuple("large", "128Gi", "32")}) {
    v1::SizeConfiguration& size = *spec.add_sizes();
    size.set_name(name);
    size.mutable_capacity()->set_memory(memory);
    size.mutable_capacity()->set_cpu(cpu);
  }
  request.mutable_demand()->set_memory("20Gi");
  return request;
}

v1::BatchRecommendSizeRequest SmallBatch() {
  v1::BatchRecommendSizeRequest batch;
  *batch.mutable_cluster_sizing_configuration() = SmallRequest().cluster_sizing_configuration();
  batch.add_items()->mutable_demand()->set_memory("20Gi");
  batch.add_items();
  return batch;
}

v1::RecommendReplicasRequest SmallReplicas() {
  v1::RecommendReplicasRequest request;
  request.mutable_horizontal_pod_autoscaler()->mutable_metadata()->set_namespace_("prod");
  request.mutable_horizontal_pod_autoscaler()->mutable_metadata()->set_name("web");
  v1::HorizontalPodAutoscalerSpec& spec = *request.mutable_horizontal_pod_autoscaler()->mutable_spec();
  spec.mutable_scale_target_ref()->set_api_version("apps/v1");
  spec.mutable_scale_target_ref()->set_kind("Deployment");
  spec.mutable_scale_target_ref()->set_name("web");
  spec.set_max_replicas(10);
  v1::MetricSpec& metric = *spec.add_metrics();
  metric.set_type("External");
  metric.mutable_external()->mutable_metric()->set_name("queue");
  metric.mutable_external()->mutable_target()->set_type("AverageValue");
  metric.mutable_external()->mutable_target()->set_average_value("1");
  request.add_readings()->add_external_values()->set_value("5");
  request.mutable_scale()->mutable_spec()->set_replicas(3);
  request.mutable_scale()->mutable_status()->set_replicas(3);
  request.mutable_scale()->mutable_status()->set_selector("app=web");
  request.set_now("2026-01-02T03:00:00Z");
  return request;
}

v1::BatchRecommendReplicasRequest SmallReplicasBatch() {
  v1::BatchRecommendReplicasRequest batch;
  *batch.add_items() = SmallReplicas();
  batch.add_items();
  return batch;
}

v1::ScaleCpuRequestsRequest SmallCpuRequests() {
  v1::ScaleCpuRequestsRequest request;
  request.set_control_plane_cpu_limit(4);
  v1::CpuRequestsWorkload& workload = *request.add_workloads();
  workload.set_namespace_("prod");
  workload.set_name("web");
  v1::Container& container = *workload.mutable_pod_spec()->add_containers();
  container.set_name("app");
  (*container.mutable_resources()->mutable_requests())["cpu"] = "350m";
  return request;
}

v1::RecommendMachineRequest SmallMachine() {
  v1::RecommendMachineRequest request;
  const auto status = google::protobuf::util::JsonStringToMessage(
      R"({"controlPlaneMachineSetAutoscaler": {"metadata": {"name": "cluster"}, "spec": {
            "machineConfiguration": {"machineType": "machines_v1beta1_machine_openshift_io",
              "machines_v1beta1_machine_openshift_io": {"machineConfigurations": {"platform": "AWS", "aws": [
                {"weight": 1, "instanceType": "m6i.xlarge"}, {"weight": 2, "instanceType": "m6i.2xlarge"}]}}},
            "scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "2m"}}]}}},
          "controlPlaneMachineSet": {"spec": {"replicas": 3, "state": "Active", "template": {
            "machines_v1beta1_machine_openshift_io": {"spec": {"providerSpec": {"value": {
              "kind": "AWSMachineProviderConfig", "instanceType": "m6i.xlarge"}}}}}}},
          "nodes": ["master-0"],
          "samples": [{"node": "master-0", "cpu": {
            "endUnixNanos": ["1767322980000000000", "1767323040000000000"],
            "windowNanos": ["60000000000", "60000000000"],
            "usages": ["3600000000", "3600000000"], "capacities": ["4000000000", "4000000000"]}}],
          "now": "2026-01-02T03:04:00Z"})",
      &request);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return request;
}

v1::PlanClusterAutoscalerRequest SmallPlan() {
  v1::PlanClusterAutoscalerRequest request;
  const auto status = google::protobuf::util::JsonStringToMessage(
      R"({"clusterAutoscaler": {"metadata": {"name": "default"}, "spec": {"resourceLimits": {"maxNodesTotal": 24}}},
          "machineAutoscalers": [{"metadata": {"name": "a", "namespace": "openshift-machine-api"}, "spec": {
            "minReplicas": 1, "maxReplicas": 6, "scaleTargetRef": {
              "apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineSet", "name": "workers-a"}}}],
          "machineSets": [{"metadata": {"name": "workers-a"}}]})",
      &request);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return request;
}

grpc::Status Recommend(v1::SizingService::Stub& stub, v1::RecommendSizeResponse* response) {
  grpc::ClientContext context;
  SetTimeout(context);
  v1::RecommendSizeResponse unused;
  return stub.RecommendSize(&context, SmallRequest(), response == nullptr ? &unused : response);
}

}  // namespace cpsizer::testing
