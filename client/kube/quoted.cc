#include "client/kube/quoted.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "client/kube/http/utf8_prefix.h"
#include "client/kube/limits.h"

namespace cpsizer::kube {
std::string OneLine(absl::string_view text, size_t max_bytes) {
  const absl::string_view shown = Utf8Prefix(text, max_bytes);
  return absl::StrCat(absl::Utf8SafeCHexEscape(shown), shown.size() < text.size() ? "..." : "");
}

std::string Quoted(absl::string_view text) {
  return absl::StrCat("\"", OneLine(text, kMaxShownBytes), "\"");
}

}  // namespace cpsizer::kube
