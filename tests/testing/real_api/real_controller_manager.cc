#include "tests/testing/real_api/real_controller_manager.h"

#include "tests/testing/real_api/tied_process.h"

namespace cpsizer::testing {

absl::StatusOr<std::unique_ptr<RealControllerManager>> RealControllerManager::Start(
    const RealApiServer& server, const std::vector<std::string>& flags) {
  std::vector<std::string> all = {
      "--kubeconfig=" + server.WriteKubeconfig(kControllerManagerUser, {"system:masters"}),
      "--controllers=horizontal-pod-autoscaler-controller",
      "--horizontal-pod-autoscaler-sync-period=1s",
      "--leader-elect=false",
      "--secure-port=0",
      // These limits are high so that the controller decides all autoscalers of a test within one second.
      "--concurrent-horizontal-pod-autoscaler-syncs=20",
      "--kube-api-qps=2000",
      "--kube-api-burst=4000",
  };
  all.insert(all.end(), flags.begin(), flags.end());
  absl::StatusOr<std::unique_ptr<Subprocess>> process = StartTool("kube-controller-manager", all);
  if (!process.ok()) return process.status();
  return std::unique_ptr<RealControllerManager>(new RealControllerManager(*std::move(process)));
}

}  // namespace cpsizer::testing
