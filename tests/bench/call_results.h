#ifndef CPSIZER_TESTS_BENCH_CALL_RESULTS_H_
#define CPSIZER_TESTS_BENCH_CALL_RESULTS_H_

#include <array>
#include <vector>

#include "absl/types/optional.h"
#include "tests/bench/call_cases.h"
#include "tests/bench/load_generator.h"

namespace cpsizer::bench {

// A function that computes one figure of a measurement.
using Figure = double (*)(const Case&, const Measurement&);

// Returns the CPU time of the server for one item, in microseconds.
double ServerMicros(const Case& measured, const Measurement& measurement);
// Returns the median time of a call, in microseconds.
double P50Micros(const Case& measured, const Measurement& measurement);

// These functions return figures of the whole measurement, not of one item.
double Threads(const Measurement& measurement);
double Failed(const Measurement& measurement);

// Returns the largest value of `figure` in all rounds; 0 if there are no rounds.
double Largest(const std::vector<Measurement>& rounds, double (*figure)(const Measurement&));

// The measurements of all cases. Each case has one measurement for each round, or none if it could not be measured.
class CallResults {
 public:
  void Add(CaseId id, const Measurement& measurement) { rounds_[static_cast<size_t>(id)].push_back(measurement); }

  // Returns the median of `figure` over the rounds of a case. There must be at least one round.
  double Median(CaseId id, Figure figure) const;
  // Returns the median of the ratios of `figure` for `id` to `figure` for `base`. Each ratio is computed within a
  // round, because the speed of the machine changes between rounds. Absent if there are no rounds.
  absl::optional<double> MedianRatio(CaseId id, CaseId base, Figure figure) const;

  // Returns the measurements of all rounds.
  const std::vector<Measurement>& Rounds(CaseId id) const { return rounds_[static_cast<size_t>(id)]; }

 private:
  std::array<std::vector<Measurement>, kCaseCount> rounds_;
};

// Prints a Markdown table with a row for each case.
void PrintTable(const CallResults& results);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_CALL_RESULTS_H_
