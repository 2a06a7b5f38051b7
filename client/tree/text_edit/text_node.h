#ifndef CPSIZER_CLIENT_TREE_TEXT_EDIT_TEXT_NODE_H_
#define CPSIZER_CLIENT_TREE_TEXT_EDIT_TEXT_NODE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cpsizer::tree {

// The part of a YAML text that is a value, with its places. Other than in tree::Node, a key can be there several times:
// in the branches of a template.
struct TextNode {
  enum class Kind : uint8_t {
    kNone,    // no value, or only directives of a template
    kScalar,  // plain or in quotes, in one line
    kMap,
    kList,
    kOpaque,  // another value: with a directive, with escapes, an alias, or a scalar of several lines
  };
  struct Entry;

  Kind kind = Kind::kNone;
  bool is_shared = false;  // has an anchor or a tag: an alias can give it to other parts of the text
  size_t offset = 0;       // where the value begins
  size_t begin = 0;        // for kScalar: the characters of the value, without quotes
  size_t end = 0;
  std::vector<Entry> entries;   // for kMap
  std::vector<TextNode> items;  // for kList
};

struct TextNode::Entry {
  size_t offset = 0;  // where the key begins
  std::string key;    // without quotes
  TextNode value;
};

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_TEXT_EDIT_TEXT_NODE_H_
