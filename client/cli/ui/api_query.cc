#include "client/cli/ui/api_query.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_split.h"

namespace cpsizer::cli {
namespace {

bool IsHexDigit(char c) {
  return absl::ascii_isxdigit(static_cast<unsigned char>(c));
}

std::string Decoded(absl::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && IsHexDigit(text[i + 1]) && IsHexDigit(text[i + 2])) {
      decoded += absl::HexStringToBytes(text.substr(i + 1, 2));
      i += 2;
    } else {
      decoded += text[i] == '+' ? ' ' : text[i];
    }
  }
  return decoded;
}

}  // namespace

absl::flat_hash_map<std::string, std::string> ParseQuery(absl::string_view query) {
  absl::flat_hash_map<std::string, std::string> parameters;
  for (const absl::string_view part : absl::StrSplit(query, '&', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> pair = absl::StrSplit(part, absl::MaxSplits('=', 1));
    parameters[Decoded(pair.first)] = Decoded(pair.second);
  }
  return parameters;
}

}  // namespace cpsizer::cli
