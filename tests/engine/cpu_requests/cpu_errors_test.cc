// Tests invalid requests for scaling CPU requests, the limits of such requests, and the validation of their objects.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/validate_config.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/cpu_requests/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddContainer;
using ::cpsizer::testing::AddIdleUsage;
using ::cpsizer::testing::AddNode;
using ::cpsizer::testing::AddWorkload;
using ::cpsizer::testing::CpuContainers;
using ::cpsizer::testing::CpuErrors;
using ::cpsizer::testing::CpuLimit;
using ::cpsizer::testing::ScaleCpu;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(CpuErrors, InvalidRequestsOfContainersAreErrors) {
  const std::string path = "workloads[0].podSpec.containers[0].resources.requests[cpu]";
  const struct {
    const char* cpu;
    const char* rule;
  } cases[] = {{"-1m", "VALUE_NEGATIVE "},
               {"350 m", "QUANTITY_MALFORMED "},
               {"NaN", "QUANTITY_MALFORMED "},
               {"20E", "QUANTITY_OUT_OF_RANGE "},
               {"9223372036854775807001u", "QUANTITY_OUT_OF_RANGE "}};
  for (const auto& c : cases) EXPECT_THAT(CpuErrors(CpuContainers(4, {c.cpu})), ElementsAre(c.rule + path)) << c.cpu;
  EXPECT_THAT(CpuErrors(CpuContainers(4, {"9223372036854775807m"})), IsEmpty());
}

TEST(CpuErrors, EachFieldIsNamed) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, {"1"});
  v1::CpuRequestsWorkload& workload = *request.mutable_workloads(0);
  workload.set_pods(-1);
  (*workload.mutable_pod_spec()->mutable_overhead())["cpu"] = "x";
  (*workload.mutable_pod_spec()->mutable_resources()->mutable_requests())["cpu"] = "y";
  AddIdleUsage(workload, "c0", "-1");
  workload.set_namespace_(std::string(254, 'n'));
  EXPECT_THAT(
      CpuErrors(request),
      ElementsAre("LIMIT_EXCEEDED workloads[0].namespace", "VALUE_NEGATIVE workloads[0].idleUsage[0].usage[cpu]",
                  "QUANTITY_MALFORMED workloads[0].podSpec.resources.requests[cpu]",
                  "QUANTITY_MALFORMED workloads[0].podSpec.overhead[cpu]", "VALUE_NEGATIVE workloads[0].pods"));
}

TEST(CpuErrors, InvalidOptionsAndLimitsAreErrors) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, {"1"});
  request.mutable_options()->set_default_control_plane_cpu_count(0);
  EXPECT_THAT(CpuErrors(request), ElementsAre("VALUE_OUT_OF_RANGE options.defaultControlPlaneCPUCount"));
  request.mutable_options()->set_default_control_plane_cpu_count(1);
  request.mutable_options()->set_detail(static_cast<v1::Detail>(9));
  EXPECT_THAT(CpuErrors(request), ElementsAre("ENUM_UNKNOWN options.detail"));
  request.clear_options();
  request.mutable_infrastructure()->mutable_status()->set_control_plane_cpu_limit(-1);
  EXPECT_THAT(CpuErrors(request), ElementsAre("VALUE_NEGATIVE infrastructure.status.controlPlaneCPULimit"));
  request.mutable_infrastructure()->mutable_status()->clear_control_plane_cpu_limit();
  request.mutable_infrastructure()->mutable_metadata()->set_name("other");
  request.mutable_infrastructure()->set_kind("Node");
  EXPECT_THAT(CpuErrors(request),
              ElementsAre("KIND_MISMATCH infrastructure.kind", "NAME_NOT_CLUSTER infrastructure.metadata.name"));
}

TEST(CpuErrors, MissingFieldsAreErrors) {
  EXPECT_THAT(CpuErrors({}), ElementsAre("FIELD_MISSING workloads"));
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, {"1"});
  request.clear_limit();
  EXPECT_THAT(CpuErrors(request), ElementsAre("FIELD_MISSING infrastructure"));
  request.clear_workloads();
  AddNode(request, "a", "8");
  EXPECT_THAT(CpuErrors(request), IsEmpty()) << "nodes need no limit";
}

TEST(CpuErrors, SumsBeyondTheLargestQuantityAreErrors) {
  const std::vector<absl::string_view> two = {"9223372036854775807m", "9223372036854775807m"};
  v1::ScaleCpuRequestsRequest request = CpuContainers(0, two);
  request.mutable_workloads(0)->set_pods(500);
  EXPECT_THAT(CpuErrors(request), IsEmpty());
  request.mutable_workloads(0)->set_pods(501);
  EXPECT_THAT(CpuErrors(request), ElementsAre("QUANTITY_OUT_OF_RANGE workloads"));
  request = CpuContainers(0, std::vector<absl::string_view>(1'000, "9223372036854775807m"));
  EXPECT_THAT(CpuErrors(request), IsEmpty());
  request = CpuContainers(0, std::vector<absl::string_view>(1'001, "9223372036854775807m"));
  request.mutable_workloads(0)->set_pods(0);
  EXPECT_THAT(CpuErrors(request), ElementsAre("QUANTITY_OUT_OF_RANGE workloads[0].podSpec"));
}

TEST(CpuErrors, EachLimitHoldsAtTheBoundAndNotPastIt) {
  v1::ScaleCpuRequestsRequest request = CpuLimit(4);
  for (int i = 0; i < kMaxCpuWorkloads; ++i) AddContainer(AddWorkload(request, "prod", "web"), "app", "1m");
  EXPECT_THAT(CpuErrors(request), IsEmpty());
  request.add_workloads();
  EXPECT_THAT(CpuErrors(request), ElementsAre("LIMIT_EXCEEDED workloads"));

  request = CpuLimit(4);
  for (int i = 0; i < kMaxCpuNodes; ++i) AddNode(request, "a", "8");
  EXPECT_THAT(CpuErrors(request), IsEmpty());
  AddNode(request, "a", "8");
  EXPECT_THAT(CpuErrors(request), ElementsAre("LIMIT_EXCEEDED nodes"));

  request = CpuContainers(4, std::vector<absl::string_view>(kMaxCpuContainers - 1, "1m"));
  AddIdleUsage(*request.mutable_workloads(0), "c0", "1m");
  EXPECT_THAT(CpuErrors(request), IsEmpty());
  testing::AddInitContainer(*request.mutable_workloads(0), "init", "1m");
  EXPECT_THAT(CpuErrors(request), ElementsAre("LIMIT_EXCEEDED workloads"));
}

TEST(CpuErrors, FindingsAreBounded) {
  const v1::ScaleCpuRequestsResponse response =
      ScaleCpu(CpuContainers(4, std::vector<absl::string_view>(kMaxCpuFindings + 1, "")));
  EXPECT_EQ(response.findings_size(), kMaxCpuFindings);
}

TEST(CpuErrors, AnErrorAfterTheLargestNumberOfWarningsIsKept) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, std::vector<absl::string_view>(kMaxCpuFindings, ""));
  AddContainer(*request.mutable_workloads(0), "last", "lots");
  EXPECT_THAT(CpuErrors(request),
              ElementsAre("QUANTITY_MALFORMED workloads[0].podSpec.containers[1000].resources.requests[cpu]"));
}

TEST(CpuErrors, AShortfallIsReportedAfterTheLargestNumberOfWarnings) {
  v1::ScaleCpuRequestsRequest request = CpuContainers(4, std::vector<absl::string_view>(kMaxCpuFindings, ""));
  AddContainer(*request.mutable_workloads(0), "last", "7");
  const v1::ScaleCpuRequestsResponse response = ScaleCpu(request);
  EXPECT_EQ(response.findings(response.findings_size() - 1).rule(), "REQUESTS_ABOVE_LIMIT");
}

v1::ValidateConfigResponse Validate(const v1::ValidateConfigRequest& request) {
  v1::ValidateConfigResponse response;
  EXPECT_TRUE(ValidateConfig(request, response).ok());
  return response;
}

std::vector<std::string> RulesAndPaths(const v1::ValidateConfigResponse& response) {
  std::vector<std::string> lines;
  for (const v1::Finding& finding : response.findings()) {
    lines.push_back(absl::StrCat(finding.rule(), " ", finding.path()));
  }
  return lines;
}

TEST(ValidateCpu, AnInfrastructure) {
  v1::ValidateConfigRequest request;
  v1::Infrastructure& infrastructure = *request.mutable_infrastructure();
  infrastructure.set_api_version("config.openshift.io/v1");
  infrastructure.set_kind("Infrastructure");
  infrastructure.mutable_metadata()->set_name("cluster");
  infrastructure.mutable_metadata()->set_generation(3);
  EXPECT_TRUE(Validate(request).valid());
  EXPECT_TRUE(Validate(request).decidable());
  EXPECT_EQ(Validate(request).config_generation(), 3);
  infrastructure.set_api_version("config.openshift.io/v2");
  infrastructure.mutable_metadata()->set_name("other");
  infrastructure.mutable_status()->set_control_plane_cpu_limit(-4);
  EXPECT_FALSE(Validate(request).valid());
  EXPECT_FALSE(Validate(request).decidable());
  EXPECT_THAT(RulesAndPaths(Validate(request)),
              ElementsAre("KIND_MISMATCH apiVersion", "NAME_NOT_CLUSTER metadata.name",
                          "VALUE_NEGATIVE status.controlPlaneCPULimit"));
}

TEST(ValidateCpu, AKubeletConfig) {
  v1::ValidateConfigRequest request;
  v1::KubeletConfig& config = *request.mutable_kubelet_config();
  config.mutable_metadata()->set_name("control-plane");
  v1::KubeletConfiguration& kubelet = *config.mutable_spec()->mutable_kubelet_config();
  (*kubelet.mutable_system_reserved())["cpu"] = "500m";
  EXPECT_TRUE(Validate(request).valid());
  kubelet.set_cpu_manager_policy("dynamic");
  kubelet.set_cpu_over_subscription_capacity(1);
  (*kubelet.mutable_kube_reserved())["cpu"] = "lots";
  EXPECT_THAT(RulesAndPaths(Validate(request)),
              ElementsAre("QUANTITY_MALFORMED spec.kubeletConfig.kubeReserved[cpu]",
                          "VALUE_NOT_SUPPORTED spec.kubeletConfig.cpuManagerPolicy",
                          "ALLOCATABLE_ABOVE_CAPACITY spec.kubeletConfig.cpuOverSubscriptionCapacity"));
  EXPECT_FALSE(Validate(request).decidable());
}

}  // namespace
}  // namespace cpsizer
