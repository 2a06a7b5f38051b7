#ifndef CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_

#include <cstddef>

// Limits on the content of files.
namespace cpsizer::objects {

inline constexpr size_t kMaxFileBytes = size_t{32} << 20;
// The maximum number of reported problems of one file, and of reported unknown fields of one configuration.
inline constexpr size_t kMaxProblemsPerFile = 100;
inline constexpr size_t kMaxUnknownFields = 1'000;

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_
