#ifndef CPSIZER_TESTS_BENCH_CONTROLLER_FIGURES_H_
#define CPSIZER_TESTS_BENCH_CONTROLLER_FIGURES_H_

#include <cstdint>
#include <vector>

#include "absl/time/time.h"

namespace cpsizer::bench {

// The CPU time that the controller and its service used.
struct CpuUse {
  absl::Duration controller;
  absl::Duration service;

  absl::Duration Both() const { return controller + service; }
};

// The measured work of one controller on a fleet. InfiniteDuration and 0 mean that a value was not measured.
struct ControllerFigures {
  // The times from the start of the controller until all clusters are decided, and until all sizes are written.
  absl::Duration all_decided = absl::InfiniteDuration();
  absl::Duration all_written = absl::InfiniteDuration();
  CpuUse cpu_until_written;
  CpuUse cpu_until_quiet;  // also includes the work after the writes: events, and watch events of the writes
  int64_t resident_bytes = 0;
  int64_t peak_bytes = 0;
  int64_t events = 0;  // events that were written after the start, until the controller was quiet
  // The share of a core that the controller uses while nothing changes.
  double idle_share = 0;
  // The time from the write of a VPA until a watch returns the annotation.
  absl::Duration change_p50;
  absl::Duration change_p90;
  // The times from the write of a configuration that resizes every cluster, until all clusters are decided, and until
  // all sizes are written.
  absl::Duration configuration_decided = absl::InfiniteDuration();
  absl::Duration configuration_written = absl::InfiniteDuration();
};

// The figures of the sidecar alone, for a fleet of `clusters` clusters.
struct Growth {
  int clusters = 0;
  ControllerFigures figures;
};

// Prints the figures of both controllers next to each other, with the ratios and the targets. Returns the number of
// missed targets.
int PrintComparison(int clusters, const ControllerFigures& ours, const ControllerFigures& peer);
// Prints a line for each size of the fleet.
void PrintGrowth(const std::vector<Growth>& growth);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_CONTROLLER_FIGURES_H_
