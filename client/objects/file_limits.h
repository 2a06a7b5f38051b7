#ifndef CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_

#include <cstddef>

// Bounds on what people's files may hold.
namespace cpsizer::objects {

inline constexpr size_t kMaxFileBytes = size_t{32} << 20;
inline constexpr size_t kMaxNodes = 1'000'000;  // keys, values, mappings and lists, in one document
// Brackets, commas, colons, quotes and the like that yaml-cpp may take in before it tells of anything: it keeps all of
// them in memory until then. etcd keeps objects below 1.5 MiB, so no single line of one comes near.
inline constexpr size_t kMaxPendingIndicators = 1'000'000;
// Problems told of one file, and unknown fields of one configuration.
inline constexpr size_t kMaxProblemsPerFile = 100;
inline constexpr size_t kMaxUnknownFields = 1'000;

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_LIMITS_H_
