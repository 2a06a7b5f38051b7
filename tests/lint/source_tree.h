#ifndef CPSIZER_TESTS_LINT_SOURCE_TREE_H_
#define CPSIZER_TESTS_LINT_SOURCE_TREE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::lint {

// A line of a source file. Line numbers begin with 1.
struct SourceLine {
  int number;
  std::string text;
};

// Returns the files below `folder` of the source tree whose names end with one of `endings`, or all files if `endings`
// is empty. The paths are relative to the tree and sorted. Build folders and the files of version control are excluded.
std::vector<std::string> SourceFiles(absl::string_view folder, absl::Span<const absl::string_view> endings = {});

// Returns the lines of a file of the source tree.
std::vector<SourceLine> Lines(const std::string& path);

// Returns the lines of a file as one text, each with its line feed.
std::string Text(const std::string& path);

// Returns the lines of a C++ file, without comments.
std::vector<SourceLine> CodeLines(const std::string& path);

// Returns the file in the include of a line, with its quotes or angle brackets; empty if the line is not an include.
std::string IncludeIn(const std::string& line);

// Returns the path in the source tree of a file that is included with quotes; empty for angle brackets. The file need
// not exist, because generated headers are not in the tree.
std::string FileOf(const std::string& include);

inline constexpr absl::string_view kCppEndings[] = {".h", ".cc"};

}  // namespace cpsizer::lint

#endif  // CPSIZER_TESTS_LINT_SOURCE_TREE_H_
