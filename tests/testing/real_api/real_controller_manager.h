#ifndef CPSIZER_TESTS_TESTING_REAL_API_REAL_CONTROLLER_MANAGER_H_
#define CPSIZER_TESTS_TESTING_REAL_API_REAL_CONTROLLER_MANAGER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/testing/real_api/real_api_server.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::testing {

// The user name of the controller manager on the API server, as in a cluster.
inline constexpr char kControllerManagerUser[] = "system:kube-controller-manager";

// The real kube-controller-manager. It runs only the HorizontalPodAutoscaler controller, which syncs every autoscaler
// once per second. The controller can use the kinds that are installed when the controller starts. It can use kinds
// that are installed later only after half a minute.
//
// Must not outlive the API server. The program stops when this object is destroyed. It also stops when the thread that
// started it ends, even if the test crashes.
class RealControllerManager {
 public:
  // Requires kube-controller-manager among the tools (tools.h). `flags` are added to the default flags. Returns at
  // once. Errors: Internal if the program cannot be started.
  static absl::StatusOr<std::unique_ptr<RealControllerManager>> Start(const RealApiServer& server,
                                                                      const std::vector<std::string>& flags = {});

  // The test may stop and continue the process, and read its output.
  Subprocess& process() { return *process_; }

 private:
  explicit RealControllerManager(std::unique_ptr<Subprocess> process) : process_(std::move(process)) {}

  const std::unique_ptr<Subprocess> process_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_REAL_CONTROLLER_MANAGER_H_
