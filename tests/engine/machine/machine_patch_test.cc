// Tests the patch on each platform: section 12 of docs/reference/machine-autoscaler.md.
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"
#include "tests/engine/machine/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddMachineReading;
using ::cpsizer::testing::DecideMachine;
using ::cpsizer::testing::MachineErrors;
using ::cpsizer::testing::MachineRequest;
using ::cpsizer::testing::MachineWarnings;
using ::cpsizer::testing::OutcomeAndReason;
using ::cpsizer::testing::ProviderSpec;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kBase[] = "/spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value";

// Returns a request with this platform, these sizes and this provider spec. The decision for this request is a larger
// size.
v1::RecommendMachineRequest Larger(absl::string_view platform, absl::string_view sizes, absl::string_view spec) {
  v1::RecommendMachineRequest request = MachineRequest(
      R"("scaleUp": {"triggers": [{"type": "prometheus", "prometheus": {"serverAddress": "https://thanos:9091",
        "query": "load", "threshold": "80"}}]})");
  AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 0, v1::MACHINE_QUERY_RESULT_VALUE, "90");
  v1::AutoscalerMachineSizes& machines = *request.mutable_control_plane_machine_set_autoscaler()
                                              ->mutable_spec()
                                              ->mutable_machine_configuration()
                                              ->mutable_machines_v1beta1_machine_openshift_io()
                                              ->mutable_machine_configurations();
  machines.Clear();
  ProviderSpec(request).Clear();
  using google::protobuf::util::JsonStringToMessage;
  EXPECT_TRUE(
      JsonStringToMessage(absl::StrCat("{\"platform\": \"", platform, "\", ", std::string(sizes), "}"), &machines)
          .ok());
  EXPECT_TRUE(JsonStringToMessage(std::string(spec), &ProviderSpec(request)).ok());
  return request;
}

// Returns the patch. In the patch, `B` replaces the path of the provider spec.
std::string PatchOf(const v1::RecommendMachineRequest& request) {
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "SCALE_UP TRIGGERED") << response.summary();
  return absl::StrReplaceAll(response.patch(), {{kBase, "B"}});
}

struct PlatformCase {
  const char* platform;
  const char* sizes;
  const char* spec;
  const char* patch;
};

TEST(MachinePatch, Section12EachPlatform) {
  const PlatformCase kCases[] = {
      {"AWS", R"("aws": [{"weight": 1, "instanceType": "m6i.xlarge"}, {"weight": 2, "instanceType": "m6i.2xlarge"}])",
       R"({"kind": "AWSMachineProviderConfig", "instanceType": "m6i.xlarge"})",
       R"([{"op":"test","path":"B/instanceType","value":"m6i.xlarge"},)"
       R"({"op":"replace","path":"B/instanceType","value":"m6i.2xlarge"}])"},
      {"azure", R"("azure": [{"weight": 1, "vmSize": "Standard_D8s_v3"}, {"weight": 2, "vmSize": "Standard_D16s_v3"}])",
       R"({"kind": "AzureMachineProviderSpec", "vmSize": "standard_d8s_V3"})",
       R"([{"op":"test","path":"B/vmSize","value":"standard_d8s_V3"},)"
       R"({"op":"replace","path":"B/vmSize","value":"Standard_D16s_v3"}])"},
      {"GCP",
       R"("gcp": [{"weight": 1, "machineType": "n2-standard-4"}, {"weight": 2, "machineType": "n2-standard-8"}])",
       R"({"kind": "GCPMachineProviderSpec", "machineType": "n2-standard-4"})",
       R"([{"op":"test","path":"B/machineType","value":"n2-standard-4"},)"
       R"({"op":"replace","path":"B/machineType","value":"n2-standard-8"}])"},
      {"OpenStack", R"("openstack": [{"weight": 1, "flavor": "m1"}, {"weight": 2, "flavor": "m \"2"}])",
       R"({"kind": "OpenstackProviderSpec", "flavor": "m1"})",
       R"([{"op":"test","path":"B/flavor","value":"m1"},{"op":"replace","path":"B/flavor","value":"m \"2"}])"},
      {"Nutanix",
       R"("nutanix": [{"weight": 1, "vcpuSockets": 4, "vcpusPerSocket": 1, "memorySize": "16Gi"},
                      {"weight": 2, "vcpuSockets": 8, "vcpusPerSocket": 1, "memorySize": "32Gi"}])",
       R"({"kind": "NutanixMachineProviderConfig", "vcpuSockets": 4, "vcpusPerSocket": 1, "memorySize": "16384Mi"})",
       R"([{"op":"test","path":"B/vcpuSockets","value":4},{"op":"test","path":"B/vcpusPerSocket","value":1},)"
       R"({"op":"test","path":"B/memorySize","value":"16384Mi"},{"op":"replace","path":"B/vcpuSockets","value":8},)"
       R"({"op":"replace","path":"B/vcpusPerSocket","value":1},{"op":"replace","path":"B/memorySize","value":"32Gi"}])"},
      {"VSphere",
       R"("vsphere": [{"weight": 1, "numCPUs": 4, "memoryMiB": 16384}, {"weight": 2, "numCPUs": 8, "memoryMiB": 32768}])",
       R"({"kind": "VSphereMachineProviderSpec", "numCPUs": 4, "memoryMiB": 16384, "diskGiB": 200})",
       R"([{"op":"test","path":"B/numCPUs","value":4},{"op":"test","path":"B/memoryMiB","value":16384},)"
       R"({"op":"test","path":"B/diskGiB","value":200},{"op":"replace","path":"B/numCPUs","value":8},)"
       R"({"op":"replace","path":"B/memoryMiB","value":32768}])"},
  };
  for (const PlatformCase& c : kCases) EXPECT_EQ(PatchOf(Larger(c.platform, c.sizes, c.spec)), c.patch);
}

constexpr char kWithDisk[] =
    R"("vsphere": [{"weight": 1, "numCPUs": 4, "memoryMiB": 16384},
                   {"weight": 2, "numCPUs": 8, "memoryMiB": 32768, "diskGiB": 240}])";

constexpr char kNutanixSizes[] =
    R"("nutanix": [{"weight": 1, "vcpuSockets": 4, "vcpusPerSocket": 1, "memorySize": "16Gi"},
                   {"weight": 2, "vcpuSockets": 8, "vcpusPerSocket": 1, "memorySize": "32Gi"}])";

TEST(MachineReadings, A10TheDiskTakesPartOnlyWhereASizeHasIt) {
  EXPECT_THAT(PatchOf(Larger("VSphere", kWithDisk,
                             R"({"kind": "VSphereMachineProviderSpec", "numCPUs": 4, "memoryMiB": 16384})")),
              HasSubstr(R"({"op":"add","path":"B/diskGiB","value":240})"));
  // A size that has a disk does not match a machine whose disk is unknown or different.
  for (const char* disk : {"", R"(, "diskGiB": 120)"}) {
    const std::string spec =
        absl::StrCat(R"({"kind": "VSphereMachineProviderSpec", "numCPUs": 8, "memoryMiB": 32768)", disk, "}");
    EXPECT_EQ(OutcomeAndReason(Larger("VSphere", kWithDisk, spec)), "HOLD CURRENT_SIZE_NOT_IN_LADDER") << disk;
  }
  const std::string spec =
      R"({"kind": "VSphereMachineProviderSpec", "numCPUs": 8, "memoryMiB": 32768, "diskGiB": 240})";
  EXPECT_EQ(OutcomeAndReason(Larger("VSphere", kWithDisk, spec)), "HOLD AT_MAXIMUM_SIZE");
}

TEST(MachinePatch, Section12ASizeFromTheVmTemplateIsUnknown) {
  const v1::RecommendMachineResponse response =
      DecideMachine(Larger("VSphere", kWithDisk, R"({"kind": "VSphereMachineProviderSpec", "numCPUs": 4})"));
  EXPECT_EQ(OutcomeAndReason(response), "HOLD CURRENT_SIZE_NOT_IN_LADDER");
  EXPECT_THAT(response.findings(response.findings_size() - 1).message(), HasSubstr("no memoryMiB"));
}

TEST(MachinePatch, Section12SocketsThatDoNotDivideTheCpusCauseAWarning) {
  v1::RecommendMachineRequest request =
      Larger("VSphere", kWithDisk,
             R"({"kind": "VSphereMachineProviderSpec", "numCPUs": 4, "memoryMiB": 16384, "numCoresPerSocket": 8})");
  EXPECT_THAT(MachineWarnings(DecideMachine(request)), Contains("CORES_PER_SOCKET_MISMATCH"));
  ProviderSpec(request).set_num_cores_per_socket(4);
  EXPECT_THAT(MachineWarnings(DecideMachine(request)), ::testing::Not(Contains("CORES_PER_SOCKET_MISMATCH")));
  ProviderSpec(request).set_num_cores_per_socket(2);
  v1::AutoscalerMachineSizes& machines = *request.mutable_control_plane_machine_set_autoscaler()
                                              ->mutable_spec()
                                              ->mutable_machine_configuration()
                                              ->mutable_machines_v1beta1_machine_openshift_io()
                                              ->mutable_machine_configurations();
  machines.mutable_vsphere(1)->set_num_cpus(7);
  EXPECT_THAT(MachineWarnings(DecideMachine(request)), Contains("CORES_PER_SOCKET_MISMATCH"));
  ProviderSpec(request).set_num_cores_per_socket(1);
  EXPECT_THAT(MachineWarnings(DecideMachine(request)), ::testing::Not(Contains("CORES_PER_SOCKET_MISMATCH")));
}

constexpr char kAwsSizes[] = R"("aws": [{"weight": 1, "instanceType": "a"}, {"weight": 2, "instanceType": "b"}])";

TEST(MachinePatch, Section12TheResourceVersionIsAPrecondition) {
  v1::RecommendMachineRequest request =
      Larger("AWS", kAwsSizes, R"({"kind": "AWSMachineProviderConfig", "instanceType": "a"})");
  request.mutable_control_plane_machine_set()->mutable_metadata()->set_resource_version("4711");
  EXPECT_THAT(PatchOf(request),
              ::testing::StartsWith(R"([{"op":"test","path":"/metadata/resourceVersion","value":"4711"},)"));
}

TEST(MachinePatch, Section12ThePlatformOfTheMachines) {
  v1::RecommendMachineRequest request =
      Larger("AWS", kAwsSizes, R"({"kind": "AzureMachineProviderSpec", "instanceType": "a"})");
  EXPECT_EQ(OutcomeAndReason(request), "HOLD CURRENT_SIZE_NOT_IN_LADDER");
  // The platform in failureDomains takes precedence over the kind of the provider spec.
  std::string& platform = *request.mutable_control_plane_machine_set()
                               ->mutable_spec()
                               ->mutable_template_()
                               ->mutable_machines_v1beta1_machine_openshift_io()
                               ->mutable_failure_domains()
                               ->mutable_platform();
  platform = "AWS";
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED");
  platform = "Azure";
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD CURRENT_SIZE_NOT_IN_LADDER");
  EXPECT_EQ(
      response.findings(response.findings_size() - 1).message(),
      R"(the platform of the machines is "Azure", and that of the autoscaler AWS; list sizes of the platform of the )"
      "machines");
}

TEST(MachinePatch, MessageAboutAnUnknownSizeHasAHint) {
  const auto message = [](absl::string_view platform, absl::string_view sizes, absl::string_view spec) {
    const v1::RecommendMachineResponse response = DecideMachine(Larger(platform, sizes, spec));
    return response.findings(response.findings_size() - 1).message();
  };
  EXPECT_EQ(message("AWS", kAwsSizes, R"({"instanceType": "a"})"),
            "the platform of the machines is not set; set failureDomains.platform, or the kind of the provider spec, "
            "to that of AWS");
  EXPECT_EQ(message("AWS", kAwsSizes, R"({"kind": "AWSMachineProviderConfig"})"),
            "the machines have no instanceType, so their size is unknown; set instanceType in the provider spec");
  EXPECT_EQ(message("AWS", kAwsSizes, R"({"kind": "AWSMachineProviderConfig", "instanceType": "z"})"),
            R"("z" is not one of the sizes of the autoscaler; add it, with a weight)");
  EXPECT_EQ(message("VSphere", kWithDisk,
                    R"({"kind": "VSphereMachineProviderSpec", "numCPUs": 2, "memoryMiB": 8192, "diskGiB": 120})"),
            R"("numCPUs 2, memoryMiB 8192, diskGiB 120" is not one of the sizes of the autoscaler; add it, with a )"
            "weight");
  EXPECT_EQ(message("Nutanix", kNutanixSizes,
                    R"({"kind": "NutanixMachineProviderConfig", "vcpuSockets": 2, "vcpusPerSocket": 1,
                        "memorySize": "8Gi"})"),
            R"("vcpuSockets 2, vcpusPerSocket 1, memorySize 8Gi" is not one of the sizes of the autoscaler; add it, )"
            "with a weight");
}

TEST(MachinePatch, MemoryOfMachinesThatIsNotAQuantityAboveZeroIsAnError) {
  const auto errors = [](absl::string_view memory) {
    return MachineErrors(
        Larger("Nutanix", kNutanixSizes,
               absl::StrCat(R"({"kind": "NutanixMachineProviderConfig", "memorySize": ")", memory, "\"}")));
  };
  const std::string path =
      " controlPlaneMachineSet.spec.template.machines_v1beta1_machine_openshift_io.spec.providerSpec.value.memorySize";
  EXPECT_THAT(errors("16 Gi"), ElementsAre("QUANTITY_MALFORMED" + path));
  EXPECT_THAT(errors("0"), ElementsAre("VALUE_OUT_OF_RANGE" + path));
  EXPECT_THAT(errors("1n"), ::testing::IsEmpty());
}

}  // namespace
}  // namespace cpsizer
