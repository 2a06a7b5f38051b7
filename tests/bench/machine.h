#ifndef CPSIZER_TESTS_BENCH_MACHINE_H_
#define CPSIZER_TESTS_BENCH_MACHINE_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace cpsizer::bench {

// Returns the number of cores of this machine.
int CoreCount();

// Pins this process, which generates load, and every thread that it starts later to a core that the measured servers do
// not use. If there is only one core, prints that the figures mean little.
void PinLoadGenerator();

// Returns the command that runs `command` pinned to one core.
std::vector<std::string> PinnedCommand(int core, const std::vector<std::string>& command);

// Returns the CPU time that a process has used so far: user and system time of all threads.
absl::Duration CpuTimeOf(pid_t process);

// Returns the CPU time that all processes of this machine have used so far. The resolution is 10 ms.
absl::Duration CpuTimeOfMachine();

// Returns the current number of threads of a process.
int ThreadsOf(pid_t process);

// The resident memory of a process, in bytes.
struct ResidentMemory {
  int64_t now = 0;
  int64_t peak = 0;
};
ResidentMemory ResidentMemoryOf(pid_t process);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_MACHINE_H_
