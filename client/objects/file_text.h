#ifndef CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/problem_list.h"

namespace cpsizer::objects {

// Reads a file, or standard input if `path` is `-`. If the file cannot be read or has more than kMaxFileBytes, adds a
// problem and returns nothing. A file that is too large is not read to its end.
absl::optional<std::string> ReadFile(const std::string& path, ProblemList& problems);

// Checks that `bytes` are UTF-8 text without control characters, except tabs and line ends. Removes a byte-order mark
// from the beginning of `bytes`. If the check fails, adds a problem and returns false.
bool CheckText(absl::string_view& bytes, ProblemList& problems);

// Returns the offset of the first line after `offset` that begins a document of a YAML or JSON file: `---`, alone or
// before a blank. Returns npos if there is none. Such a line begins a document even where a quoted string is not
// closed.
size_t FindDocumentBegin(absl::string_view text, size_t offset);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_
