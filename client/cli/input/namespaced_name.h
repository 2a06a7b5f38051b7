#ifndef CPSIZER_CLIENT_CLI_INPUT_NAMESPACED_NAME_H_
#define CPSIZER_CLIENT_CLI_INPUT_NAMESPACED_NAME_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::cli {

// The name of an object. The namespace may be empty.
struct NamespacedName {
  std::string name_space;
  std::string name;

  // Returns `namespace/name`, or only the name if the namespace is empty.
  std::string Full() const;
};

// Returns the index of the object with the name `wanted`, which is `name` or `namespace/name`. Errors, which
// name `kind`, the kind of the objects: NotFound if there is no such object, InvalidArgument if there are several.
absl::StatusOr<size_t> ChooseNamed(const std::vector<NamespacedName>& objects, absl::string_view kind,
                                   absl::string_view wanted);

// Returns the namespace in `wanted`, which is `name` or `namespace/name`. Returns an empty text if `wanted` has none,
// or if the text before the slash cannot be the name of a namespace.
std::string NamespaceIn(absl::string_view wanted);

// Returns whether `word` is probably the path of a file and not the name of an object.
bool IsProbablyAPath(absl::string_view word);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_NAMESPACED_NAME_H_
