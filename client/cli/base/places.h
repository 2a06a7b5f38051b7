#ifndef CPSIZER_CLIENT_CLI_BASE_PLACES_H_
#define CPSIZER_CLIENT_CLI_BASE_PLACES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/found_object.h"

namespace cpsizer::cli {

// Finds the places in files that paths of findings refer to.
class Places {
 public:
  virtual ~Places() = default;

  // The place of `path`; absent where no file contains it, as with `demand...`.
  virtual absl::optional<objects::Place> PlaceOf(absl::string_view path) const = 0;

  // The object that the paths belong to, for messages that show a place: `HorizontalPodAutoscaler shop/web`. Empty
  // where the place is enough.
  virtual std::string Subject() const { return ""; }
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_PLACES_H_
