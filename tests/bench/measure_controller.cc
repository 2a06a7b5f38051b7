#include "tests/bench/measure_controller.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace cpsizer::bench {
namespace {

// kTimeout is longer than the time that any fleet needs on a slow machine.
constexpr absl::Duration kTimeout = absl::Minutes(10);
constexpr absl::Duration kOneChangeTimeout = absl::Seconds(30);

// The controller is quiet if it uses less CPU than kQuietCpu in a window. The window is longer than one second, because
// events are sent only one second after the last write.
constexpr absl::Duration kQuietWindow = absl::Seconds(3);
constexpr absl::Duration kQuietCpu = absl::Milliseconds(10);

// The pause before each change: changes are sent one by one, to an idle controller.
constexpr absl::Duration kBetweenChanges = absl::Milliseconds(100);

absl::Duration Quantile(std::vector<absl::Duration> values, double share) {
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(share * static_cast<double>(values.size())))];
}

}  // namespace

void ControllerMeasurement::Pass(absl::Duration duration) {
  user_.RunUntil([] { return false; }, duration);
}

absl::Status ControllerMeasurement::WaitUntilAllSized() {
  const absl::Status status = watch_.WaitUntilAllSized(kTimeout);
  if (status.ok()) return status;
  return absl::Status(status.code(),
                      absl::StrCat(status.message(), "; output of the controller: ", controller_.LastOutput()));
}

absl::Status ControllerMeasurement::Start() {
  if (absl::Status status = WaitUntilAllSized(); !status.ok()) return status;
  figures_.all_written = absl::Now() - controller_.started();
  figures_.cpu_until_written = Cpu();
  figures_.all_decided = controller_.DecidedAfter(controller_.started(), fleet_.size());
  return absl::OkStatus();
}

absl::Status ControllerMeasurement::WaitUntilQuiet() {
  const absl::Time deadline = absl::Now() + kTimeout;
  CpuUse before = Cpu();
  while (absl::Now() < deadline) {
    Pass(kQuietWindow);
    const CpuUse now = Cpu();
    if (now.Both() - before.Both() < kQuietCpu) return absl::OkStatus();
    before = now;
  }
  return absl::DeadlineExceededError("the controller does not become idle");
}

absl::Status ControllerMeasurement::Quiet() {
  if (absl::Status status = WaitUntilQuiet(); !status.ok()) return status;
  figures_.cpu_until_quiet = Cpu();
  const ResidentMemory memory = controller_.Memory();
  figures_.resident_bytes = memory.now;
  figures_.peak_bytes = memory.peak;
  return absl::OkStatus();
}

void ControllerMeasurement::Idle(absl::Duration window) {
  const CpuUse before = Cpu();
  Pass(window);
  figures_.idle_share = absl::FDivDuration(Cpu().Both() - before.Both(), window);
}

absl::Status ControllerMeasurement::Changes(int count, const std::function<absl::Status(int cluster)>& write) {
  std::vector<absl::Duration> seen;
  for (int change = 0; change < count; ++change) {
    const int cluster = static_cast<int>(int64_t{change} * fleet_.size() / count);
    Pass(kBetweenChanges);
    fleet_.ChangeDemand(cluster);
    watch_.FleetChanged();
    const absl::Time begin = absl::Now();
    absl::Status status = write(cluster);
    if (status.ok()) status = watch_.WaitUntilSized(cluster, kOneChangeTimeout);
    if (!status.ok()) return status;
    seen.push_back(absl::Now() - begin);
  }
  figures_.change_p50 = Quantile(seen, 0.5);
  figures_.change_p90 = Quantile(seen, 0.9);
  return absl::OkStatus();
}

absl::Status ControllerMeasurement::ConfigurationChange(const std::function<absl::Status()>& write) {
  fleet_.ChangeConfiguration();
  watch_.FleetChanged();
  const absl::Time begin = absl::Now();
  absl::Status status = write();
  if (status.ok()) status = WaitUntilAllSized();
  if (!status.ok()) return status;
  figures_.configuration_written = absl::Now() - begin;
  figures_.configuration_decided = controller_.DecidedAfter(begin, fleet_.size());
  return absl::OkStatus();
}

absl::Status ControllerMeasurement::Stop() {
  // The controller may still be sending events.
  if (absl::Status status = WaitUntilQuiet(); !status.ok()) return status;
  return controller_.Stop();
}

}  // namespace cpsizer::bench
