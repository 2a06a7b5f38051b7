#ifndef CPSIZER_CLIENT_TREE_LIMITS_H_
#define CPSIZER_CLIENT_TREE_LIMITS_H_

#include <cstddef>

namespace cpsizer::tree {

// Mappings and lists inside each other, in a file that a person writes. JSON of an API server may be deeper
// (kMaxJsonLevels).
inline constexpr size_t kMaxLevels = 64;

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_LIMITS_H_
