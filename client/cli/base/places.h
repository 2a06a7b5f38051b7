#ifndef CPSIZER_CLIENT_CLI_BASE_PLACES_H_
#define CPSIZER_CLIENT_CLI_BASE_PLACES_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/objects/found_object.h"

namespace cpsizer::cli {

// Maps the paths of findings to places in files.
class Places {
 public:
  virtual ~Places() = default;

  // Returns the place of `path`, or nothing if no file contains the path. For example, no file contains `demand...`.
  virtual absl::optional<objects::Place> PlaceOf(absl::string_view path) const = 0;

  // Returns the object that the paths belong to, such as `HorizontalPodAutoscaler shop/web`. Messages show the object
  // together with the place. Returns an empty text if the place alone identifies the object.
  virtual std::string Subject() const { return ""; }
};

// If `path` begins with an item of `field` such as `field[7]`, removes the item and the next dot from `path` and
// returns the index. Returns nothing for any other path.
absl::optional<size_t> TakeItem(absl::string_view field, absl::string_view& path);

// Returns the place at `index`, or nothing if `index` has no value or is past the end.
absl::optional<objects::Place> PlaceAt(absl::Span<const objects::Place> places, absl::optional<size_t> index);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_PLACES_H_
