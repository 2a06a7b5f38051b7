#ifndef CPSIZER_TESTS_HISTORY_SERIES_SHOW_SAMPLE_H_
#define CPSIZER_TESTS_HISTORY_SERIES_SHOW_SAMPLE_H_

#include <string>

#include "client/history/series/sample.h"

namespace cpsizer::history {

// Returns a sample as "MILLISECONDS CLUSTER-OR-POD MEMORY CPU". A missing value is "-".
std::string Show(const Sample& sample, const HistoryNames& names);

}  // namespace cpsizer::history

#endif  // CPSIZER_TESTS_HISTORY_SERIES_SHOW_SAMPLE_H_
