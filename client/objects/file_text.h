#ifndef CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/problem_list.h"

namespace cpsizer::objects {

// The content of a file, or of standard input for `-`. Absent after saying why to `problems`: it cannot be read, or
// holds more than kMaxFileBytes, which is found out without reading it all.
absl::optional<std::string> ReadFile(const std::string& path, ProblemList& problems);

// Checks that `bytes` are UTF-8 text without control characters other than tabs and line ends, and takes a byte-order
// mark off their beginning. False after saying what is wrong where.
bool CheckText(absl::string_view& bytes, ProblemList& problems);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_
