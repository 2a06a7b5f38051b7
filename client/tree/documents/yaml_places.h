#ifndef CPSIZER_CLIENT_TREE_DOCUMENTS_YAML_PLACES_H_
#define CPSIZER_CLIENT_TREE_DOCUMENTS_YAML_PLACES_H_

#include <yaml.h>

#include <cstddef>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::tree {

// A place in a text, as an offset in bytes and as a position.
struct TextPlace {
  size_t offset = 0;
  Position position;
};

// Converts the marks of libyaml to places. A mark counts characters, and also counts U+2028 and U+2029 as line ends. A
// place counts bytes and the line ends of the file.
class YamlPlaces {
 public:
  // `text` must outlive this object. `first_line` is the number of the first line of `text` in its file.
  explicit YamlPlaces(absl::string_view text, int first_line = 1);

  // The time depends on the distance from the previous place.
  TextPlace Find(const yaml_mark_t& mark);
  TextPlace FindOffset(size_t offset);

 private:
  void Forward();
  void Backward();
  TextPlace Here() const;

  const absl::string_view text_;
  const int first_line_;
  const bool ascii_;
  // The place that was found last, if the text is not ASCII.
  size_t index_ = 0;
  size_t offset_ = 0;
  size_t line_ = 0;
  size_t line_begin_ = 0;  // the offset of the line
};

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_DOCUMENTS_YAML_PLACES_H_
