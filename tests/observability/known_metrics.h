#ifndef CPSIZER_TESTS_OBSERVABILITY_KNOWN_METRICS_H_
#define CPSIZER_TESTS_OBSERVABILITY_KNOWN_METRICS_H_

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::observability {

// Returns the errors in the names of a query, one sentence each. An error is a metric that no cpsizer program has, a
// label that the metric does not have, or a value that the label never has. docs/metrics.md is generated from the same
// metrics. Another test compares the running programs with this page.
std::vector<std::string> ProblemsOf(absl::string_view query);

// Returns the labels that the result of a query may have.
std::set<std::string> LabelsOfAnswer(absl::string_view query);

}  // namespace cpsizer::observability

#endif  // CPSIZER_TESTS_OBSERVABILITY_KNOWN_METRICS_H_
