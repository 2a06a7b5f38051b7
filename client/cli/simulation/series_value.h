#ifndef CPSIZER_CLIENT_CLI_SIMULATION_SERIES_VALUE_H_
#define CPSIZER_CLIENT_CLI_SIMULATION_SERIES_VALUE_H_

#include <cstdint>
#include <string>

#include "client/cli/output/csv.h"
#include "client/objects/problem_list.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {

// A value of a series: an amount or a percentage.
struct SeriesValue {
  std::string text;      // as written; empty if nothing was measured
  bool percent = false;  // of what the pods request, or of the capacity of the nodes
  Nanos nanos = 0;       // the amount, or percent
};

// The values that a column accepts.
struct SeriesValueRules {
  std::string header;  // of the column
  // The expected text: `write an amount such as 120m, or 60% of the request`.
  std::string remedy;
  // The reason why percentages have no meaning in this column, with a remedy; empty if they are accepted, from 0 to
  // `max_percent`.
  std::string no_percent;
  int64_t max_percent = 0;
};

// Returns the text of a field in quotes, cut and safe to print.
std::string QuotedField(const CsvField& field);

// Reads the text of a field that is not empty. Adds a problem if it is not such a value.
void ReadSeriesValue(const CsvField& field, const SeriesValueRules& rules, objects::ProblemList& problems,
                     SeriesValue& value);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIMULATION_SERIES_VALUE_H_
