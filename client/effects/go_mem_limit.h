#ifndef CPSIZER_CLIENT_EFFECTS_GO_MEM_LIMIT_H_
#define CPSIZER_CLIENT_EFFECTS_GO_MEM_LIMIT_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::effects {

// The value of GOMEMLIMIT without a limit.
inline constexpr char kNoGoMemLimit[] = "off";

// Returns the bytes of a GOMEMLIMIT such as `7GiB`. Returns nothing for kNoGoMemLimit, and for a text that the Go
// runtime refuses. Source: the documentation of the Go package runtime.
absl::optional<int64_t> GoMemLimitBytes(absl::string_view text);

}  // namespace cpsizer::effects

#endif  // CPSIZER_CLIENT_EFFECTS_GO_MEM_LIMIT_H_
