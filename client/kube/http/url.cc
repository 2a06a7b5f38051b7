#include "client/kube/http/url.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::kube {

std::string PercentEncoded(absl::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_isalnum(byte) || c == '-' || c == '.' || c == '_' || c == '~') {
      encoded.push_back(c);
    } else {
      absl::StrAppend(&encoded, "%", absl::AsciiStrToUpper(absl::StrCat(absl::Hex(byte, absl::kZeroPad2))));
    }
  }
  return encoded;
}

void Query::Add(absl::string_view name, absl::string_view value) {
  absl::StrAppend(&text_, text_.empty() ? "?" : "&", name, "=", PercentEncoded(value));
}

std::string Query::AppendTo(absl::string_view path) const {
  return absl::StrCat(path, text_);
}

}  // namespace cpsizer::kube
