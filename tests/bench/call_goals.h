#ifndef CPSIZER_TESTS_BENCH_CALL_GOALS_H_
#define CPSIZER_TESTS_BENCH_CALL_GOALS_H_

#include "tests/bench/call_results.h"
#include "tests/bench/memory_figures.h"

namespace cpsizer::bench {

// Prints in Markdown the goals, whether each goal was reached, and whether the run is valid.
void PrintGoals(const CallResults& results, const MemoryFigures& memory);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_CALL_GOALS_H_
