#ifndef CPSIZER_CLIENT_TREE_LIMITS_H_
#define CPSIZER_CLIENT_TREE_LIMITS_H_

#include <cstddef>

namespace cpsizer::tree {

// The nesting of mappings and lists in a file that a person writes. JSON of an API server may be deeper
// (kMaxJsonLevels).
inline constexpr size_t kMaxLevels = 64;

// Keys, values, mappings and lists of one document: a file, a response of an API server, or an item of a list. A tree
// of that size takes some 150 MiB; an object that etcd stores has at most 1.5 MiB, and some ten thousand nodes.
inline constexpr size_t kMaxNodes = 1'000'000;

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_LIMITS_H_
