#ifndef CPSIZER_TESTS_BENCH_MEASURE_CONTROLLER_H_
#define CPSIZER_TESTS_BENCH_MEASURE_CONTROLLER_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "tests/bench/controller_figures.h"
#include "tests/bench/fleet.h"
#include "tests/bench/running_controller.h"
#include "tests/bench/size_watch.h"

namespace cpsizer::bench {

// Measures a controller that was just started on a fleet without sizes. The functions must be called in the order of
// their declarations, and each function sets its figures. Errors: DeadlineExceeded, with the last output of the
// controller, if the fleet does not get the expected sizes.
class ControllerMeasurement {
 public:
  ControllerMeasurement(RunningController& controller, Fleet& fleet, SizeWatch& watch, testing::ApiUser& user)
      : controller_(controller), fleet_(fleet), watch_(watch), user_(user) {}

  absl::Status Start();
  absl::Status Quiet();
  void Idle(absl::Duration window);
  // `write` writes the demand of a cluster to the API server.
  absl::Status Changes(int count, const std::function<absl::Status(int cluster)>& write);
  // `write` writes the configuration to the API server.
  absl::Status ConfigurationChange(const std::function<absl::Status()>& write);
  // Waits until the controller is idle, and stops it.
  absl::Status Stop();

  const ControllerFigures& figures() const { return figures_; }
  ControllerFigures& figures() { return figures_; }

 private:
  CpuUse Cpu() const { return {controller_.ControllerCpu(), controller_.ServiceCpu()}; }
  void Pass(absl::Duration duration);
  absl::Status WaitUntilAllSized();
  absl::Status WaitUntilQuiet();

  RunningController& controller_;
  Fleet& fleet_;
  SizeWatch& watch_;
  testing::ApiUser& user_;
  ControllerFigures figures_;
};

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_MEASURE_CONTROLLER_H_
