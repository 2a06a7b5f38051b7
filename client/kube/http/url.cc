#include "client/kube/http/url.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/kube/http/utf8_prefix.h"

namespace cpsizer::kube {
namespace {

constexpr size_t kMaxRefusedPathBytes = 256;  // the maximum length of a path in a message

}  // namespace

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

std::string PercentDecoded(absl::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool encoded =
        text[i] == '%' && i + 2 < text.size() && absl::ascii_isxdigit(text[i + 1]) && absl::ascii_isxdigit(text[i + 2]);
    decoded += encoded ? absl::HexStringToBytes(text.substr(i + 1, 2)) : std::string(1, text[i]);
    if (encoded) i += 2;
  }
  return decoded;
}

bool IsPathSegment(absl::string_view name) {
  constexpr absl::string_view kForbidden = "/%?#";
  if (name.empty() || name == "." || name == "..") return false;
  return std::none_of(name.begin(), name.end(), [&](char c) {
    return absl::ascii_iscntrl(static_cast<unsigned char>(c)) || kForbidden.find(c) != absl::string_view::npos;
  });
}

absl::Status CheckPath(absl::string_view path) {
  path = path.substr(0, path.find('?'));
  const bool has_slash = !path.empty() && path[0] == '/';
  const std::vector<absl::string_view> segments = absl::StrSplit(path.substr(has_slash ? 1 : 0), '/');
  const bool valid = has_slash && std::all_of(segments.begin(), segments.end(), [](absl::string_view segment) {
                       return IsPathSegment(PercentDecoded(segment));
                     });
  if (valid) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "the request for \"", absl::Utf8SafeCHexEscape(Utf8Prefix(path, kMaxRefusedPathBytes)),
      "\" is not sent: a name in it is empty, \".\" or \"..\", or contains / % ? # or a control character"));
}

void Query::Add(absl::string_view name, absl::string_view value) {
  absl::StrAppend(&text_, text_.empty() ? "?" : "&", name, "=", PercentEncoded(value));
}

std::string Query::AppendTo(absl::string_view path) const {
  return absl::StrCat(path, text_);
}

}  // namespace cpsizer::kube
