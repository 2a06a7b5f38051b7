#include "tests/engine/size/requests.h"

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/status.h"
#include "cpsizer/validate_config.h"
#include "gtest/gtest.h"

namespace cpsizer::testing {
namespace {

template <typename Detail>
Detail DetailOf(const absl::Status& status) {
  Detail detail;
  EXPECT_TRUE(ReadDetail(status, detail)) << status;
  return detail;
}

template <typename Message>
void SetAmounts(absl::string_view memory, absl::string_view cpu, Message& message) {
  if (!memory.empty()) message.set_memory(std::string(memory));
  if (!cpu.empty()) message.set_cpu(std::string(cpu));
}

template <typename Message>
void SetFractions(absl::string_view memory, absl::string_view cpu, Message& message) {
  if (!memory.empty()) message.set_kube_api_server_memory_fraction(std::string(memory));
  if (!cpu.empty()) message.set_kube_api_server_cpu_fraction(std::string(cpu));
}

}  // namespace

v1::ClusterSizingConfiguration ConfigOf(const std::vector<SizeText>& sizes) {
  v1::ClusterSizingConfiguration config;
  config.mutable_metadata()->set_name("cluster");
  config.mutable_metadata()->set_generation(3);
  int from = 0;
  for (const SizeText& text : sizes) {
    v1::SizeConfiguration& size = *config.mutable_spec()->add_sizes();
    size.set_name(std::string(text.name));
    size.mutable_criteria()->set_from(from);
    from += 10;
    if (config.spec().sizes_size() < static_cast<int>(sizes.size())) size.mutable_criteria()->set_to(from - 1);
    SetAmounts(text.memory, text.cpu, *size.mutable_capacity());
    SetFractions(text.memory_fraction, text.cpu_fraction, *size.mutable_capacity());
  }
  return config;
}

v1::ClusterSizingConfiguration ExampleConfig() {
  v1::ClusterSizingConfiguration config = ConfigOf({{"small", "32Gi", "8", "0.55", "0.40"},
                                                    {"medium", "64Gi", "16", "", ""},
                                                    {"large", "128Gi", "32", "0.75", "0.60"}});
  SetFractions("0.65", "0.50", *config.mutable_spec()->mutable_resource_based_autoscaling());
  return config;
}

v1::RecommendSizeRequest DemandRequest(const v1::ClusterSizingConfiguration& config, absl::string_view memory,
                                       absl::string_view cpu) {
  v1::RecommendSizeRequest request;
  *request.mutable_cluster_sizing_configuration() = config;
  SetAmounts(memory, cpu, *request.mutable_demand());
  return request;
}

v1::RecommendSizeRequest VpaRequest(const v1::ClusterSizingConfiguration& config, absl::string_view memory,
                                    absl::string_view cpu, absl::string_view current_size) {
  v1::RecommendSizeRequest request;
  *request.mutable_cluster_sizing_configuration() = config;
  request.set_current_size(std::string(current_size));
  v1::VerticalPodAutoscalerStatus& status = *request.mutable_vpa_status();
  v1::Condition& condition = *status.add_conditions();
  condition.set_type("RecommendationProvided");
  condition.set_status("True");
  v1::RecommendedContainerResources& container = *status.mutable_recommendation()->add_container_recommendations();
  container.set_container_name("kube-apiserver");
  SetAmounts(memory, cpu, *container.mutable_uncapped_target());
  return request;
}

v1::MachineSet MachineSetOf(absl::string_view size, absl::string_view memory_mb, absl::string_view vcpu) {
  v1::MachineSet machine_set;
  auto& annotations = *machine_set.mutable_metadata()->mutable_annotations();
  if (!memory_mb.empty()) annotations["machine.openshift.io/memoryMb"] = std::string(memory_mb);
  if (!vcpu.empty()) annotations["machine.openshift.io/vCPU"] = std::string(vcpu);
  (*machine_set.mutable_spec()
        ->mutable_template_()
        ->mutable_spec()
        ->mutable_metadata()
        ->mutable_labels())["hypershift.openshift.io/cluster-size"] = std::string(size);
  return machine_set;
}

v1::RecommendSizeResponse Recommend(const v1::RecommendSizeRequest& request) {
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(request, response);
  EXPECT_TRUE(status.ok()) << status;
  return response;
}

v1::ValidateConfigResponse Validate(const v1::ClusterSizingConfiguration& config) {
  v1::ValidateConfigRequest request;
  *request.mutable_cluster_sizing_configuration() = WithPace(config);
  v1::ValidateConfigResponse response;
  const absl::Status status = ValidateConfig(request, response);
  EXPECT_TRUE(status.ok()) << status;
  return response;
}

v1::ClusterSizingConfiguration WithPace(v1::ClusterSizingConfiguration config) {
  config.mutable_spec()->mutable_concurrency();
  config.mutable_spec()->mutable_transition_delay();
  return config;
}

std::vector<std::string> Lines(const google::protobuf::RepeatedPtrField<v1::Finding>& findings) {
  std::vector<std::string> lines;
  for (const v1::Finding& finding : findings) {
    const std::string severity = v1::Severity_Name(finding.severity()).substr(sizeof("SEVERITY_") - 1);
    lines.push_back(absl::StrCat(severity, " ", finding.rule(), " ", finding.path()));
  }
  return lines;
}

std::vector<std::string> Rules(const google::protobuf::RepeatedPtrField<v1::Finding>& findings) {
  std::vector<std::string> rules;
  for (const v1::Finding& finding : findings) rules.push_back(finding.rule());
  return rules;
}

google::rpc::BadRequest BadRequestOf(const absl::Status& status) {
  return DetailOf<google::rpc::BadRequest>(status);
}
google::rpc::ErrorInfo ErrorInfoOf(const absl::Status& status) {
  return DetailOf<google::rpc::ErrorInfo>(status);
}

}  // namespace cpsizer::testing
