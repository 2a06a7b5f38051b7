#ifndef CPSIZER_TESTS_OBSERVABILITY_QUERY_NAMES_H_
#define CPSIZER_TESTS_OBSERVABILITY_QUERY_NAMES_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::observability {

// A metric in a query, and the values that the query requires of its labels, by label.
struct Selector {
  std::string metric;
  std::map<std::string, std::string> labels;  // the text between quotes
};

// The names in a query of Prometheus.
struct QueryNames {
  std::vector<Selector> selectors;
  std::set<std::string> grouping;  // labels of `by`, `on` and similar keywords
};

// Returns the names in `query`, which Prometheus must be able to parse. A name that is not a function, keyword, label
// or duration is a metric.
QueryNames NamesIn(absl::string_view query);

}  // namespace cpsizer::observability

#endif  // CPSIZER_TESTS_OBSERVABILITY_QUERY_NAMES_H_
