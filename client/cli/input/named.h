#ifndef CPSIZER_CLIENT_CLI_INPUT_NAMED_H_
#define CPSIZER_CLIENT_CLI_INPUT_NAMED_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"

namespace cpsizer::cli {

// An object by its name.
struct Named {
  std::string name_space;
  std::string name;

  // `namespace/name`, or the name alone.
  std::string Full() const;
};

// Which of `objects` is called `wanted`: `name` or `namespace/name`. Absent after saying that there is none or several;
// `kind` is what a sentence calls them.
absl::optional<size_t> ChooseNamed(const std::vector<Named>& objects, absl::string_view kind, absl::string_view wanted,
                                   Screen& err);

// Whether `word` is likely a path: no object is called so where people name files.
bool LooksLikeAPath(absl::string_view word);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_NAMED_H_
