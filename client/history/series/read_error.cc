#include "client/history/series/read_error.h"

#include <cerrno>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"

namespace cpsizer::history {

absl::Status ErrorAt(absl::string_view file, int64_t line, int64_t column, const absl::Status& error) {
  return absl::Status(error.code(), absl::StrCat(objects::Escape(file), ":", line, ":", column, ": ", error.message()));
}

std::string LastError() {
  return std::generic_category().message(errno);
}

}  // namespace cpsizer::history
