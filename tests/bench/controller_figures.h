#ifndef CPSIZER_TESTS_BENCH_CONTROLLER_FIGURES_H_
#define CPSIZER_TESTS_BENCH_CONTROLLER_FIGURES_H_

#include <cstdint>
#include <vector>

#include "absl/time/time.h"

namespace cpsizer::bench {

// The CPU time used by the controller and by its service.
struct CpuUse {
  absl::Duration controller;
  absl::Duration service;

  absl::Duration Both() const { return controller + service; }
};

// The measured work of one controller on a fleet. InfiniteDuration and 0 mean not measured.
struct ControllerFigures {
  // Since its start.
  absl::Duration all_decided = absl::InfiniteDuration();
  absl::Duration all_written = absl::InfiniteDuration();
  CpuUse cpu_until_written;
  CpuUse cpu_until_quiet;  // including the work after the writes: events, and watch events of the writes
  int64_t resident_bytes = 0;
  int64_t peak_bytes = 0;
  int64_t events = 0;  // written while it started
  // The share of a core, while nothing changes.
  double idle_share = 0;
  // The time from sending the change of a VPA until a watch delivers the annotation.
  absl::Duration change_p50;
  absl::Duration change_p90;
  // The time after sending a change of the configuration that resizes every cluster.
  absl::Duration configuration_decided = absl::InfiniteDuration();
  absl::Duration configuration_written = absl::InfiniteDuration();
};

// Figures of the sidecar alone, for a fleet of this size.
struct Growth {
  int clusters = 0;
  ControllerFigures figures;
};

// Prints both next to each other with the ratios and the targets. Returns the number of missed targets.
int PrintComparison(int clusters, const ControllerFigures& ours, const ControllerFigures& peer);
// Prints a line for each size.
void PrintGrowth(const std::vector<Growth>& growth);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_CONTROLLER_FIGURES_H_
