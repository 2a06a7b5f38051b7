#ifndef CPSIZER_CLIENT_HISTORY_SERIES_STEP_CHECK_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_STEP_CHECK_H_

#include <cstdint>
#include <vector>

#include "client/history/series/sample.h"

namespace cpsizer::history {

// Finds the clusters and pods whose samples have different steps, such as 1 minute at first and 5 minutes later.
//
// A step is the time between two samples that is repeated at once, with a tolerance of 10 %. So gaps and the jitter of
// scrapes are not steps. Samples with only a number of nodes do not count: their step can be another one, and nothing
// depends on it. The memory is 16 bytes for each cluster and pod. Not thread-safe.
class StepCheck {
 public:
  // Adds a sample. The times of a cluster or pod must increase. Returns true for the first sample with another step
  // than that of the samples before it.
  bool Add(const Sample& sample);

 private:
  struct Series {
    int64_t last_milliseconds = -1;
    uint32_t difference = 0;  // of the last two samples, in milliseconds; about 50 days are the most
    uint32_t step = 0;        // 0: not known
  };

  // By the number of the cluster or of the pod.
  std::vector<Series> clusters_;
  std::vector<Series> pods_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_STEP_CHECK_H_
