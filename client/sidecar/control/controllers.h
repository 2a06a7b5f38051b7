#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLERS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLERS_H_

#include <cstdint>

#include "client/objects/lease/sidecar_lease.h"

// The table of all controllers.
namespace cpsizer::sidecar {

enum class ControllerKind : uint8_t { kSizes, kReplicas, kMachines, kMachineAutoscalers, kClusterAutoscalers };

struct ControllerInfo {
  ControllerKind kind;
  const char* name;     // value of --controller
  const char* label;    // value of the label `controller` of metrics; --controller accepts it too
  const char* objects;  // JSON key in /statusz for the number of objects
  // The defaults of --leader-elect-resource-name, --kube-api-qps and --kube-api-burst.
  const char* lease;
  int kube_api_qps;
  int kube_api_burst;
  // True if the controller can decide the objects of a folder (--source=dir:). If the value is false, `instead` is a
  // command that can decide these objects.
  bool reads_folders;
  const char* instead;
};

// The rows must be in the order of ControllerKind. The default --kube-api-qps of the controller `replicas` is enough
// for 2,000 autoscalers in 250 namespaces every 15 s, if the status of each autoscaler is written (docs/sidecar.md).
inline constexpr ControllerInfo kControllers[] = {
    {ControllerKind::kSizes, "sizes", "size", "clusters", objects::kSizesLease, 100, 200, true, ""},
    {ControllerKind::kReplicas, "replicas", "replicas", "autoscalers", "cpsizer-sidecar-replicas", 300, 600, false,
     "cpsizer replicas -f"},
    {ControllerKind::kMachines, "machines", "machines", "controlPlaneAutoscalers", "cpsizer-sidecar-machines", 20, 40,
     false, "cpsizer machine -f"},
    {ControllerKind::kMachineAutoscalers, "machine-autoscalers", "machine-autoscalers", "machineAutoscalers",
     "cpsizer-sidecar-machine-autoscalers", 20, 40, false, "cpsizer autoscaler plan -f"},
    {ControllerKind::kClusterAutoscalers, "cluster-autoscalers", "cluster-autoscalers", "clusterAutoscalers",
     "cpsizer-sidecar-cluster-autoscalers", 20, 40, false, "cpsizer autoscaler plan -f"},
};

constexpr const ControllerInfo& InfoOf(ControllerKind kind) {
  return kControllers[static_cast<int>(kind)];
}
static_assert(InfoOf(ControllerKind::kSizes).kind == ControllerKind::kSizes);
static_assert(InfoOf(ControllerKind::kReplicas).kind == ControllerKind::kReplicas);
static_assert(InfoOf(ControllerKind::kMachines).kind == ControllerKind::kMachines);
static_assert(InfoOf(ControllerKind::kMachineAutoscalers).kind == ControllerKind::kMachineAutoscalers);
static_assert(InfoOf(ControllerKind::kClusterAutoscalers).kind == ControllerKind::kClusterAutoscalers);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLERS_H_
