#include "tests/bench/running_controller.h"

#include <algorithm>
#include <csignal>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/tied_process.h"

namespace cpsizer::bench {
namespace {

using testing::Subprocess;

constexpr absl::Duration kTimeout = absl::Seconds(60);
constexpr size_t kLastOutputBytes = 2'000;

// This rate is far above the rate of an API server, so no controller waits for its own rate limit.
constexpr char kQps[] = "--kube-api-qps=100000";
constexpr char kBurst[] = "--kube-api-burst=100000";

}  // namespace

absl::StatusOr<std::unique_ptr<RunningController>> RunningController::StartSidecar(const ControllerPrograms& programs,
                                                                                   const std::string& kubeconfig) {
  std::unique_ptr<RunningController> running(new RunningController);
  if (absl::Status status = running->StartService(programs.service); !status.ok()) return status;
  absl::Status status = running->StartController(
      {programs.sidecar, "--kubeconfig=" + kubeconfig, "--service=unix:" + running->folder_.PathOf("service.sock"),
       "--leader-elect-resource-namespace=cpsizer", "--mode=enforce", "--vpa-min-age=0s", kQps, kBurst});
  if (!status.ok()) return status;
  return running;
}

absl::StatusOr<std::unique_ptr<RunningController>> RunningController::StartPeer(const ControllerPrograms& programs,
                                                                                const std::string& kubeconfig) {
  std::unique_ptr<RunningController> running(new RunningController);
  absl::Status status = running->StartController({programs.peer, "--kubeconfig=" + kubeconfig, kQps, kBurst});
  if (!status.ok()) return status;
  return running;
}

absl::Status RunningController::StartService(const std::string& program) {
  absl::StatusOr<std::unique_ptr<Subprocess>> service =
      testing::StartTied({program, "--grpc-addr=unix:" + folder_.PathOf("service.sock"), "--drain-delay=0s"});
  if (!service.ok()) return service.status();
  service_ = *std::move(service);
  const bool serves =
      service_
          ->WaitForLine([](absl::string_view line) { return absl::StrContains(line, R"("msg":"serving")"); }, kTimeout)
          .has_value();
  if (!serves) return absl::InternalError(absl::StrCat(program, " does not serve: ", service_->standard_error()));
  service_cpu_before_ = CpuTimeOf(service_->pid());
  return absl::OkStatus();
}

absl::Status RunningController::StartController(const std::vector<std::string>& command) {
  started_ = absl::Now();
  absl::StatusOr<std::unique_ptr<Subprocess>> controller = testing::StartTied(command);
  if (!controller.ok()) return controller.status();
  controller_ = *std::move(controller);
  return absl::OkStatus();
}

absl::Duration RunningController::ServiceCpu() const {
  return has_service() ? CpuTimeOf(service_->pid()) - service_cpu_before_ : absl::ZeroDuration();
}

absl::Duration RunningController::DecidedAfter(absl::Time since, int clusters) {
  const std::string log = controller_->standard_error();
  int decided = 0;
  for (const absl::string_view line : absl::StrSplit(log, '\n')) {
    if (!absl::StrContains(line, R"("msg":"sizes decided")")) continue;
    const kube::Json entry = kube::ParseJson(line);
    absl::Time time;
    int count = 0;
    if (!absl::ParseTime(absl::RFC3339_full, kube::TextAt(entry, {"ts"}), &time, nullptr) || time < since ||
        !absl::SimpleAtoi(kube::TextAt(entry, {"clusters"}), &count)) {
      continue;
    }
    decided += count;
    if (decided >= clusters) return time - since;
  }
  return absl::InfiniteDuration();
}

absl::Status RunningController::Stop() {
  controller_->Signal(SIGTERM);
  const absl::optional<int> code = controller_->Wait(kTimeout);
  if (code == 0) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("the controller did not exit normally: ", LastOutput()));
}

std::string RunningController::LastOutput() {
  const std::string output = controller_->standard_error();
  return output.substr(output.size() - std::min(output.size(), kLastOutputBytes));
}

}  // namespace cpsizer::bench
