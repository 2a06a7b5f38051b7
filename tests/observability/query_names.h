#ifndef CPSIZER_TESTS_OBSERVABILITY_QUERY_NAMES_H_
#define CPSIZER_TESTS_OBSERVABILITY_QUERY_NAMES_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::observability {

// A metric in a query, and what its labels must be, by label.
struct Selector {
  std::string metric;
  std::map<std::string, std::string> labels;  // the text between quotes
};

// The names in a query of Prometheus.
struct QueryNames {
  std::vector<Selector> selectors;
  std::set<std::string> grouping;  // labels of `by`, `on` and their like
};

// `query` must be one that Prometheus parses: this only tells names apart, and takes for a metric whatever is no
// function, keyword, label or duration.
QueryNames NamesIn(absl::string_view query);

}  // namespace cpsizer::observability

#endif  // CPSIZER_TESTS_OBSERVABILITY_QUERY_NAMES_H_
