#include "server/engine/base/utf8.h"

namespace cpsizer {
namespace {

// The properties of a character that follow from its lead byte. A value below `smallest` is an overlong form.
struct Lead {
  size_t bytes;
  char32_t bits;
  char32_t smallest;
};

Lead ReadLead(unsigned char c) {
  if (c < 0x80) return {1, c, 0};
  // 0xC0 and 0xC1 begin only overlong forms.
  if (c >= 0xC2 && c < 0xE0) return {2, c & 0x1FU, 0x80};
  if (c >= 0xE0 && c < 0xF0) return {3, c & 0x0FU, 0x800};
  if (c >= 0xF0 && c < 0xF8) return {4, c & 0x07U, 0x10000};
  return {};
}

}  // namespace

Utf8Char FirstChar(absl::string_view text) {
  const Lead lead = ReadLead(static_cast<unsigned char>(text.front()));
  if (lead.bytes == 0 || text.size() < lead.bytes) return {};
  char32_t value = lead.bits;
  for (size_t i = 1; i < lead.bytes; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c & 0xC0) != 0x80) return {};
    value = (value << 6) | (c & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (value < lead.smallest || surrogate || value > 0x10FFFF) return {};
  return {value, lead.bytes};
}

}  // namespace cpsizer
