#include "client/tree/documents/yaml_places.h"

namespace cpsizer::tree {
namespace {

bool IsAscii(absl::string_view text) {
  // Not std::all_of(), which the compiler does not vectorize.
  unsigned char bits = 0;
  for (const char c : text) bits |= static_cast<unsigned char>(c);
  return bits < 0x80;
}

// Returns whether a byte is not the first byte of a character in UTF-8.
bool Continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

YamlPlaces::YamlPlaces(absl::string_view text, int first_line)
    : text_(text), first_line_(first_line), ascii_(IsAscii(text)) {}

TextPlace YamlPlaces::Find(const yaml_mark_t& mark) {
  if (ascii_) return {mark.index, {static_cast<int>(mark.line) + first_line_, static_cast<int>(mark.column) + 1}};
  while (index_ < mark.index) Forward();
  while (index_ > mark.index) Backward();
  return Here();
}

TextPlace YamlPlaces::FindOffset(size_t offset) {
  while (offset_ < offset) Forward();
  while (offset_ > offset) Backward();
  return Here();
}

void YamlPlaces::Forward() {
  ++index_;
  // After a text without a line end at its end, there is one more character: the line end that YamlParser adds.
  const bool ends_line = offset_ >= text_.size() || text_[offset_] == '\n';
  ++offset_;
  while (offset_ < text_.size() && Continues(text_[offset_])) ++offset_;
  if (!ends_line) return;
  ++line_;
  line_begin_ = offset_;
}

// libyaml reports places in increasing order, except for some errors. For this reason only Backward() searches the
// text.
void YamlPlaces::Backward() {
  --index_;
  --offset_;
  while (offset_ > 0 && offset_ < text_.size() && Continues(text_[offset_])) --offset_;
  if (offset_ < text_.size() && text_[offset_] != '\n') return;
  --line_;
  const size_t line_end = offset_ == 0 ? absl::string_view::npos : text_.rfind('\n', offset_ - 1);
  line_begin_ = line_end == absl::string_view::npos ? 0 : line_end + 1;
}

TextPlace YamlPlaces::Here() const {
  return {offset_, {static_cast<int>(line_) + first_line_, static_cast<int>(offset_ - line_begin_) + 1}};
}

}  // namespace cpsizer::tree
