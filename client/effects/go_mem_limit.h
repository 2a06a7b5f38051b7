#ifndef CPSIZER_CLIENT_EFFECTS_GO_MEM_LIMIT_H_
#define CPSIZER_CLIENT_EFFECTS_GO_MEM_LIMIT_H_

#include "server/engine/base/go_mem_limit.h"

namespace cpsizer::effects {

// The value of GOMEMLIMIT without a limit.
inline constexpr char kNoGoMemLimit[] = "off";

using cpsizer::GoMemLimitBytes;

}  // namespace cpsizer::effects

#endif  // CPSIZER_CLIENT_EFFECTS_GO_MEM_LIMIT_H_
