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

// A running controller on the cluster of a kubeconfig, without a rate limit: cpsizer-sidecar with a service on a Unix
// socket, or the peer. The destructor kills the controller and its service.
class RunningController {
 public:
  // Errors: Internal, with the output of the program, if a program does not start.
  static absl::StatusOr<std::unique_ptr<RunningController>> StartSidecar(const ControllerPrograms& programs,
                                                                         const std::string& kubeconfig);
  static absl::StatusOr<std::unique_ptr<RunningController>> StartPeer(const ControllerPrograms& programs,
                                                                      const std::string& kubeconfig);

  absl::Time started() const { return started_; }
  bool has_service() const { return service_ != nullptr; }

  // These functions return the CPU time that the controller and its service have used since the start of the
  // controller.
  absl::Duration ControllerCpu() const { return CpuTimeOf(controller_->pid()); }
  absl::Duration ServiceCpu() const;
  ResidentMemory Memory() const { return ResidentMemoryOf(controller_->pid()); }

  // Returns the time from `since` until the log of the sidecar reports decisions about `clusters` clusters. Returns
  // InfiniteDuration if the log does not report these decisions.
  absl::Duration DecidedAfter(absl::Time since, int clusters);

  // Stops the controller with SIGTERM, and waits for its exit. Errors: Internal, with the output of the controller, if
  // the exit is not normal.
  absl::Status Stop();
  // Returns the end of the output of the controller.
  std::string LastOutput();

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
