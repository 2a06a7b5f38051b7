#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_SET_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_SET_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer {

// The largest number that a CPU can have.
inline constexpr int kMaxCpuNumber = 65'535;

// The properties of a set of CPUs that are needed to check reservations.
struct CpuSet {
  int size = 0;
  int largest = 0;
};

// Reads a list such as `0-3,52` of at most kMaxCpuSetBytes. A number that is listed twice is counted once. Returns
// nothing if the text is empty or is not such a list. Source of the grammar: k8s.io/utils/cpuset, Parse.
absl::optional<CpuSet> ParseCpuSet(absl::string_view text);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_SET_H_
