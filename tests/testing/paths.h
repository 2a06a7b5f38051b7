#ifndef CPSIZER_TESTS_TESTING_PATHS_H_
#define CPSIZER_TESTS_TESTING_PATHS_H_

#include <string>

#include "absl/strings/string_view.h"

// The locations of the sources and the programs of this build. They are in one source file, so that no other depends
// on the folder of the checkout, and checkouts in different folders share a compiler cache.
namespace cpsizer::testing {

// Returns the path of a file or folder of the source tree; the top for an empty path.
std::string SourcePath(absl::string_view path = "");

// Returns the build folder, and the folder of its programs.
std::string BuildFolder();
std::string ProgramFolder();

// Returns the path of a program of this build, such as `cpsizer-server`.
std::string ProgramPath(absl::string_view name);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_PATHS_H_
