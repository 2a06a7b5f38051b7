#include "tests/bench/ratio_reporter.h"

#include <cstdio>

namespace cpsizer::bench {
namespace {

// Returns a counter of a run; 1 if the run did not set the counter.
double CounterOrOne(const benchmark::BenchmarkReporter::Run& run, const char* name) {
  const auto counter = run.counters.find(name);
  return counter == run.counters.end() ? 1 : counter->second.value;
}

}  // namespace

bool RatioReporter::ReportContext(const Context& /*context*/) {
  printf("%-24s %-14s %12s %9s %14s\n", "", "", "CPU ns", "vs first", "a size, vs it");
  return true;
}

void RatioReporter::ReportRuns(const std::vector<Run>& report) {
  for (const Run& run : report) Print(run);
  fflush(stdout);
}

void RatioReporter::Print(const Run& run) {
  if (run.error_occurred) {
    failed_ = true;
    printf("%-24s %-14s failed: %s\n", run.run_name.function_name.c_str(), run.report_label.c_str(),
           run.error_message.c_str());
    return;
  }
  const double nanos = run.GetAdjustedCPUTime() / CounterOrOne(run, kItemsCounter);
  const double nanos_per_size = nanos / CounterOrOne(run, kSizesCounter);
  const bool first = run.run_name.function_name != function_;
  if (first) {
    function_ = run.run_name.function_name;
    first_nanos_ = nanos;
    first_nanos_per_size_ = nanos_per_size;
  }
  printf("%-24s %-14s %12.1f %9.2f", first ? function_.c_str() : "", run.report_label.c_str(), nanos,
         nanos / first_nanos_);
  if (run.counters.count(kSizesCounter) > 0) printf(" %14.2f", nanos_per_size / first_nanos_per_size_);
  printf("\n");
}

}  // namespace cpsizer::bench
