#include "tests/bench/call_results.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

namespace cpsizer::bench {
namespace {

double MedianOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

const Case& CaseOf(CaseId id) {
  return Cases()[static_cast<size_t>(id)];
}

double Foreign(const Measurement& measurement) {
  return measurement.foreign_cpu;
}
}  // namespace

double Threads(const Measurement& measurement) {
  return measurement.server_threads;
}

double Failed(const Measurement& measurement) {
  return static_cast<double>(measurement.errors + measurement.unfinished);
}

double Largest(const std::vector<Measurement>& rounds, double (*figure)(const Measurement&)) {
  double largest = 0;
  for (const Measurement& round : rounds) largest = std::max(largest, figure(round));
  return largest;
}

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

absl::optional<double> CallResults::MedianRatio(CaseId id, CaseId base, Figure figure) const {
  std::vector<double> ratios;
  const size_t rounds = std::min(Rounds(id).size(), Rounds(base).size());
  for (size_t round = 0; round < rounds; ++round) {
    ratios.push_back(figure(CaseOf(id), Rounds(id)[round]) / figure(CaseOf(base), Rounds(base)[round]));
  }
  if (ratios.empty()) return absl::nullopt;
  return MedianOf(std::move(ratios));
}

void PrintTable(const CallResults& results) {
  printf("\n| %-32s | CPU us |  of E | calls/s | p50 us | p99 us | threads | failed | foreign |\n",
         "Median of the rounds");
  printf("| %s | -----: | ----: | ------: | -----: | -----: | ------: | -----: | ------: |\n",
         std::string(32, '-').c_str());
  for (const Case& measured : Cases()) {
    const std::vector<Measurement>& rounds = results.Rounds(measured.id);
    if (rounds.empty()) continue;
    printf("| %-32s | %6.2f | %5.3f | %7.0f | %6.0f | %6.0f | %7.0f | %6.0f | %6.1f%% |\n", measured.name,
           results.Median(measured.id, ServerMicros),
           results.MedianRatio(measured.id, CaseId::kEcho, ServerMicros).value_or(0),
           results.Median(measured.id, [](const Case&, const Measurement& m) { return m.calls_per_second; }),
           results.Median(measured.id, P50Micros),
           results.Median(measured.id, [](const Case&, const Measurement& m) { return m.p99_micros; }),
           Largest(rounds, Threads), Largest(rounds, Failed), 100 * Largest(rounds, Foreign));
  }
}

}  // namespace cpsizer::bench
