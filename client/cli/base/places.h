#ifndef CPSIZER_CLIENT_CLI_BASE_PLACES_H_
#define CPSIZER_CLIENT_CLI_BASE_PLACES_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/objects/found_object.h"

namespace cpsizer::cli {

// Finds the places in files to which paths of findings refer.
class Places {
 public:
  virtual ~Places() = default;

  // Returns the place of `path`; absent if no file contains it, as with `demand...`.
  virtual absl::optional<objects::Place> PlaceOf(absl::string_view path) const = 0;

  // The object that the paths belong to, for messages that show a place: `HorizontalPodAutoscaler shop/web`. Empty
  // if the place is sufficient.
  virtual std::string Subject() const { return ""; }
};

// Removes `field[7]` and a following point from the front of `path`; absent if `path` does not begin so.
absl::optional<size_t> TakeItem(absl::string_view field, absl::string_view& path);

// Returns the place at `index`; absent without an index, and past the end.
absl::optional<objects::Place> PlaceAt(absl::Span<const objects::Place> places, absl::optional<size_t> index);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_PLACES_H_
