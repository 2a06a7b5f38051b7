#ifndef CPSIZER_CLIENT_HISTORY_SERIES_HISTORY_FILES_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_HISTORY_FILES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace cpsizer::history {

// Returns the files of `paths`, in this order. A folder is replaced by its files with a name that ends with .csv or
// .json, and those of its subfolders, in the order of their names. Hidden files and folders, and links to folders, are
// left out. "-", which is standard input, may be given once.
//
// Errors: InvalidArgument for a folder without such a file, or that cannot be read, and for a second "-";
// ResourceExhausted for more than kMaxHistoryFiles files. A missing file is not an error here.
absl::StatusOr<std::vector<std::string>> ListHistoryFiles(const std::vector<std::string>& paths);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_HISTORY_FILES_H_
