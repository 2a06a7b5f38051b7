#ifndef CPSIZER_TESTS_BENCH_CALL_RESULTS_H_
#define CPSIZER_TESTS_BENCH_CALL_RESULTS_H_

#include <array>
#include <vector>

#include "absl/types/optional.h"
#include "tests/bench/call_cases.h"
#include "tests/bench/load_generator.h"

namespace cpsizer::bench {

// A figure of one measurement.
using Figure = double (*)(const Case&, const Measurement&);

// CPU time of the server for one item, microseconds.
double ServerMicros(const Case& measured, const Measurement& measurement);
// Median time of a call, microseconds.
double P50Micros(const Case& measured, const Measurement& measurement);

// Figures of the machine, not of an item.
double Threads(const Measurement& measurement);
double Failed(const Measurement& measurement);

// Returns the largest of all rounds; 0 if there is none.
double Largest(const std::vector<Measurement>& rounds, double (*figure)(const Measurement&));

// The measurements of all cases, one for each round; none for a case that could not be measured.
class CallResults {
 public:
  void Add(CaseId id, const Measurement& measurement) { rounds_[static_cast<size_t>(id)].push_back(measurement); }

  // Returns the median of the rounds. Requires one.
  double Median(CaseId id, Figure figure) const;
  // Returns the median of the ratios of both cases within each round: machines drift from round to round. Absent
  // without a round.
  absl::optional<double> MedianRatio(CaseId id, CaseId base, Figure figure) const;

  // Returns the measurements of all rounds.
  const std::vector<Measurement>& Rounds(CaseId id) const { return rounds_[static_cast<size_t>(id)]; }

 private:
  std::array<std::vector<Measurement>, kCaseCount> rounds_;
};

// Prints a row for each case, in Markdown.
void PrintTable(const CallResults& results);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_CALL_RESULTS_H_
