#include "client/sidecar/control/controllers.h"

#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_controller.h"
#include "client/sidecar/machine/machine_controller.h"
#include "client/sidecar/machine_autoscaler/machine_autoscaler_controller.h"
#include "client/sidecar/replicas/replica_controller.h"
#include "client/sidecar/size/size_controller.h"

namespace cpsizer::sidecar {

absl::Span<const ControllerInfo* const> Controllers() {
  static constexpr const ControllerInfo* kControllers[] = {
      &kSizeController,
      &kReplicaController,
      &kMachineController,
      &kMachineAutoscalerController,
      &kClusterAutoscalerController,
  };
  return kControllers;
}

}  // namespace cpsizer::sidecar
