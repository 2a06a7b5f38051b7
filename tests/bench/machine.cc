#include "tests/bench/machine.h"

#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace cpsizer::bench {
namespace {

constexpr int kGeneratorCore = 1;

// Returns a number from the kernel's status of a process, in the unit of the kernel; 0 if it is absent.
int64_t StatusOf(pid_t process, absl::string_view key) {
  std::ifstream status(absl::StrCat("/proc/", process, "/status"));
  int64_t number = 0;
  for (std::string line; std::getline(status, line);) {
    absl::string_view value = line;
    if (!absl::ConsumePrefix(&value, key)) continue;
    absl::ConsumeSuffix(&value, " kB");
    if (absl::SimpleAtoi(value, &number)) break;
  }
  return number;
}

}  // namespace

int CoreCount() {
  return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}

void PinLoadGenerator() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(std::min(kGeneratorCore, CoreCount() - 1), &cores);
  sched_setaffinity(0, sizeof cores, &cores);
  if (CoreCount() == 1) fprintf(stderr, "one core only: server and generator share it, the figures mean little\n");
}

std::vector<std::string> PinnedCommand(int core, const std::vector<std::string>& command) {
  std::vector<std::string> pinned = {"taskset", "--cpu-list", absl::StrCat(core)};
  pinned.insert(pinned.end(), command.begin(), command.end());
  return pinned;
}

absl::Duration CpuTimeOf(pid_t process) {
  clockid_t clock;
  timespec time = {};
  if (clock_getcpuclockid(process, &clock) == 0) clock_gettime(clock, &time);
  return absl::DurationFromTimespec(time);
}

absl::Duration CpuTimeOfMachine() {
  // The fields are: cpu user nice system idle iowait irq softirq steal ...
  std::ifstream stat("/proc/stat");
  std::string cpu;
  int64_t busy = 0;
  stat >> cpu;
  for (int field = 0; field < 8; ++field) {
    int64_t ticks = 0;
    stat >> ticks;
    const bool idle = field == 3 || field == 4;
    if (!idle) busy += ticks;
  }
  return absl::Seconds(busy) / sysconf(_SC_CLK_TCK);
}

int ThreadsOf(pid_t process) {
  return static_cast<int>(StatusOf(process, "Threads:"));
}

ResidentMemory ResidentMemoryOf(pid_t process) {
  constexpr int64_t kKibibyte = 1024;
  return {StatusOf(process, "VmRSS:") * kKibibyte, StatusOf(process, "VmHWM:") * kKibibyte};
}

}  // namespace cpsizer::bench
