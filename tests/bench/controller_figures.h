#ifndef CPSIZER_TESTS_BENCH_CONTROLLER_FIGURES_H_
#define CPSIZER_TESTS_BENCH_CONTROLLER_FIGURES_H_

#include <cstdint>
#include <vector>

#include "absl/time/time.h"

namespace cpsizer::bench {

// CPU time that was used, by the controller and by the service that it asks.
struct CpuUse {
  absl::Duration controller;
  absl::Duration service;

  absl::Duration Both() const { return controller + service; }
};

// What one controller was seen to do about a fleet. InfiniteDuration and 0 stand for what was not measured.
struct ControllerFigures {
  // From its start.
  absl::Duration all_decided = absl::InfiniteDuration();
  absl::Duration all_written = absl::InfiniteDuration();
  CpuUse cpu_until_written;
  CpuUse cpu_until_quiet;  // with what comes behind the writes: events, and the watch telling of them
  int64_t resident_bytes = 0;
  int64_t peak_bytes = 0;
  int64_t events = 0;  // written while it started
  // Of a core, while nothing changes.
  double idle_share = 0;
  // From sending the change of a VPA until a watch shows the annotation.
  absl::Duration change_p50;
  absl::Duration change_p90;
  // From sending a change of the configuration that resizes every cluster.
  absl::Duration configuration_decided = absl::InfiniteDuration();
  absl::Duration configuration_written = absl::InfiniteDuration();
};

// Figures of the sidecar alone, for a fleet of that size.
struct Growth {
  int clusters = 0;
  ControllerFigures figures;
};

// Prints both beside each other with the ratios and the targets. Returns how many targets were missed.
int PrintComparison(int clusters, const ControllerFigures& ours, const ControllerFigures& peer);
// Prints a line for each size.
void PrintGrowth(const std::vector<Growth>& growth);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_CONTROLLER_FIGURES_H_
