#ifndef CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_

#include <cstddef>

#include "client/tree/limits.h"

// Limits on the content of files.
namespace cpsizer::objects {

inline constexpr size_t kMaxFileBytes = size_t{32} << 20;
using tree::kMaxNodes;
// Brackets, commas, colons, quotes and the like that yaml-cpp may read before its next event: it keeps all of them in
// memory until then. etcd limits objects to 1.5 MiB, so no line of an object comes near.
inline constexpr size_t kMaxPendingIndicators = 1'000'000;
// Reported problems of one file, and unknown fields of one configuration.
inline constexpr size_t kMaxProblemsPerFile = 100;
inline constexpr size_t kMaxUnknownFields = 1'000;

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_
