#ifndef CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_
#define CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_

#include <string>

#include "absl/types/optional.h"
#include "client/objects/problem_list.h"
#include "client/tree/documents/check_text.h"

namespace cpsizer::objects {

// Reads a file, or standard input if `path` is `-`. If the file cannot be read or has more than kMaxFileBytes, adds a
// problem and returns nothing. A file that is too large is not read to its end.
absl::optional<std::string> ReadFile(const std::string& path, ProblemList& problems);

using tree::CheckText;
using tree::FindDocumentBegin;

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FILE_TEXT_H_
