#ifndef CPSIZER_TESTS_TESTING_PATHS_H_
#define CPSIZER_TESTS_TESTING_PATHS_H_

#include <string>

#include "absl/strings/string_view.h"

// Where the sources and the programs of this build are. In one source, so that no other depends on the folder of the
// checkout, and checkouts in different folders share a compiler cache.
namespace cpsizer::testing {

// A file or folder of the source tree, by its path in it; the top for an empty path.
std::string SourcePath(absl::string_view path = "");

// The build folder, and the folder in it that holds the programs.
std::string BuildFolder();
std::string ProgramFolder();

// A program of this build, such as `cpsizer-server`.
std::string ProgramPath(absl::string_view name);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_PATHS_H_
