#ifndef CPSIZER_CLIENT_HISTORY_SERIES_READ_ERROR_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_READ_ERROR_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/objects/escape.h"

// Parts of the error messages of readers.
namespace cpsizer::history {

using objects::QuotedValue;

// Returns an error with the code of `error`, whose message begins with the file, the line and the column, both from 1.
absl::Status ErrorAt(absl::string_view file, int64_t line, int64_t column, const absl::Status& error);

// Returns the text of the last error of the system (errno).
std::string LastError();

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_READ_ERROR_H_
