#include "tests/testing/paths.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::testing {

std::string SourcePath(absl::string_view path) {
  return path.empty() ? CPSIZER_SOURCE_DIR : absl::StrCat(CPSIZER_SOURCE_DIR, "/", path);
}

std::string BuildFolder() {
  return CPSIZER_BUILD_DIR;
}

std::string ProgramFolder() {
  return CPSIZER_PROGRAM_FOLDER;
}

std::string ProgramPath(absl::string_view name) {
  return absl::StrCat(CPSIZER_PROGRAM_FOLDER, "/", name);
}

}  // namespace cpsizer::testing
