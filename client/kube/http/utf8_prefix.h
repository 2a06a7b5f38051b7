#ifndef CPSIZER_CLIENT_KUBE_HTTP_UTF8_PREFIX_H_
#define CPSIZER_CLIENT_KUBE_HTTP_UTF8_PREFIX_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Returns the start of a UTF-8 text, at most `max_bytes` long. Does not split a character.
inline absl::string_view Utf8Prefix(absl::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_UTF8_PREFIX_H_
