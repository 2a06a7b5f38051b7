#include "tests/bench/controller_figures.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "absl/strings/str_format.h"

namespace cpsizer::bench {
namespace {

// How a figure is checked: not at all, by its value, or by its ratio to the value of the peer.
enum class Criterion : uint8_t { kNot, kValue, kRatio };

struct Row {
  const char* name;
  double ours;
  double peer;  // NaN if only cpsizer is measured
  Criterion criterion = Criterion::kNot;
  double at_most = 0;
};

double Seconds(absl::Duration duration) {
  return absl::ToDoubleSeconds(duration);
}
double Milliseconds(absl::Duration duration) {
  return absl::ToDoubleMilliseconds(duration);
}
double Mebibytes(int64_t bytes) {
  return static_cast<double>(bytes) / (1 << 20);
}

// Returns the CPU time for each write. A write sets a size or creates an event. Written events are counted, because the
// controller does not send all events.
double MicrosPerWrite(int clusters, const ControllerFigures& figures) {
  return 1e6 * Seconds(figures.cpu_until_quiet.Both()) / static_cast<double>(clusters + figures.events);
}

std::vector<Row> Rows(int clusters, const ControllerFigures& ours, const ControllerFigures& peer) {
  const double none = std::nan("");
  return {
      {"all decided, after start, s", Seconds(ours.all_decided), none, Criterion::kValue, 5},
      {"all written, after start, s", Seconds(ours.all_written), Seconds(peer.all_written)},
      {"CPU until all are written, s", Seconds(ours.cpu_until_written.Both()), Seconds(peer.cpu_until_written.Both()),
       Criterion::kRatio, 0.5},
      {"  of which the controller, s", Seconds(ours.cpu_until_written.controller),
       Seconds(peer.cpu_until_written.controller)},
      {"CPU until it is quiet, s", Seconds(ours.cpu_until_quiet.Both()), Seconds(peer.cpu_until_quiet.Both())},
      {"  of which the controller, s", Seconds(ours.cpu_until_quiet.controller),
       Seconds(peer.cpu_until_quiet.controller)},
      {"events written until then", static_cast<double>(ours.events), static_cast<double>(peer.events)},
      {"CPU for each write, event or size, us", MicrosPerWrite(clusters, ours), MicrosPerWrite(clusters, peer)},
      {"resident memory, MiB", Mebibytes(ours.resident_bytes), Mebibytes(peer.resident_bytes), Criterion::kValue, 60},
      {"resident memory at its peak, MiB", Mebibytes(ours.peak_bytes), Mebibytes(peer.peak_bytes)},
      {"idle, % of a core", 100 * ours.idle_share, 100 * peer.idle_share, Criterion::kRatio, 1},
      {"VPA change to annotation, p50, ms", Milliseconds(ours.change_p50), Milliseconds(peer.change_p50),
       Criterion::kRatio, 1},
      {"VPA change to annotation, p90, ms", Milliseconds(ours.change_p90), Milliseconds(peer.change_p90),
       Criterion::kRatio, 1},
      {"configuration change, all decided, s", Seconds(ours.configuration_decided), none, Criterion::kValue, 0.5},
      {"configuration change, all written, s", Seconds(ours.configuration_written),
       Seconds(peer.configuration_written)},
  };
}

std::string Format(double value) {
  return std::isnan(value) ? "-" : absl::StrFormat("%.3f", value);
}

}  // namespace

int PrintComparison(int clusters, const ControllerFigures& ours, const ControllerFigures& peer) {
  printf("\n%-38s %10s %10s %10s %9s\n", absl::StrFormat("%d hosted clusters", clusters).c_str(), "ours", "peer",
         "ours/peer", "at most");
  int missed = 0;
  for (const Row& row : Rows(clusters, ours, peer)) {
    const double ratio = row.ours / row.peer;
    printf("%-38s %10.3f %10s %10s", row.name, row.ours, Format(row.peer).c_str(), Format(ratio).c_str());
    if (row.criterion == Criterion::kNot) {
      printf("\n");
      continue;
    }
    const bool reached = (row.criterion == Criterion::kRatio ? ratio : row.ours) <= row.at_most;
    missed += reached ? 0 : 1;
    printf(" %9.2f  %s%s\n", row.at_most, row.criterion == Criterion::kRatio ? "of the peer's, " : "",
           reached ? "reached" : "MISSED");
  }
  fflush(stdout);
  return missed;
}

void PrintGrowth(const std::vector<Growth>& growth) {
  printf("\n%10s %12s %12s %12s %16s %10s %10s %14s\n", "clusters", "decided s", "written s", "CPU s", "CPU us/cluster",
         "MiB", "peak MiB", "config, dec. s");
  for (const auto& [clusters, figures] : growth) {
    const double cpu = Seconds(figures.cpu_until_written.Both());
    printf("%10d %12.2f %12.2f %12.2f %16.1f %10.1f %10.1f %14.2f\n", clusters, Seconds(figures.all_decided),
           Seconds(figures.all_written), cpu, 1e6 * cpu / clusters, Mebibytes(figures.resident_bytes),
           Mebibytes(figures.peak_bytes), Seconds(figures.configuration_decided));
  }
}

}  // namespace cpsizer::bench
