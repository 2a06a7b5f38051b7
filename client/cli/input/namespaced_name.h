#ifndef CPSIZER_CLIENT_CLI_INPUT_NAMESPACED_NAME_H_
#define CPSIZER_CLIENT_CLI_INPUT_NAMESPACED_NAME_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"

namespace cpsizer::cli {

// The name of an object. The namespace may be empty.
struct NamespacedName {
  std::string name_space;
  std::string name;

  // Returns `namespace/name`, or only the name if the namespace is empty.
  std::string Full() const;
};

// Returns the index of the object with the name `wanted`, which is `name` or `namespace/name`. If there is no such
// object, or if there are several, prints an error with `kind`, the kind of the objects, and returns nothing.
absl::optional<size_t> ChooseNamed(const std::vector<NamespacedName>& objects, absl::string_view kind,
                                   absl::string_view wanted, Screen& err);

// Returns the namespace in `wanted`, which is `name` or `namespace/name`. Returns an empty text if `wanted` has none,
// or if the text before the slash cannot be the name of a namespace.
std::string NamespaceIn(absl::string_view wanted);

// Returns whether `word` is probably the path of a file and not the name of an object.
bool IsProbablyAPath(absl::string_view word);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_NAMESPACED_NAME_H_
