#ifndef CPSIZER_TESTS_OBSERVABILITY_KNOWN_METRICS_H_
#define CPSIZER_TESTS_OBSERVABILITY_KNOWN_METRICS_H_

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::observability {

// Returns the errors in the names of a query, a sentence each: metrics that cpsizer programs do not have
// (docs/metrics.md is generated from the same tables, and the running programs are compared with it), labels that
// these metrics do not have, and values that these labels never have.
std::vector<std::string> ProblemsOf(absl::string_view query);

// Returns the labels that the result of a query may have.
std::set<std::string> LabelsOfAnswer(absl::string_view query);

}  // namespace cpsizer::observability

#endif  // CPSIZER_TESTS_OBSERVABILITY_KNOWN_METRICS_H_
