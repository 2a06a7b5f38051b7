#ifndef CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_OBJECTS_JSON_H_
#define CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_OBJECTS_JSON_H_

#include <string>

#include "tests/testing/json.h"

// MachineAutoscalers and MachineSets as the API server returns them.
namespace cpsizer::sidecar {

inline constexpr char kScalingNamespace[] = "openshift-machine-api";

struct BoundsJson {
  std::string name;
  std::string target;
  int min = 1;
  int max = 6;
  bool finalizer = false;
  std::string last = "";  // name in status.lastTargetRef; empty if there is none
  bool deleting = false;
  std::string kind = "MachineSet";  // kind of the target
};
kube::Json MachineAutoscalerJson(const BoundsJson& fields);

struct TargetJson {
  std::string name;
  std::string owner = "";  // name of the owner in the annotation; empty if there is none
  int min = 1;
  int max = 6;
};
kube::Json MachineSetJson(const TargetJson& fields);

// Returns a target reference to a MachineSet.
kube::Json TargetRefJson(const std::string& name, const std::string& kind = "MachineSet");
// Returns the value of the owner annotation for the MachineAutoscaler `name`.
std::string OwnerText(const std::string& name);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_OBJECTS_JSON_H_
