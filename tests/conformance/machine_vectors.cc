// Errors in autoscalers of control plane machines and in the credentials of their queries. There is one vector for each
// rule.
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/conformance/vector.h"

namespace cpsizer::conformance {
namespace {

constexpr char kMachineRule[] = "validation-of-a-control-plane-autoscaler";
const std::string kList = "spec.machineConfiguration.machines_v1beta1_machine_openshift_io.machineConfigurations.aws";

// Returns a request to validate an autoscaler with these sizes of AWS. `more` has additional fields of its spec.
v1::ValidateConfigRequest Machines(absl::string_view sizes, absl::string_view more = "") {
  return FromJson<v1::ValidateConfigRequest>(absl::StrCat(
      R"({"controlPlaneMachineSetAutoscaler": {"metadata": {"name": "cluster"}, "spec": {"machineConfiguration": {
          "machineType": "machines_v1beta1_machine_openshift_io", "machines_v1beta1_machine_openshift_io": {
          "machineConfigurations": {"platform": "AWS", "aws": [)",
      sizes, "]}}}", more, "}}}"));
}

constexpr char kLadder[] = R"({"weight": 1, "instanceType": "r4.large"}, {"weight": 2, "instanceType": "r4.xlarge"})";

v1::ValidateConfigRequest Secrets(absl::string_view entries) {
  return FromJson<v1::ValidateConfigRequest>(absl::StrCat(
      R"({"controlPlaneMachineSetAutoscalingTriggerAuthentication": {"spec": {"secretTargetRef": [)", entries, "]}}}"));
}

}  // namespace

std::vector<Vector> MachineVectors() {
  return {
      {kMachineRule,
       "the example of the proposal, whose thresholds overlap",
       Machines(
           kLadder,
           R"(, "scaleUp": {"triggerPolicy": "any", "triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "30m"}}]},
                    "scaleDown": {"triggerPolicy": "all", "triggers": [
                      {"type": "cpu", "cpu": {"value": "80", "timeWindow": "30m"}},
                      {"type": "memory", "memory": {"value": "90", "timeWindow": "30m"}}]})"),
       {"valid", "WARNING THRESHOLDS_OVERLAP spec.scaleDown.triggers"}},
      {kMachineRule,
       "repeated sizes and weights, and two spellings",
       Machines(R"({"weight": 1, "instanceType": "a"}, {"weight": 1, "instanceType": "a", "instanceSize": "b"})"),
       {"not valid", absl::StrCat("ERROR SPELLINGS_CONTRADICT ", kList, "[1].instanceSize"),
        absl::StrCat("ERROR WEIGHT_DUPLICATE ", kList, "[1].weight"),
        absl::StrCat("ERROR MACHINE_SIZE_DUPLICATE ", kList, "[1]")}},
      {kMachineRule,
       "one size",
       Machines(R"({"weight": 1, "instanceType": "a"})"),
       {"valid", absl::StrCat("WARNING MACHINE_SIZES_TOO_FEW ", kList)}},
      {kMachineRule,
       "a small size",
       FromJson<v1::ValidateConfigRequest>(R"({"controlPlaneMachineSetAutoscaler": {"spec": {"machineConfiguration": {
          "machineType": "machines_v1beta1_machine_openshift_io", "machines_v1beta1_machine_openshift_io": {
          "platform": "vSphere", "vsphere": [{"weight": 1, "numCPUs": 4, "memoryMiB": 1024},
                                             {"weight": 2, "numCPUs": 8, "memoryMiB": 16384}]}}}}})"),
       {"valid",
        "WARNING MACHINE_SIZE_SMALL "
        "spec.machineConfiguration.machines_v1beta1_machine_openshift_io.vsphere[0].memoryMiB"}},
      {kMachineRule,
       "triggers that cannot be read",
       Machines(kLadder,
                R"(, "scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80%", "timeWindow": "30m"}},
                    {"type": "prometheus", "authenticationRef": {"name": "auth"}, "prometheus": {
                      "serverAddress": "thanos:9091", "query": "up", "threshold": "one", "authModes": ["basic", "bearer"]}}]})"),
       {"not valid", "ERROR NUMBER_MALFORMED spec.scaleUp.triggers[0].cpu.value",
        "ERROR URL_MALFORMED spec.scaleUp.triggers[1].prometheus.serverAddress",
        "ERROR NUMBER_MALFORMED spec.scaleUp.triggers[1].prometheus.threshold",
        "ERROR AUTH_MODES_CONTRADICT spec.scaleUp.triggers[1].prometheus.authModes"}},
      {kMachineRule,
       "all warnings",
       Machines(kLadder,
                R"(, "scaleUp": {"stabilizationWindow": "10m", "triggers": [
                      {"type": "cpu", "cpu": {"value": "100", "timeWindow": "30m"}},
                      {"type": "prometheus", "prometheus": {"serverAddress": "https://thanos:9092", "query": "up",
                        "threshold": "1", "unsafeSsl": true}}]},
                    "scaleDown": {"triggers": [{"type": "cpu", "cpu": {"value": "30", "timeWindow": "30m"}},
                      {"type": "memory", "memory": {"value": "30", "timeWindow": "30m"}}]})"),
       {"valid", "WARNING TRIGGER_NEVER_MET spec.scaleUp.triggers[0].cpu.value",
        "WARNING TENANCY_WITHOUT_NAMESPACE spec.scaleUp.triggers[1].prometheus.serverAddress",
        "WARNING CERTIFICATE_NOT_CHECKED spec.scaleUp.triggers[1].prometheus.unsafeSsl",
        "WARNING DELAY_SHORT spec.scaleUp.scaleUpDelay", "WARNING DELAY_BELOW_WINDOW spec.scaleUp.scaleUpDelay",
        "WARNING TRIGGER_POLICY_OMITTED spec.scaleDown.triggerPolicy"}},
      {kMachineRule,
       "incomplete and repeated credentials",
       Secrets(R"({"parameter": "cert", "name": "s", "key": "tls.crt"}, {"parameter": "token", "name": "s", "key": "t"},
                  {"parameter": "bearerToken", "name": "s", "key": "u"})"),
       {"not valid", "ERROR PARAMETER_DUPLICATE spec.secretTargetRef[2].parameter",
        "ERROR CREDENTIALS_INCOMPLETE spec.secretTargetRef"}},
  };
}

}  // namespace cpsizer::conformance
