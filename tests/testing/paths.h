#ifndef CPSIZER_TESTS_TESTING_PATHS_H_
#define CPSIZER_TESTS_TESTING_PATHS_H_

#include <string>

#include "absl/strings/string_view.h"

// The locations of the sources and of the programs of this build. Only one source file contains them, so that no other
// source file depends on the folder of the checkout, and checkouts in different folders can share a compiler cache.
namespace cpsizer::testing {

// Returns the path of a file or folder of the source tree; the root of the tree if `path` is empty.
std::string SourcePath(absl::string_view path = "");

// Return the build folder, and the folder of its programs.
std::string BuildFolder();
std::string ProgramFolder();

// Returns the path of a program of this build. Example: `cpsizer-server`
std::string ProgramPath(absl::string_view name);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_PATHS_H_
