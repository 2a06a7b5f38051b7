#ifndef CPSIZER_CLIENT_CLI_OUTPUT_SHOW_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_SHOW_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "google/protobuf/message.h"

namespace cpsizer::cli {

// Values of a response as text. An absent value is `-`.

// Canonical quantities: `41.6Gi` of memory, `650m` of CPU.
std::string ShowMemory(absl::string_view canonical);
std::string ShowCpu(absl::string_view canonical);
// An amount of a metric, as kubectl names metrics: for memory a plain number of bytes becomes a quantity, other amounts
// are unchanged.
std::string ShowMetricAmount(absl::string_view metric, absl::string_view amount);
// A canonical fraction: `0.65`.
std::string ShowFraction(absl::string_view canonical);
// A ratio as a percentage, floored, so that a shortfall is never shown as a fit: `+28%`, `-1%`.
std::string ShowPercent(double ratio);
// The time between `created` (RFC 3339) and `now` in its largest unit: `45s`, `12m`, `7h`, `31d`.
std::string ShowAge(absl::string_view created, absl::Time now);
// The name of an enum value without its prefix: `best effort` for SIZE_OUTCOME_BEST_EFFORT and prefix `SIZE_OUTCOME_`.
std::string ShowEnum(absl::string_view name, absl::string_view prefix);
// `1 cluster`, `2 clusters`.
std::string Counted(size_t count, absl::string_view word);
// `a, b, c`, and after ten names `and 5 more`.
std::string ListNames(absl::Span<const std::string> names);
// `text`, or `-` if it is empty.
std::string OrDash(absl::string_view text);

// The fields of `message` that are set, names as words: `{"grows above", "110m"}` for grows_above. Only scalar fields.
std::vector<std::pair<std::string, std::string>> FieldsAsWords(const google::protobuf::Message& message);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_SHOW_H_
