#ifndef CPSIZER_SERVER_NEAREST_NAME_H_
#define CPSIZER_SERVER_NEAREST_NAME_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// The name that `word` was probably meant to be: the one with the fewest letters to insert, drop or replace, if they
// are at most a third of its letters. Empty if none is near.
absl::string_view NearestName(absl::string_view word, absl::Span<const absl::string_view> names);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_NEAREST_NAME_H_
