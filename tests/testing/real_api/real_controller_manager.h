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

// Its user name on the API server, as in a cluster.
inline constexpr char kControllerManagerUser[] = "system:kube-controller-manager";

// The real kube-controller-manager, with the HorizontalPodAutoscaler controller alone: it reads every autoscaler each
// second. It knows the kinds that the API server has when it starts, and later ones after half a minute.
//
// Must not outlive the API server. Stops with this object, and with the thread that started it, even if it crashes.
class RealControllerManager {
 public:
  // Requires kube-controller-manager among the tools (tools.h). `flags` are added to those of the above. Returns at
  // once. Errors: Internal if it cannot be started.
  static absl::StatusOr<std::unique_ptr<RealControllerManager>> Start(const RealApiServer& server,
                                                                      const std::vector<std::string>& flags = {});

  // To be stopped, continued, and its output read.
  Subprocess& process() { return *process_; }

 private:
  explicit RealControllerManager(std::unique_ptr<Subprocess> process) : process_(std::move(process)) {}

  const std::unique_ptr<Subprocess> process_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_REAL_CONTROLLER_MANAGER_H_
