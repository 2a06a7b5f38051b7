#ifndef CPSIZER_CLIENT_CLI_INPUT_NAMESPACED_NAME_H_
#define CPSIZER_CLIENT_CLI_INPUT_NAMESPACED_NAME_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"

namespace cpsizer::cli {

// The name of an object.
struct NamespacedName {
  std::string name_space;
  std::string name;

  // `namespace/name`, or the name alone.
  std::string Full() const;
};

// Returns the index of the object named `wanted`: `name` or `namespace/name`. Absent, after a message, if there is none
// or several; `kind` is their kind in messages.
absl::optional<size_t> ChooseNamed(const std::vector<NamespacedName>& objects, absl::string_view kind,
                                   absl::string_view wanted, Screen& err);

// Returns whether `word` is probably a path of a file and not the name of an object.
bool IsProbablyAPath(absl::string_view word);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_NAMESPACED_NAME_H_
