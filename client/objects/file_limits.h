#ifndef CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_

#include <cstddef>

#include "client/tree/limits.h"

// Limits on the content of files.
namespace cpsizer::objects {

inline constexpr size_t kMaxFileBytes = size_t{32} << 20;
using tree::kMaxNodes;
// The maximum number of indicators, such as brackets, commas, colons and quotes, that yaml-cpp may read before its next
// event. yaml-cpp keeps all these indicators in memory until the event. A line of an object has far fewer indicators,
// because etcd limits objects to 1.5 MiB.
inline constexpr size_t kMaxPendingIndicators = 1'000'000;
// The maximum number of reported problems of one file, and of reported unknown fields of one configuration.
inline constexpr size_t kMaxProblemsPerFile = 100;
inline constexpr size_t kMaxUnknownFields = 1'000;

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_
