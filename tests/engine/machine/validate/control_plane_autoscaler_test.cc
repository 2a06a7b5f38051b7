// Tests which ControlPlaneMachineSetAutoscalers are valid: sections 1 to 5 of docs/reference/machine-autoscaler.md, and
// the readings (interpretations of the proposal) in section 6.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cpsizer/limits.h"
#include "cpsizer/validate_config.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"

namespace cpsizer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kSizesPath[] = "spec.machineConfiguration.machines_v1beta1_machine_openshift_io.machineConfigurations";

template <typename Message>
Message MachineMessage(const std::string& json) {
  Message message;
  const auto status = google::protobuf::util::JsonStringToMessage(json, &message);
  EXPECT_TRUE(status.ok()) << status.ToString() << "\n" << json;
  return message;
}

// Returns a request with an autoscaler. `sizes` contains the fields with the platform and the sizes, such as
// `"platform": "AWS", "aws": [...]`. `more` contains additional fields of the spec.
v1::ValidateConfigRequest OfSizes(absl::string_view sizes, absl::string_view more = "") {
  v1::ValidateConfigRequest request;
  *request.mutable_control_plane_machine_set_autoscaler() =
      MachineMessage<v1::ControlPlaneMachineSetAutoscaler>(absl::StrCat(
          R"({"metadata": {"name": "cluster"}, "spec": {"machineConfiguration": {)",
          R"("machineType": "machines_v1beta1_machine_openshift_io", )",
          R"("machines_v1beta1_machine_openshift_io": {"machineConfigurations": {)", sizes, "}}}", more, "}}"));
  return request;
}

constexpr char kTwoSizes[] =
    R"("platform": "AWS", "aws": [{"weight": 1, "instanceType": "a"}, {"weight": 2, "instanceType": "b"}])";

// Returns a request with an autoscaler that has two valid sizes. `more` contains additional fields of the spec.
v1::ValidateConfigRequest WithMachineSpec(absl::string_view more) {
  return OfSizes(kTwoSizes, absl::StrCat(", ", more));
}

// Returns a request with an autoscaler that has one trigger, in scaleUp.
v1::ValidateConfigRequest WithTrigger(absl::string_view trigger) {
  return WithMachineSpec(absl::StrCat(R"("scaleUp": {"triggers": [{)", trigger, "}]}"));
}

// Returns a request with an autoscaler that has one query. The query has these fields and refers to a
// TriggerAuthentication.
v1::ValidateConfigRequest WithQuery(absl::string_view fields) {
  return WithTrigger(
      absl::StrCat(R"("type": "prometheus", "authenticationRef": {"name": "auth"}, "prometheus": {)", fields, "}"));
}

constexpr char kQuery[] = R"("serverAddress": "https://thanos:9091", "query": "up", "threshold": "80")";

v1::ValidateConfigResponse ValidateMachine(const v1::ValidateConfigRequest& request) {
  v1::ValidateConfigResponse response;
  EXPECT_TRUE(ValidateConfig(request, response).ok());
  return response;
}

std::vector<std::string> MachineFindings(const v1::ValidateConfigRequest& request) {
  std::vector<std::string> lines;
  const v1::ValidateConfigResponse response = ValidateMachine(request);
  for (const v1::Finding& finding : response.findings()) {
    lines.push_back(absl::StrCat(finding.rule(), " ", absl::StrReplaceAll(finding.path(), {{kSizesPath, "MC"}})));
  }
  return lines;
}

struct MachineCase {
  const char* name;
  v1::ValidateConfigRequest request;
  std::vector<std::string> findings;
};

void ExpectMachineFindings(const std::vector<MachineCase>& cases) {
  for (const MachineCase& c : cases) EXPECT_EQ(MachineFindings(c.request), c.findings) << c.name;
}

// This is the example of the proposal with the usual names of fields. The thresholds of the example overlap.
TEST(ControlPlaneAutoscaler, TheExampleOfTheProposal) {
  const v1::ValidateConfigRequest request = OfSizes(
      R"("platform": "AWS", "aws": [{"weight": 1, "instanceType": "r4.large"}, {"weight": 2, "instanceType": "r4.xlarge"}])",
      R"(, "scaleUp": {"triggerPolicy": "any", "triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "30m"}}]},
          "scaleDown": {"triggerPolicy": "all", "triggers": [
            {"type": "cpu", "cpu": {"value": "80", "timeWindow": "30m"}},
            {"type": "memory", "memory": {"value": "90", "timeWindow": "30m"}}]})");
  EXPECT_TRUE(ValidateMachine(request).valid());
  EXPECT_TRUE(ValidateMachine(request).decidable());
  EXPECT_THAT(MachineFindings(request), ElementsAre("THRESHOLDS_OVERLAP spec.scaleDown.triggers"));
}

TEST(ControlPlaneAutoscaler, Section1TheObject) {
  v1::ValidateConfigRequest request = OfSizes(kTwoSizes);
  v1::ControlPlaneMachineSetAutoscaler& autoscaler = *request.mutable_control_plane_machine_set_autoscaler();
  autoscaler.mutable_metadata()->set_generation(7);
  EXPECT_EQ(ValidateMachine(request).config_generation(), 7);
  autoscaler.mutable_metadata()->set_name("other");
  autoscaler.set_kind("ControlPlaneMachineSet");
  autoscaler.set_api_version("machine.openshift.io/v1");
  EXPECT_THAT(MachineFindings(request),
              ElementsAre("KIND_MISMATCH apiVersion", "KIND_MISMATCH kind", "NAME_NOT_CLUSTER metadata.name"));
  request.mutable_control_plane_machine_set_autoscaler()->Clear();
  EXPECT_THAT(MachineFindings(request), ElementsAre("FIELD_REQUIRED spec.machineConfiguration"));
}

TEST(ControlPlaneAutoscaler, Section1TheSyncPeriod) {
  ExpectMachineFindings({
      {"one", WithMachineSpec(R"("syncPeriod": "15s")"), {}},
      {"the shortest", WithMachineSpec(R"("syncPeriod": "1ns")"), {}},
      {"zero", WithMachineSpec(R"("syncPeriod": "0s")"), {"VALUE_OUT_OF_RANGE spec.syncPeriod"}},
      {"negative", WithMachineSpec(R"("syncPeriod": "-1m")"), {"VALUE_OUT_OF_RANGE spec.syncPeriod"}},
      {"none", WithMachineSpec(R"("syncPeriod": "often")"), {"DURATION_MALFORMED spec.syncPeriod"}},
  });
}

TEST(ControlPlaneAutoscaler, Section2TheDiscriminator) {
  v1::ValidateConfigRequest request = OfSizes(kTwoSizes);
  v1::AutoscalerMachineConfiguration& configuration =
      *request.mutable_control_plane_machine_set_autoscaler()->mutable_spec()->mutable_machine_configuration();
  configuration.set_machine_type("other");
  EXPECT_THAT(MachineFindings(request), ElementsAre("VALUE_NOT_SUPPORTED spec.machineConfiguration.machineType"));
  configuration.clear_machine_type();
  EXPECT_THAT(MachineFindings(request), ElementsAre("FIELD_REQUIRED spec.machineConfiguration.machineType"));
  configuration.set_machine_type("machines_v1beta1_machine_openshift_io");
  configuration.clear_machines_v1beta1_machine_openshift_io();
  EXPECT_THAT(MachineFindings(request),
              ElementsAre("FIELD_REQUIRED spec.machineConfiguration.machines_v1beta1_machine_openshift_io"));
}

TEST(ControlPlaneAutoscaler, Section2EachPlatformHasItsFields) {
  ExpectMachineFindings({
      {"AWS",
       OfSizes(R"("platform": "AWS", "aws": [{"weight": 0}, {"weight": 1, "instanceType": "b"}])"),
       {"FIELD_REQUIRED MC.aws[0].instanceType"}},
      {"Azure",
       OfSizes(R"("platform": "Azure", "azure": [{"weight": 0}, {"weight": 1, "vmSize": "b"}])"),
       {"FIELD_REQUIRED MC.azure[0].vmSize"}},
      {"GCP",
       OfSizes(R"("platform": "GCP", "gcp": [{"weight": 0}, {"weight": 1, "machineType": "b"}])"),
       {"FIELD_REQUIRED MC.gcp[0].machineType"}},
      {"OpenStack",
       OfSizes(R"("platform": "OpenStack", "openstack": [{"weight": 0}, {"weight": 1, "flavor": "b"}])"),
       {"FIELD_REQUIRED MC.openstack[0].flavor"}},
      {"Nutanix",
       OfSizes(
           R"("platform": "Nutanix", "nutanix": [{"weight": 0}, {"weight": 1, "vcpuSockets": 0, "vcpusPerSocket": 2147483648, "memorySize": "0"}])"),
       {"FIELD_REQUIRED MC.nutanix[0].vcpuSockets", "FIELD_REQUIRED MC.nutanix[0].vcpusPerSocket",
        "FIELD_REQUIRED MC.nutanix[0].memorySize", "VALUE_OUT_OF_RANGE MC.nutanix[1].vcpuSockets",
        "VALUE_OUT_OF_RANGE MC.nutanix[1].vcpusPerSocket", "VALUE_OUT_OF_RANGE MC.nutanix[1].memorySize"}},
      {"Nutanix, the least memory",
       OfSizes(
           R"("platform": "Nutanix", "nutanix": [{"weight": 0, "vcpuSockets": 1, "vcpusPerSocket": 1, "memorySize": "1n"},
                  {"weight": 1, "vcpuSockets": 1, "vcpusPerSocket": 1, "memorySize": "16Gi"}])"),
       {}},
      {"Nutanix, invalid memory",
       OfSizes(
           R"("platform": "Nutanix", "nutanix": [{"weight": 0, "vcpuSockets": 1, "vcpusPerSocket": 2147483647, "memorySize": "16 Gi"},
                  {"weight": 1, "vcpuSockets": 2, "vcpusPerSocket": 4, "memorySize": "16Gi"}])"),
       {"QUANTITY_MALFORMED MC.nutanix[0].memorySize"}},
      {"VSphere",
       OfSizes(
           R"("platform": "VSphere", "vsphere": [{"weight": 0}, {"weight": 1, "numCPUs": -1, "memoryMiB": 0, "diskGiB": 0}])"),
       {"FIELD_REQUIRED MC.vsphere[0].numCPUs", "FIELD_REQUIRED MC.vsphere[0].memoryMiB",
        "VALUE_OUT_OF_RANGE MC.vsphere[1].numCPUs", "VALUE_OUT_OF_RANGE MC.vsphere[1].memoryMiB",
        "VALUE_OUT_OF_RANGE MC.vsphere[1].diskGiB"}},
  });
}

TEST(ControlPlaneAutoscaler, Section2WeightsAndSizesAreThereOnce) {
  const auto aws = [](absl::string_view first, absl::string_view second) {
    return OfSizes(absl::StrCat(R"("platform": "AWS", "aws": [{)", first, "}, {", second, "}]"));
  };
  const auto vsphere = [](absl::string_view first, absl::string_view second) {
    return OfSizes(absl::StrCat(R"("platform": "VSphere", "vsphere": [{"weight": 1, "numCPUs": 4, "memoryMiB": 16384)",
                                first, R"(}, {"weight": 2, "numCPUs": 4, "memoryMiB": 16384)", second, "}]"));
  };
  ExpectMachineFindings({
      {"weights that are not contiguous, in any order",
       aws(R"("weight": 4294967295, "instanceType": "b")", R"("weight": 0, "instanceType": "a")"),
       {}},
      {"no weight",
       aws(R"("instanceType": "b")", R"("weight": 1, "instanceType": "a")"),
       {"FIELD_REQUIRED MC.aws[0].weight"}},
      {"a negative weight",
       aws(R"("weight": -1, "instanceType": "b")", R"("weight": 1, "instanceType": "a")"),
       {"VALUE_OUT_OF_RANGE MC.aws[0].weight"}},
      {"a weight past 32 bits",
       aws(R"("weight": 4294967296, "instanceType": "b")", R"("weight": 1, "instanceType": "a")"),
       {"VALUE_OUT_OF_RANGE MC.aws[0].weight"}},
      {"the same weight",
       aws(R"("weight": 1, "instanceType": "b")", R"("weight": 1, "instanceType": "a")"),
       {"WEIGHT_DUPLICATE MC.aws[1].weight"}},
      {"the same size",
       aws(R"("weight": 1, "instanceType": "a")", R"("weight": 2, "instanceType": "a")"),
       {"MACHINE_SIZE_DUPLICATE MC.aws[1]"}},
      {"AWS distinguishes cases",
       aws(R"("weight": 1, "instanceType": "a")", R"("weight": 2, "instanceType": "A")"),
       {}},
      {"Azure does not",
       OfSizes(R"("platform": "Azure", "azure": [{"weight": 1, "vmSize": "d8"}, {"weight": 2, "vmSize": "D8"}])"),
       {"MACHINE_SIZE_DUPLICATE MC.azure[1]"}},
      {"memory is a quantity",
       OfSizes(
           R"("platform": "Nutanix", "nutanix": [{"weight": 1, "vcpuSockets": 1, "vcpusPerSocket": 4, "memorySize": "16Gi"},
                  {"weight": 2, "vcpuSockets": 1, "vcpusPerSocket": 4, "memorySize": "16384Mi"}])"),
       {"MACHINE_SIZE_DUPLICATE MC.nutanix[1]"}},
      {"disks differ", vsphere(R"(, "diskGiB": 200)", R"(, "diskGiB": 300)"), {}},
      {"a size without a disk is any", vsphere("", R"(, "diskGiB": 300)"), {"MACHINE_SIZE_DUPLICATE MC.vsphere[1]"}},
      {"one size",
       OfSizes(R"("platform": "AWS", "aws": [{"weight": 1, "instanceType": "a"}])"),
       {"MACHINE_SIZES_TOO_FEW MC.aws"}},
  });
}

TEST(ControlPlaneAutoscaler, Section2TheListOfThePlatformAndNoOther) {
  ExpectMachineFindings({
      {"no platform", OfSizes(""), {"FIELD_REQUIRED MC.platform"}},
      {"an unknown one", OfSizes(R"("platform": "Oracle")"), {"VALUE_NOT_SUPPORTED MC.platform"}},
      {"no list", OfSizes(R"("platform": "GCP")"), {"FIELD_REQUIRED MC.gcp"}},
      {"the list of another",
       OfSizes(absl::StrCat(kTwoSizes, R"(, "gcp": [{"weight": 1, "machineType": "n"}])")),
       {"FIELD_FORBIDDEN MC.gcp"}},
  });
}

TEST(ControlPlaneAutoscaler, SmallSizesCauseWarnings) {
  ExpectMachineFindings({
      {"VSphere at the recommendation",
       OfSizes(
           R"("platform": "VSphere", "vsphere": [{"weight": 1, "numCPUs": 2, "memoryMiB": 2048, "diskGiB": 120}, {"weight": 2, "numCPUs": 4, "memoryMiB": 4096}])"),
       {}},
      {"VSphere below it",
       OfSizes(
           R"("platform": "VSphere", "vsphere": [{"weight": 1, "numCPUs": 1, "memoryMiB": 2047, "diskGiB": 119}, {"weight": 2, "numCPUs": 4, "memoryMiB": 4096}])"),
       {"MACHINE_SIZE_SMALL MC.vsphere[0].numCPUs", "MACHINE_SIZE_SMALL MC.vsphere[0].memoryMiB",
        "MACHINE_SIZE_SMALL MC.vsphere[0].diskGiB"}},
      {"Nutanix below it",
       OfSizes(
           R"("platform": "Nutanix", "nutanix": [{"weight": 1, "vcpuSockets": 1, "vcpusPerSocket": 1, "memorySize": "2047Mi"}, {"weight": 2, "vcpuSockets": 1, "vcpusPerSocket": 1, "memorySize": "2Gi"}])"),
       {"MACHINE_SIZE_SMALL MC.nutanix[0].memorySize"}},
  });
}

TEST(ControlPlaneAutoscaler, Section3Directions) {
  const std::string cpu = R"("triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "30m"}}])";
  ExpectMachineFindings({
      {"no triggers", WithMachineSpec(R"("scaleUp": {"scaleUpDelay": "1m"}, "scaleDown": {})"), {}},
      {"off, and still checked",
       WithMachineSpec(R"("scaleUp": {"enabled": false, "triggers": [{"type": "cpu"}]})"),
       {"FIELD_REQUIRED spec.scaleUp.triggers[0].cpu"}},
      {"a malformed delay",
       WithMachineSpec(R"("scaleUp": {"scaleUpDelay": "1 h"})"),
       {"DURATION_MALFORMED spec.scaleUp.scaleUpDelay"}},
      {"a negative delay",
       WithMachineSpec(R"("scaleDown": {"scaleDownDelay": "-1h"})"),
       {"VALUE_NEGATIVE spec.scaleDown.scaleDownDelay"}},
      {"another policy",
       WithMachineSpec(R"("scaleUp": {"selectPolicy": "largest", "triggerPolicy": "most"})"),
       {"VALUE_NOT_SUPPORTED spec.scaleUp.selectPolicy", "VALUE_NOT_SUPPORTED spec.scaleUp.triggerPolicy"}},
      {"the delay of the other direction",
       WithMachineSpec(R"("scaleUp": {"scaleDownDelay": "1h"})"),
       {"FIELD_FORBIDDEN spec.scaleUp.scaleDownDelay"}},
      {"a short delay",
       WithMachineSpec(absl::StrCat(R"("scaleUp": {"scaleUpDelay": "59m", )", cpu, "}")),
       {"DELAY_SHORT spec.scaleUp.scaleUpDelay"}},
      {"a delay of 60m", WithMachineSpec(absl::StrCat(R"("scaleUp": {"scaleUpDelay": "60m", )", cpu, "}")), {}},
      {"no delay at all",
       WithMachineSpec(absl::StrCat(R"("scaleUp": {"scaleUpDelay": "0", )", cpu, "}")),
       {"DELAY_SHORT spec.scaleUp.scaleUpDelay", "DELAY_BELOW_WINDOW spec.scaleUp.scaleUpDelay"}},
      {"no delay, and no window",
       WithMachineSpec(absl::StrCat(
           R"("scaleUp": {"scaleUpDelay": "0", "triggers": [{"type": "prometheus", "prometheus": {)", kQuery, "}}]}")),
       {"DELAY_SHORT spec.scaleUp.scaleUpDelay"}},
      {"a window beyond the delay",
       WithMachineSpec(R"("scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "121m"}}]})"),
       {"DELAY_BELOW_WINDOW spec.scaleUp.scaleUpDelay"}},
  });
}

// Returns the message of the only finding.
std::string MachineMessageOf(const v1::ValidateConfigRequest& request) {
  const v1::ValidateConfigResponse response = ValidateMachine(request);
  EXPECT_EQ(response.findings_size(), 1) << response.DebugString();
  return response.findings_size() == 0 ? "" : response.findings(0).message();
}

TEST(ControlPlaneAutoscaler, MessagesNameValueAndBound) {
  const auto trigger = [](absl::string_view value, absl::string_view window) {
    return absl::StrCat(R"({"type": "cpu", "cpu": {"value": ")", value, R"(", "timeWindow": ")", window, R"("}})");
  };
  const auto direction = [](absl::string_view name, absl::string_view triggers, absl::string_view more = "") {
    return absl::StrCat("\"", name, R"(": {"triggerPolicy": "any", )", more, R"("triggers": [)", triggers, "]}");
  };
  EXPECT_EQ(MachineMessageOf(WithMachineSpec(direction("scaleUp", trigger("80", "119s")))),
            "119s is below two sample intervals of 1m");
  EXPECT_EQ(MachineMessageOf(WithMachineSpec(direction("scaleUp", trigger("100", "30m")))),
            "no utilization is above 100 %");
  EXPECT_EQ(MachineMessageOf(WithMachineSpec(direction("scaleDown", trigger("0", "30m")))),
            "no utilization is below 0 %");
  EXPECT_EQ(MachineMessageOf(WithMachineSpec(direction("scaleUp", trigger("80", "30m"), R"("scaleUpDelay": "59m", )"))),
            "the delay of 59m is below 60m");
  EXPECT_EQ(
      MachineMessageOf(WithMachineSpec(direction("scaleUp", trigger("80", "30m"), R"("scaleUpDelay": "3599s", )"))),
      "the delay of 3599s is below 60m");
  // The message names the lowest threshold of scaleUp and the highest threshold of scaleDown for the same resource.
  const std::string memory = R"({"type": "memory", "memory": {"value": "10", "timeWindow": "30m"}})";
  const std::string up = absl::StrCat(trigger("80", "30m"), ",", memory, ",", trigger("70", "30m"));
  const std::string down = absl::StrCat(trigger("60", "30m"), ",", trigger("75", "30m"), ",", trigger("50", "30m"));
  EXPECT_EQ(
      MachineMessageOf(WithMachineSpec(absl::StrCat(direction("scaleUp", up), ",", direction("scaleDown", down)))),
      "scaleDown begins below 75 % of CPU, and scaleUp above 70 %");
}

TEST(ControlPlaneAutoscaler, Section4Utilization) {
  const auto cpu = [](absl::string_view value, absl::string_view window) {
    return WithTrigger(
        absl::StrCat(R"("type": "cpu", "cpu": {"value": ")", value, R"(", "timeWindow": ")", window, R"("})"));
  };
  const std::vector<std::string> malformed = {"NUMBER_MALFORMED spec.scaleUp.triggers[0].cpu.value"};
  const std::vector<std::string> out = {"VALUE_OUT_OF_RANGE spec.scaleUp.triggers[0].cpu.value"};
  std::vector<MachineCase> cases = {
      {"a decimal", cpu("72.5", "30m"), {}},
      {"nine decimals", cpu("72.123456789", "30m"), {}},
      {"no digit before the point", cpu(".5", "30m"), {}},
      {"negative, without a digit before the point", cpu("-.5", "30m"), out},
      {"zero", cpu("0", "30m"), {}},
      {"a hundred", cpu("100", "30m"), {"TRIGGER_NEVER_MET spec.scaleUp.triggers[0].cpu.value"}},
      {"more", cpu("100.000000001", "30m"), out},
      {"less", cpu("-0.000000001", "30m"), out},
      {"nothing",
       cpu("", ""),
       {"FIELD_REQUIRED spec.scaleUp.triggers[0].cpu.value", "FIELD_REQUIRED spec.scaleUp.triggers[0].cpu.timeWindow"}},
      {"no duration", cpu("80", "long"), {"DURATION_MALFORMED spec.scaleUp.triggers[0].cpu.timeWindow"}},
      {"two intervals", cpu("80", "2m"), {}},
      {"less than two intervals", cpu("80", "119s"), {"VALUE_OUT_OF_RANGE spec.scaleUp.triggers[0].cpu.timeWindow"}},
      {"a negative window", cpu("80", "-30m"), {"VALUE_OUT_OF_RANGE spec.scaleUp.triggers[0].cpu.timeWindow"}},
  };
  for (const char* text : {"80%", "8e1", "NaN", "+80", "80.", ".", "-", ".1234567891", "80 ", "0x50", "80m",
                           "72.1234567891", "99999999999999999999"}) {
    cases.push_back({text, cpu(text, "30m"), malformed});
  }
  ExpectMachineFindings(cases);
}

TEST(ControlPlaneAutoscaler, Section4TheBodyOfTheTypeAndNoOther) {
  const std::string path = "spec.scaleUp.triggers[0].";
  ExpectMachineFindings({
      {"no type", WithTrigger(""), {"FIELD_REQUIRED " + path + "type"}},
      {"Kafka", WithTrigger(R"("type": "kafka")"), {"VALUE_NOT_SUPPORTED " + path + "type"}},
      {"no body", WithTrigger(R"("type": "memory")"), {"FIELD_REQUIRED " + path + "memory"}},
      {"the body of another",
       WithTrigger(R"("type": "memory", "memory": {"value": "80", "timeWindow": "30m"}, "cpu": {}, "prometheus": {})"),
       {"FIELD_FORBIDDEN " + path + "cpu", "FIELD_FORBIDDEN " + path + "prometheus"}},
  });
}

TEST(ControlPlaneAutoscaler, Section4Queries) {
  const std::string path = "spec.scaleUp.triggers[0].prometheus.";
  ExpectMachineFindings({
      {"all that is needed", WithQuery(kQuery), {}},
      {"nothing",
       WithQuery(""),
       {"FIELD_REQUIRED " + path + "serverAddress", "FIELD_REQUIRED " + path + "query",
        "FIELD_REQUIRED " + path + "threshold"}},
      {"a blank query",
       WithQuery(R"("serverAddress": "http://p", "query": " \n", "threshold": "1")"),
       {"FIELD_REQUIRED " + path + "query"}},
      {"an invalid namespace",
       WithQuery(absl::StrCat(kQuery, R"(, "namespace": "A")")),
       {"NAME_INVALID " + path + "namespace"}},
  });
  for (const char* threshold : {"one", "NaN", "inf", "1e400", "80%", " 80", "0x50"}) {
    EXPECT_THAT(MachineFindings(WithQuery(
                    absl::StrCat(R"("serverAddress": "http://p", "query": "up", "threshold": ")", threshold, "\""))),
                ElementsAre("NUMBER_MALFORMED " + path + "threshold"))
        << threshold;
  }
  for (const char* threshold : {"0", "-1.5", "8e1", "1e-9", ".5", "0x5p4"}) {
    EXPECT_THAT(MachineFindings(WithQuery(
                    absl::StrCat(R"("serverAddress": "http://p", "query": "up", "threshold": ")", threshold, "\""))),
                IsEmpty())
        << threshold;
  }
}

TEST(ControlPlaneAutoscaler, Section4Addresses) {
  const auto with = [](absl::string_view address) {
    return MachineFindings(
        WithQuery(absl::StrCat(R"("query": "up", "threshold": "1", "serverAddress": ")", address, "\"")));
  };
  for (const char* good : {"http://p", "https://p:9091/", "HTTPS://p.example.com:65535/a/b", "http://p:1",
                           "http://[::1]:9090", "http://[::1]"}) {
    EXPECT_THAT(with(good), IsEmpty()) << good;
  }
  for (const char* bad :
       {"p:9091", "/path", "ftp://p", "https://", "https:///x", "https://:80", "https://p:0", "https://p:65536",
        "https://p:x", "https://u:s@p", "https://p?q=1", "https://p#f", "https://p q"}) {
    EXPECT_THAT(with(bad), ElementsAre("URL_MALFORMED spec.scaleUp.triggers[0].prometheus.serverAddress")) << bad;
  }
}

TEST(ControlPlaneAutoscaler, Section4Authentication) {
  const std::string path = "spec.scaleUp.triggers[0].";
  const auto modes = [](absl::string_view text) { return WithQuery(absl::StrCat(kQuery, ", ", text)); };
  ExpectMachineFindings({
      {"all that go together", modes(R"("authModes": ["TLS", "bearer"])"), {}},
      {"in one text", modes(R"("authModes": ["tls, basic"])"), {}},
      {"an unknown one",
       modes(R"("authModes": ["kerberos"])"),
       {"VALUE_NOT_SUPPORTED " + path + "prometheus.authModes"}},
      {"two that contradict each other",
       modes(R"("authModes": ["basic", "bearer"])"),
       {"AUTH_MODES_CONTRADICT " + path + "prometheus.authModes"}},
      {"no reference",
       WithTrigger(absl::StrCat(R"("type": "prometheus", "prometheus": {"authModes": ["bearer"], )", kQuery, "}")),
       {"FIELD_REQUIRED " + path + "authenticationRef.name"}},
      {"no reference and none needed",
       WithTrigger(absl::StrCat(R"("type": "prometheus", "prometheus": {)", kQuery, "}")),
       {}},
      {"a reference that is not a name",
       WithTrigger(
           absl::StrCat(R"("type": "prometheus", "authenticationRef": {"name": "A_b"}, "prometheus": {)", kQuery, "}")),
       {"NAME_INVALID " + path + "authenticationRef.name"}},
      {"no check of the certificate",
       modes(R"("unsafeSsl": true)"),
       {"CERTIFICATE_NOT_CHECKED " + path + "prometheus.unsafeSsl"}},
  });
}

// The tests of the suite MachineReadings test the readings of section 6.

TEST(MachineReadings, A1TheDelayHasThreeSpellings) {
  ExpectMachineFindings({
      {"stabilizationWindow up",
       WithMachineSpec(R"("scaleUp": {"stabilizationWindow": "1 h"})"),
       {"DURATION_MALFORMED spec.scaleUp.stabilizationWindow"}},
      {"all of them, equal",
       WithMachineSpec(
           R"("scaleDown": {"scaleDownDelay": "2h", "scaleUpDelay": "120m", "stabilizationWindow": "2h0m"})"),
       {}},
      {"two that differ",
       WithMachineSpec(R"("scaleUp": {"scaleUpDelay": "2h", "stabilizationWindow": "1h"})"),
       {"SPELLINGS_CONTRADICT spec.scaleUp.stabilizationWindow"}},
  });
}

TEST(MachineReadings, A4AndA5DelayAndPeriodAreOptional) {
  EXPECT_THAT(MachineFindings(WithTrigger(R"("type": "cpu", "cpu": {"value": "80", "timeWindow": "120m"})")), IsEmpty())
      << "the default of 120m is as long as the window";
}

TEST(MachineReadings, A6InstanceSizeIsInstanceType) {
  ExpectMachineFindings({
      {"alone",
       OfSizes(R"("platform": "AWS", "aws": [{"weight": 1, "instanceSize": "a"}, {"weight": 2, "instanceSize": "b"}])"),
       {}},
      {"both, equal",
       OfSizes(
           R"("platform": "AWS", "aws": [{"weight": 1, "instanceSize": "a", "instanceType": "a"}, {"weight": 2, "instanceSize": "b"}])"),
       {}},
      {"both, different",
       OfSizes(
           R"("platform": "AWS", "aws": [{"weight": 1, "instanceSize": "a", "instanceType": "c"}, {"weight": 2, "instanceSize": "b"}])"),
       {"SPELLINGS_CONTRADICT MC.aws[0].instanceSize"}},
  });
}

TEST(MachineReadings, A7APlatformHasAListOfSizes) {
  EXPECT_THAT(MachineFindings(OfSizes(kTwoSizes)), IsEmpty());
  EXPECT_THAT(MachineFindings(OfSizes(R"("platform": "AWS", "aws": [])")), ElementsAre("FIELD_REQUIRED MC.aws"));
}

TEST(MachineReadings, A8TheLevelOfMachineConfigurationsCanBeLeftOut) {
  v1::ValidateConfigRequest request = OfSizes(kTwoSizes);
  v1::AutoscalerMachineTemplate& machines = *request.mutable_control_plane_machine_set_autoscaler()
                                                 ->mutable_spec()
                                                 ->mutable_machine_configuration()
                                                 ->mutable_machines_v1beta1_machine_openshift_io();
  machines.set_platform("AWS");
  *machines.mutable_aws() = machines.machine_configurations().aws();
  EXPECT_THAT(MachineFindings(request), ElementsAre("SPELLINGS_CONTRADICT MC")) << "both";
  v1::ValidateConfigRequest with_list = request;
  v1::AutoscalerMachineTemplate& listed = *with_list.mutable_control_plane_machine_set_autoscaler()
                                               ->mutable_spec()
                                               ->mutable_machine_configuration()
                                               ->mutable_machines_v1beta1_machine_openshift_io();
  listed.clear_platform();
  listed.mutable_aws()->RemoveLast();
  EXPECT_THAT(MachineFindings(with_list), ElementsAre("SPELLINGS_CONTRADICT MC")) << "a list of one size";
  machines.clear_machine_configurations();
  EXPECT_THAT(MachineFindings(request), IsEmpty());
  machines.mutable_aws(1)->clear_weight();
  EXPECT_THAT(
      MachineFindings(request),
      ElementsAre("FIELD_REQUIRED spec.machineConfiguration.machines_v1beta1_machine_openshift_io.aws[1].weight"));
}

TEST(MachineReadings, A9PlatformsAreReadInAnyCase) {
  EXPECT_THAT(
      MachineFindings(OfSizes(
          R"("platform": "vSphere", "vsphere": [{"weight": 1, "numCPUs": 4, "memoryMiB": 16384}, {"weight": 2, "numCPUs": 8, "memoryMiB": 16384}])")),
      IsEmpty());
  EXPECT_THAT(
      MachineFindings(OfSizes(
          R"("platform": "Openstack", "openstack": [{"weight": 1, "flavor": "a"}, {"weight": 2, "flavor": "b"}])")),
      IsEmpty());
}

TEST(MachineReadings, A11AndA12TheTypeOfATrigger) {
  const std::string body = R"("cpu": {"value": "80", "timeWindow": "30m"})";
  ExpectMachineFindings({
      {"another spelling", WithTrigger(R"("triggerType": "CPU", )" + body), {}},
      {"both", WithTrigger(R"("type": "cpu", "triggerType": "Cpu", )" + body), {}},
      {"two types",
       WithTrigger(R"("type": "cpu", "triggerType": "memory", )" + body),
       {"SPELLINGS_CONTRADICT spec.scaleUp.triggers[0].triggerType"}},
      {"a capital", WithTrigger(absl::StrCat(R"("type": "Prometheus", "prometheus": {)", kQuery, "}")), {}},
  });
}

TEST(MachineReadings, A13AuthModesAreOptionalAndHaveTwoSpellings) {
  const std::string path = "spec.scaleUp.triggers[0].prometheus.";
  const auto modes = [](absl::string_view text) { return WithQuery(absl::StrCat(kQuery, ", ", text)); };
  ExpectMachineFindings({
      {"authMode", modes(R"("authMode": "Tls,Bearer")"), {}},
      {"both, equal", modes(R"("authMode": "tls, bearer", "authModes": ["bearer", "tls"])"), {}},
      {"both, different",
       modes(R"("authMode": "tls", "authModes": ["bearer"])"),
       {"SPELLINGS_CONTRADICT " + path + "authMode"}},
  });
}

TEST(MachineReadings, A14IgnoreNullValuesHasTwoSpellings) {
  const std::string path = "spec.scaleUp.triggers[0].prometheus.";
  const auto with = [](absl::string_view text) { return WithQuery(absl::StrCat(kQuery, ", ", text)); };
  const v1::ValidateConfigResponse response =
      ValidateMachine(with(R"("ignoreNullValues": true, "handleLostTarget": "Error")"));
  EXPECT_EQ(response.findings(0).value(), "true");
  ExpectMachineFindings({
      {"equal", with(R"("ignoreNullValues": false, "handleLostTarget": "Error")"), {}},
      {"different",
       with(R"("ignoreNullValues": true, "handleLostTarget": "Error")"),
       {"SPELLINGS_CONTRADICT " + path + "ignoreNullValues"}},
      {"another word", with(R"("handleLostTarget": "ignore")"), {"VALUE_NOT_SUPPORTED " + path + "handleLostTarget"}},
      {"the certificate too",
       with(R"("unsafeSsl": true, "insecureSkipTLSVerify": false)"),
       {"SPELLINGS_CONTRADICT " + path + "insecureSkipTLSVerify"}},
      {"its other spelling",
       with(R"("insecureSkipTLSVerify": true)"),
       {"CERTIFICATE_NOT_CHECKED " + path + "insecureSkipTLSVerify"}},
  });
}

TEST(MachineReadings, A18AuthenticationRefIsAnObjectWithAName) {
  const auto with_reference = [](absl::string_view reference) {
    return WithTrigger(absl::StrCat(R"("type": "prometheus", "authenticationRef": )", reference,
                                    R"(, "prometheus": {"authModes": ["bearer"], )", kQuery, "}"));
  };
  EXPECT_THAT(MachineFindings(with_reference(R"({"name": "auth"})")), IsEmpty());
  EXPECT_THAT(MachineFindings(with_reference("{}")),
              ElementsAre("FIELD_REQUIRED spec.scaleUp.triggers[0].authenticationRef.name"));
}

TEST(MachineReadings, A19AndA20ValueAndThresholdAreNumbersInText) {
  EXPECT_THAT(MachineFindings(WithTrigger(R"("type": "cpu", "cpu": {"value": "72.5", "timeWindow": "30m"})")),
              IsEmpty());
  EXPECT_THAT(MachineFindings(WithTrigger(R"("type": "cpu", "cpu": {"value": "80%", "timeWindow": "30m"})")),
              ElementsAre("NUMBER_MALFORMED spec.scaleUp.triggers[0].cpu.value"));
  EXPECT_THAT(
      MachineFindings(WithQuery(R"("serverAddress": "https://thanos:9091", "query": "up", "threshold": "1e3")")),
      IsEmpty());
  EXPECT_THAT(
      MachineFindings(WithQuery(R"("serverAddress": "https://thanos:9091", "query": "up", "threshold": "one")")),
      ElementsAre("NUMBER_MALFORMED spec.scaleUp.triggers[0].prometheus.threshold"));
}

TEST(MachineReadings, A22AnyIsTheDefaultWithAWarningForScaleDown) {
  const std::string two =
      R"("triggers": [{"type": "cpu", "cpu": {"value": "30", "timeWindow": "30m"}}, {"type": "memory", "memory": {"value": "30", "timeWindow": "30m"}}])";
  ExpectMachineFindings({
      {"up", WithMachineSpec(absl::StrCat(R"("scaleUp": {)", two, "}")), {}},
      {"down",
       WithMachineSpec(absl::StrCat(R"("scaleDown": {)", two, "}")),
       {"TRIGGER_POLICY_OMITTED spec.scaleDown.triggerPolicy"}},
      {"down, said", WithMachineSpec(absl::StrCat(R"("scaleDown": {"triggerPolicy": "any", )", two, "}")), {}},
      {"down, never met",
       WithMachineSpec(R"("scaleDown": {"triggers": [{"type": "cpu", "cpu": {"value": "0", "timeWindow": "30m"}}]})"),
       {"TRIGGER_NEVER_MET spec.scaleDown.triggers[0].cpu.value"}},
  });
}

TEST(MachineReadings, A23NextIsTheOnlySelectPolicy) {
  EXPECT_THAT(MachineFindings(WithMachineSpec(R"("scaleUp": {"selectPolicy": "next"})")), IsEmpty());
  EXPECT_THAT(MachineFindings(WithMachineSpec(R"("scaleUp": {"selectPolicy": "Max"})")),
              ElementsAre("VALUE_NOT_SUPPORTED spec.scaleUp.selectPolicy"));
}

TEST(MachineReadings, A27TheKindIsSpelledInOneWayAndTheNameIsCluster) {
  v1::ValidateConfigRequest request = OfSizes(kTwoSizes);
  v1::ControlPlaneMachineSetAutoscaler& autoscaler = *request.mutable_control_plane_machine_set_autoscaler();
  autoscaler.set_kind("ControlPlaneMachineSetAutoscaler");
  EXPECT_THAT(MachineFindings(request), IsEmpty());
  autoscaler.set_kind("ControlPlaneMachineSetAutoScaler");
  EXPECT_THAT(MachineFindings(request), ElementsAre("KIND_MISMATCH kind"));
  autoscaler.set_kind("");
  autoscaler.mutable_metadata()->set_name("control-plane-machine-set-autoscaler");
  EXPECT_THAT(MachineFindings(request), ElementsAre("NAME_NOT_CLUSTER metadata.name"));
}

TEST(MachineReadings, A29Port9092NeedsANamespace) {
  const auto with = [](absl::string_view more) {
    return WithQuery(absl::StrCat(R"("serverAddress": "https://thanos:9092", "query": "up", "threshold": "1")", more));
  };
  EXPECT_THAT(MachineFindings(with("")),
              ElementsAre("TENANCY_WITHOUT_NAMESPACE spec.scaleUp.triggers[0].prometheus.serverAddress"));
  EXPECT_THAT(MachineFindings(with(R"(, "namespace": "openshift-machine-api")")), IsEmpty());
}

// The following tests test limits.

TEST(ControlPlaneAutoscaler, EachLimitHoldsAtTheBoundAndNotPastIt) {
  v1::ValidateConfigRequest request = OfSizes(R"("platform": "AWS")");
  v1::ControlPlaneMachineSetAutoscalerSpec& spec =
      *request.mutable_control_plane_machine_set_autoscaler()->mutable_spec();
  v1::AutoscalerMachineSizes& sizes = *spec.mutable_machine_configuration()
                                           ->mutable_machines_v1beta1_machine_openshift_io()
                                           ->mutable_machine_configurations();
  const auto add_size = [&sizes] {
    v1::AutoscalerAwsSize& size = *sizes.add_aws();
    size.set_weight(sizes.aws_size());
    size.set_instance_type(absl::StrCat("m", sizes.aws_size()));
  };
  for (int i = 0; i < kMaxMachineSizes; ++i) add_size();
  EXPECT_THAT(MachineFindings(request), IsEmpty());
  sizes.mutable_aws()->rbegin()->set_weight(1);
  EXPECT_THAT(MachineFindings(request), ElementsAre("WEIGHT_DUPLICATE MC.aws[99].weight")) << "all of them are read";
  sizes.mutable_aws()->rbegin()->set_weight(kMaxMachineSizes);
  add_size();
  EXPECT_THAT(MachineFindings(request), ElementsAre("LIMIT_EXCEEDED MC.aws"));
  sizes.mutable_aws()->RemoveLast();
  v1::AutoscalerTrigger trigger;
  trigger.set_type("cpu");
  trigger.mutable_cpu()->set_value("80");
  trigger.mutable_cpu()->set_time_window("30m");
  for (int i = 0; i < kMaxMachineTriggers - 1; ++i) *spec.mutable_scale_up()->add_triggers() = trigger;
  trigger.mutable_cpu()->set_value("30");
  *spec.mutable_scale_down()->add_triggers() = trigger;
  EXPECT_THAT(MachineFindings(request), IsEmpty());
  *spec.mutable_scale_up()->add_triggers() = trigger;
  EXPECT_THAT(MachineFindings(request), ElementsAre("LIMIT_EXCEEDED spec"));
}

TEST(ControlPlaneAutoscaler, QueriesAndAddressesAreBounded) {
  const auto with = [](size_t bytes) {
    v1::ValidateConfigRequest request = WithQuery(kQuery);
    request.mutable_control_plane_machine_set_autoscaler()
        ->mutable_spec()
        ->mutable_scale_up()
        ->mutable_triggers(0)
        ->mutable_prometheus()
        ->set_query(std::string(bytes, 'q'));
    return MachineFindings(request);
  };
  EXPECT_THAT(with(kMaxQueryBytes), IsEmpty());
  EXPECT_THAT(with(kMaxQueryBytes + 1), ElementsAre("LIMIT_EXCEEDED spec.scaleUp.triggers[0].prometheus.query"));
}

// The following tests test TriggerAuthentications.

v1::ValidateConfigRequest OfSecrets(absl::string_view references) {
  v1::ValidateConfigRequest request;
  *request.mutable_control_plane_machine_set_autoscaling_trigger_authentication() =
      MachineMessage<v1::ControlPlaneMachineSetAutoscalingTriggerAuthentication>(
          absl::StrCat(R"({"spec": {"secretTargetRef": [)", references, "]}}"));
  return request;
}

std::string Secret(absl::string_view parameter) {
  return absl::StrCat(R"({"parameter": ")", parameter, R"(", "name": "s", "key": "k"})");
}

TEST(TriggerAuthentication, Section4ReadingA28Parameters) {
  const std::string list = "spec.secretTargetRef";
  ExpectMachineFindings({
      {"a token", OfSecrets(Secret("bearer")), {}},
      {"all of TLS and a password",
       OfSecrets(absl::StrCat(Secret("ca"), ",", Secret("cert"), ",", Secret("key"), ",", Secret("username"), ",",
                              Secret("password"))),
       {}},
      {"a user without a password", OfSecrets(Secret("username")), {}},
      {"nothing", OfSecrets(""), {"FIELD_REQUIRED spec.secretTargetRef"}},
      {"an empty entry",
       OfSecrets("{}"),
       {"FIELD_REQUIRED " + list + "[0].parameter", "FIELD_REQUIRED " + list + "[0].name",
        "FIELD_REQUIRED " + list + "[0].key"}},
      {"an unknown parameter", OfSecrets(Secret("pin")), {"VALUE_NOT_SUPPORTED " + list + "[0].parameter"}},
      {"an invalid name",
       OfSecrets(R"({"parameter": "ca", "name": "S_", "key": "k"})"),
       {"NAME_INVALID " + list + "[0].name"}},
      {"two spellings of one",
       OfSecrets(absl::StrCat(Secret("token"), ",", Secret("bearerToken"))),
       {"PARAMETER_DUPLICATE " + list + "[1].parameter"}},
      {"a certificate alone", OfSecrets(Secret("cert")), {"CREDENTIALS_INCOMPLETE " + list}},
      {"a key alone", OfSecrets(Secret("key")), {"CREDENTIALS_INCOMPLETE " + list}},
      {"a password alone", OfSecrets(Secret("password")), {"CREDENTIALS_INCOMPLETE " + list}},
  });
  EXPECT_FALSE(ValidateMachine(OfSecrets(Secret("key"))).decidable());
}

TEST(TriggerAuthentication, IsBounded) {
  v1::ValidateConfigRequest request;
  auto& spec = *request.mutable_control_plane_machine_set_autoscaling_trigger_authentication()->mutable_spec();
  for (int i = 0; i < kMaxSecretReferences; ++i) spec.add_secret_target_ref();
  EXPECT_EQ(MachineFindings(request).size(), size_t{3} * kMaxSecretReferences) << "each is without three fields";
  spec.add_secret_target_ref();
  EXPECT_THAT(MachineFindings(request), ElementsAre("LIMIT_EXCEEDED spec.secretTargetRef"));
}

}  // namespace
}  // namespace cpsizer
