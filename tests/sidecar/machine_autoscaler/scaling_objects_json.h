#ifndef CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_OBJECTS_JSON_H_
#define CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_OBJECTS_JSON_H_

#include <string>

#include "tests/testing/json.h"

// MachineAutoscalers and MachineSets as on the API server.
namespace cpsizer::sidecar {

inline constexpr char kScalingNamespace[] = "openshift-machine-api";

struct BoundsJson {
  std::string name;
  std::string target;
  int min = 1;
  int max = 6;
  bool finalizer = false;
  std::string last = "";  // the name of status.lastTargetRef; empty for none
  bool deleting = false;
  std::string kind = "MachineSet";  // of the target
};
kube::Json MachineAutoscalerJson(const BoundsJson& fields);

struct TargetJson {
  std::string name;
  std::string owner = "";  // the name of the MachineAutoscaler that has it; empty for none
  int min = 1;
  int max = 6;
};
kube::Json MachineSetJson(const TargetJson& fields);

// The reference to a MachineSet.
kube::Json TargetRefJson(const std::string& name, const std::string& kind = "MachineSet");
// The value of the annotation of the owner.
std::string OwnerText(const std::string& name);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_OBJECTS_JSON_H_
