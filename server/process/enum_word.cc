#include "server/process/enum_word.h"

#include "absl/strings/strip.h"

namespace cpsizer::server {

absl::string_view EnumWord(absl::string_view name, absl::string_view prefix) {
  const absl::string_view word = absl::StripPrefix(name, prefix);
  return word == "UNSPECIFIED" ? absl::string_view() : word;
}

}  // namespace cpsizer::server
