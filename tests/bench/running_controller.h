#ifndef CPSIZER_TESTS_BENCH_RUNNING_CONTROLLER_H_
#define CPSIZER_TESTS_BENCH_RUNNING_CONTROLLER_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "tests/bench/machine.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::bench {

// The programs to measure.
struct ControllerPrograms {
  std::string sidecar;
  std::string service;
  std::string peer;
};

// A controller at work on the cluster of a kubeconfig, without a limit to its rate: cpsizer-sidecar with a service
// behind a Unix socket, or the peer. Killed with this object.
class RunningController {
 public:
  // Errors: Internal, with what a program said, where it does not start.
  static absl::StatusOr<std::unique_ptr<RunningController>> StartSidecar(const ControllerPrograms& programs,
                                                                         const std::string& kubeconfig);
  static absl::StatusOr<std::unique_ptr<RunningController>> StartPeer(const ControllerPrograms& programs,
                                                                      const std::string& kubeconfig);

  absl::Time started() const { return started_; }
  bool has_service() const { return service_ != nullptr; }

  // CPU time since the start of the controller, of itself, and of its service.
  absl::Duration ControllerCpu() const { return CpuTimeOf(controller_->pid()); }
  absl::Duration ServiceCpu() const;
  ResidentMemory Memory() const { return ResidentMemoryOf(controller_->pid()); }

  // How long after `since` the sidecar's log says that it had decided about so many clusters; InfiniteDuration if
  // never.
  absl::Duration DecidedAfter(absl::Time since, int clusters);

  // Asks it to end, and waits for that. Internal, with what it said, if it does not end well.
  absl::Status Stop();
  // The end of what it said.
  std::string LastWords();

 private:
  RunningController() = default;
  absl::Status StartService(const std::string& program);
  absl::Status StartController(const std::vector<std::string>& command);

  const testing::TemporaryFolder folder_;
  std::unique_ptr<testing::Subprocess> service_;
  absl::Duration service_cpu_before_;
  std::unique_ptr<testing::Subprocess> controller_;
  absl::Time started_;
};

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_RUNNING_CONTROLLER_H_
