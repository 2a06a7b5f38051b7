#ifndef CPSIZER_CLIENT_TREE_LIMITS_H_
#define CPSIZER_CLIENT_TREE_LIMITS_H_

#include <cstddef>

namespace cpsizer::tree {

// The maximum nesting of mappings and lists in a file that a user writes. The limit for JSON from an API server is
// higher (kMaxJsonLevels).
inline constexpr size_t kMaxLevels = 64;

// The maximum number of keys, values, mappings and lists in one document. A document is a file, a response of an API
// server, or one item of a list. A tree with this number of nodes uses about 150 MiB. An object in etcd is at most 1.5
// MiB long, and usually has at most about ten thousand nodes.
inline constexpr size_t kMaxNodes = 1'000'000;

// The maximum number of lines of a file that begin with %TAG. libyaml compares each of these directives with all
// others. The lines of a string count too.
inline constexpr size_t kMaxTagDirectives = 100;

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_LIMITS_H_
