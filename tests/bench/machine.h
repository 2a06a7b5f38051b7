#ifndef CPSIZER_TESTS_BENCH_MACHINE_H_
#define CPSIZER_TESTS_BENCH_MACHINE_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace cpsizer::bench {

// Cores of this machine.
int CoreCount();

// Keeps this process, with every thread it starts from here on, on one core.
void PinThisProcess(int core);

// `command`, kept on one core.
std::vector<std::string> PinnedCommand(int core, const std::vector<std::string>& command);

// CPU time that a process has used so far, all threads, system time included.
absl::Duration CpuTimeOf(pid_t process);

// CPU time that everything on this machine has used so far, in ticks of 10 ms.
absl::Duration CpuTimeOfMachine();

// Threads of a process, now.
int ThreadsOf(pid_t process);

// Memory of a process that is resident, in bytes.
struct ResidentMemory {
  int64_t now = 0;
  int64_t peak = 0;
};
ResidentMemory ResidentMemoryOf(pid_t process);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_MACHINE_H_
