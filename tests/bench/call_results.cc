#include "tests/bench/call_results.h"

#include <algorithm>
#include <cstdio>

namespace cpsizer::bench {
namespace {

// E against itself must be within this, or the machine was too busy for the rest to count.
constexpr double kNoiseLow = 0.97;
constexpr double kNoiseHigh = 1.03;

double MedianOf(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

const Case& CaseOf(CaseId id) {
  return Cases()[static_cast<size_t>(id)];
}

double Largest(const std::vector<Measurement>& rounds, double (*figure)(const Measurement&)) {
  double largest = 0;
  for (const Measurement& round : rounds) largest = std::max(largest, figure(round));
  return largest;
}

double Threads(const Measurement& measurement) {
  return measurement.server_threads;
}
double Foreign(const Measurement& measurement) {
  return measurement.foreign_cpu;
}
double Failed(const Measurement& measurement) {
  return static_cast<double>(measurement.errors + measurement.unfinished);
}

struct Goal {
  const char* text;
  double seen;
  double limit;
};

std::vector<Goal> Goals(const CallResults& results) {
  double threads = 0;
  for (const Case& measured : Cases()) {
    if (measured.server == Server::kOurs) threads = std::max(threads, Largest(results.Rounds(measured.id), Threads));
  }
  const auto ratio = [&](CaseId id, CaseId base) { return results.MedianRatio(id, base, ServerMicros); };
  return {
      {"1  RecommendSize, CPU, of E", ratio(CaseId::kOurs, CaseId::kEcho), 0.80},
      {"2  RecommendSize, CPU, of an echo built as ours", ratio(CaseId::kOurs, CaseId::kEchoBuiltAsOurs), 1.10},
      {"3  CPU at 256 in flight, of at 64", ratio(CaseId::kOursAt256, CaseId::kOurs), 1.15},
      {"3  CPU at 8 in flight, of at 64", ratio(CaseId::kOursAt8, CaseId::kOurs), 1.15},
      {"3  threads at any load", threads, 16},
      {"4  item with its own configuration, FULL, of a call", ratio(CaseId::kBatchOwnFull, CaseId::kOurs), 0.40},
      {"4  item under one configuration, BRIEF, of a call", ratio(CaseId::kBatchSharedBrief, CaseId::kOurs), 0.03},
      {"4  item of 10,000, of one of 1,000", ratio(CaseId::kLargeBatchSharedBrief, CaseId::kBatchSharedBrief), 1.15},
      {"5  p50 at 20,000/s, of E's", results.MedianRatio(CaseId::kOursAtRate, CaseId::kEchoAtRate, P50Micros), 1.10},
      {"5  CPU at 20,000/s, of E's", ratio(CaseId::kOursAtRate, CaseId::kEchoAtRate), 1.00},
      {"5  errors and unfinished calls at 20,000/s", Largest(results.Rounds(CaseId::kOursAtRate), Failed), 0},
  };
}

}  // namespace

double ServerMicros(const Case& measured, const Measurement& measurement) {
  return measurement.server_micros / measured.items;
}

double P50Micros(const Case& /*measured*/, const Measurement& measurement) {
  return measurement.p50_micros;
}

double CallResults::Median(CaseId id, Figure figure) const {
  std::vector<double> values;
  for (const Measurement& round : Rounds(id)) values.push_back(figure(CaseOf(id), round));
  return MedianOf(std::move(values));
}

double CallResults::MedianRatio(CaseId id, CaseId base, Figure figure) const {
  std::vector<double> ratios;
  for (size_t round = 0; round < Rounds(id).size(); ++round) {
    ratios.push_back(figure(CaseOf(id), Rounds(id)[round]) / figure(CaseOf(base), Rounds(base)[round]));
  }
  return MedianOf(std::move(ratios));
}

void PrintTable(const CallResults& results) {
  printf("\n%-32s %10s %7s %10s %9s %9s %8s %8s %8s\n", "median of the rounds", "CPU us", "of E", "calls/s", "p50 us",
         "p99 us", "threads", "failed", "foreign");
  for (const Case& measured : Cases()) {
    const std::vector<Measurement>& rounds = results.Rounds(measured.id);
    printf("%-32s %10.2f %7.3f %10.0f %9.0f %9.0f %8.0f %8.0f %7.1f%%\n", measured.name,
           results.Median(measured.id, ServerMicros), results.MedianRatio(measured.id, CaseId::kEcho, ServerMicros),
           results.Median(measured.id, [](const Case&, const Measurement& m) { return m.calls_per_second; }),
           results.Median(measured.id, P50Micros),
           results.Median(measured.id, [](const Case&, const Measurement& m) { return m.p99_micros; }),
           Largest(rounds, Threads), Largest(rounds, Failed), 100 * Largest(rounds, Foreign));
  }
}

int PrintGoals(const CallResults& results) {
  printf("\n%-52s %8s %8s\n", "goal", "seen", "at most");
  int missed = 0;
  for (const Goal& goal : Goals(results)) {
    const bool reached = goal.seen <= goal.limit;
    missed += reached ? 0 : 1;
    printf("%-52s %8.3f %8.2f  %s\n", goal.text, goal.seen, goal.limit, reached ? "reached" : "MISSED");
  }
  const double noise = results.MedianRatio(CaseId::kEchoAgain, CaseId::kEcho, ServerMicros);
  const bool counts = kNoiseLow <= noise && noise <= kNoiseHigh;
  printf("\nE against itself: %.3f (%.2f to %.2f): this run %s\n", noise, kNoiseLow, kNoiseHigh,
         counts ? "counts" : "does NOT count, the machine was too busy");
  return missed;
}

}  // namespace cpsizer::bench
