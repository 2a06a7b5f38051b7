#include "client/kube/quoted.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "client/kube/limits.h"

namespace cpsizer::kube {
namespace {

bool ContinuesCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

std::string OneLine(absl::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return absl::Utf8SafeCHexEscape(text);
  while (max_bytes > 0 && ContinuesCharacter(text[max_bytes])) --max_bytes;
  return absl::StrCat(absl::Utf8SafeCHexEscape(text.substr(0, max_bytes)), "...");
}

std::string Quoted(absl::string_view text) {
  return absl::StrCat("\"", OneLine(text, kMaxShownBytes), "\"");
}

}  // namespace cpsizer::kube
