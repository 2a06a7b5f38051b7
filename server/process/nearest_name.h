#ifndef CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_
#define CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// The one of `known` that `name` was likely meant to be: equal but for case, else the fewest letters inserted, removed,
// replaced or swapped with their neighbour, case aside. At most a third of the known name's letters may differ, though
// one always may. Of equals the first. Points into `known`.
absl::optional<absl::string_view> NearestName(absl::string_view name, absl::Span<const absl::string_view> known);

// The end of a sentence: `; did you mean "recommend"?`, or nothing where no known name is near. Not escaped.
std::string DidYouMean(absl::string_view name, absl::Span<const absl::string_view> known);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_NEAREST_NAME_H_
