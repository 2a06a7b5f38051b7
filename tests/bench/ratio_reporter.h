#ifndef CPSIZER_TESTS_BENCH_RATIO_REPORTER_H_
#define CPSIZER_TESTS_BENCH_RATIO_REPORTER_H_

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace cpsizer::bench {

// The counters that a benchmark sets: the number of sizes, and the number of items of one iteration.
inline constexpr char kSizesCounter[] = "sizes";
inline constexpr char kItemsCounter[] = "items";

// Prints the time of each run for one item. Also prints the ratio of this time to the time of the first run of the same
// function, in total and for one size. Not thread-safe.
class RatioReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& report) override;

  // Returns whether a benchmark failed.
  bool failed() const { return failed_; }

 private:
  void Print(const Run& run);

  std::string function_;
  double first_nanos_ = 0;
  double first_nanos_per_size_ = 0;
  bool failed_ = false;
};

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_RATIO_REPORTER_H_
