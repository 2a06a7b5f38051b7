// Compares the recommendations of the room with those of upstream, which standard input has. Prints what was compared.
#include <iostream>

#include "tests/history/recommender/upstream_series.h"

int main() {
  std::ios::sync_with_stdio(false);
  cpsizer::history::ComparedSeries counts;
  const absl::Status status = cpsizer::history::CompareWithUpstream(std::cin, counts);
  std::cout << "compared " << counts.recommendations << " recommendations of " << counts.series << " series\n";
  if (status.ok() && counts.recommendations > 0) return 0;
  std::cout << (status.ok() ? "error: standard input has no samples" : status.ToString()) << "\n";
  return 1;
}
