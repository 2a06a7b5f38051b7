#ifndef CPSIZER_SERVER_ENGINE_BASE_GO_MEM_LIMIT_H_
#define CPSIZER_SERVER_ENGINE_BASE_GO_MEM_LIMIT_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer {

// Returns the bytes of a GOMEMLIMIT such as `7GiB`. Returns nothing for `off`, and for a text that the Go runtime
// refuses. Source: the documentation of the Go package runtime.
absl::optional<int64_t> GoMemLimitBytes(absl::string_view text);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_GO_MEM_LIMIT_H_
