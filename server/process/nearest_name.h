#ifndef CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_
#define CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// Returns the name in `known` that `name` probably means; absent if no name is similar. Upper and lower case are equal.
// The result is the name with the fewest edits: letters that are inserted, removed, replaced or swapped with their
// neighbor. The number of edits must be at most a third of the letters of the known name, but one edit is always
// allowed. If several names have the fewest edits, returns the first of these names. The result points into `known`.
absl::optional<absl::string_view> NearestName(absl::string_view name, absl::Span<const absl::string_view> known);

// Returns the end of a message, such as `; did you mean "recommend"?`. Empty if no known name is similar. The text is
// not escaped.
std::string DidYouMean(absl::string_view name, absl::Span<const absl::string_view> known);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_
