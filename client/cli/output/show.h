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

// These functions return values of a response as text. The text of an absent value is `-`.

// These functions return a canonical quantity in a form for users, such as `41.6Gi` of memory or `650m` of CPU.
std::string ShowMemory(absl::string_view canonical);
std::string ShowCpu(absl::string_view canonical);
// Returns an amount of a metric as text. `metric` is the controller's name of the metric (ReplicasProposal.name), or
// the name of a column of a series, such as `memory`. For memory, an amount without a unit, or with the unit n, u, m or
// k, is returned in a form for users, such as `41.6Gi`. Other amounts are unchanged.
std::string ShowMetricAmount(absl::string_view metric, absl::string_view amount);
// Returns a canonical fraction in a form for users, such as `0.65`.
std::string ShowFraction(absl::string_view canonical);
// Returns a ratio as a percentage such as `+28%` or `-1%`. The percentage is rounded down, so that a small shortfall is
// shown as `-1%` and not as `+0%`.
std::string ShowPercent(double ratio);
// Returns the time between `created` (RFC 3339) and `now` in the largest unit of which it has at least two, such as
// `90s`, `12m`, `36h` or `31d`. Returns `-` if `created` is malformed.
std::string ShowAge(absl::string_view created, absl::Time now);
// Returns the name of an enum value without `prefix`, as words. For example, returns `best effort` for
// SIZE_OUTCOME_BEST_EFFORT with the prefix `SIZE_OUTCOME_`.
std::string ShowEnum(absl::string_view name, absl::string_view prefix);
// Returns a number and a noun, such as `1 cluster` or `2 clusters`.
std::string Counted(size_t count, absl::string_view word);
// Returns names in the form `a, b, c`. If there are more than ten names, the text ends with, for example, `and 5 more`.
std::string ListNames(absl::Span<const std::string> names);
// Returns the end of a message about a name that is not one of `known`: the most similar one, such as `; did you mean
// "small"?`, or else `lead` and the names, such as `; there are small, large`.
std::string SuggestName(absl::string_view name, absl::Span<const std::string> known, absl::string_view lead);
// Returns `text`, or `-` if `text` is empty.
std::string OrDash(absl::string_view text);

// Returns the fields of `message` that are set. Field names are split into words: grows_above with the value 110m
// becomes `{"grows above", "110m"}`. Supports only scalar fields.
std::vector<std::pair<std::string, std::string>> FieldsAsWords(const google::protobuf::Message& message);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_SHOW_H_
