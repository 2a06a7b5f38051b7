#ifndef CPSIZER_SERVER_PROCESS_ENUM_WORD_H_
#define CPSIZER_SERVER_PROCESS_ENUM_WORD_H_

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Returns the name of an enum value without the prefix of its enum, such as `HELD` for `SIZE_OUTCOME_HELD`. `cpsizer
// explain` accepts these names. Returns an empty text for UNSPECIFIED.
absl::string_view EnumWord(absl::string_view name, absl::string_view prefix);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ENUM_WORD_H_
