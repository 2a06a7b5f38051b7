#ifndef CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/problem_list.h"

namespace cpsizer::objects {

// Reads a file, or standard input for `-`. Returns nothing, and adds a problem, if it cannot be read or has more than
// kMaxFileBytes; a larger file is not read to its end.
absl::optional<std::string> ReadFile(const std::string& path, ProblemList& problems);

// Checks that `bytes` are UTF-8 text without control characters other than tabs and line ends, and removes a byte-order
// mark from their beginning. Returns false, with a problem, if they are not.
bool CheckText(absl::string_view& bytes, ProblemList& problems);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_
