#ifndef CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_
#define CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// Returns the name in `known` that `name` probably means: equal without case, else with the fewest letters inserted,
// removed, replaced or swapped with their neighbor, without case. At most a third of the letters of the known name
// may differ, but at least one may. The first of several. Points into `known`.
absl::optional<absl::string_view> NearestName(absl::string_view name, absl::Span<const absl::string_view> known);

// Returns the end of a message: `; did you mean "recommend"?`, or empty if no known name is similar. Not escaped.
std::string DidYouMean(absl::string_view name, absl::Span<const absl::string_view> known);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_
