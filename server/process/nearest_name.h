#ifndef CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_
#define CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// Returns the name in `known` that is most similar to `name`. Returns nullopt if no name is similar. Upper and lower
// case are equal.
//
// The result is the name with the fewest edits. An edit is a letter that is inserted, removed, replaced, or swapped
// with the next letter. The number of edits must be at most a third of the length of the result, but one edit is
// allowed for each name of at least two letters. If several names have the fewest edits, returns the first of them. The
// result points into `known`.
absl::optional<absl::string_view> NearestName(absl::string_view name, absl::Span<const absl::string_view> known);

// Returns a text for the end of a message, such as `; did you mean "recommend"?`. Returns an empty text if no known
// name is similar. The known name is not escaped.
std::string DidYouMean(absl::string_view name, absl::Span<const absl::string_view> known);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_
