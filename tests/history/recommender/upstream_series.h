#ifndef CPSIZER_TESTS_HISTORY_RECOMMENDER_UPSTREAM_SERIES_H_
#define CPSIZER_TESTS_HISTORY_RECOMMENDER_UPSTREAM_SERIES_H_

#include <cstdint>
#include <istream>

#include "absl/status/status.h"

namespace cpsizer::history {

struct ComparedSeries {
  int64_t series = 0;
  int64_t recommendations = 0;
};

// Simulates the series in `input`, whose format is described in upstream.txt, and compares the recommendation after
// each sample with the recommendation of upstream. Counts what was compared in `counts`.
// Errors: InvalidArgument for a malformed line; DataLoss for the first recommendation that differs.
absl::Status CompareWithUpstream(std::istream& input, ComparedSeries& counts);

}  // namespace cpsizer::history

#endif  // CPSIZER_TESTS_HISTORY_RECOMMENDER_UPSTREAM_SERIES_H_
