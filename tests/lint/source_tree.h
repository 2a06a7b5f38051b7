#ifndef CPSIZER_TESTS_LINT_SOURCE_TREE_H_
#define CPSIZER_TESTS_LINT_SOURCE_TREE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::lint {

// A line of a source file, counted from 1.
struct SourceLine {
  int number;
  std::string text;
};

// Files below `folder` of the source tree whose names end in one of `endings` (any file if there are none), as sorted
// paths in the tree. Build folders and version control are left out.
std::vector<std::string> SourceFiles(absl::string_view folder, absl::Span<const absl::string_view> endings = {});

// Lines of a file of the source tree.
std::vector<SourceLine> Lines(const std::string& path);

// The same as one text, each line with its end.
std::string Text(const std::string& path);

// Lines of a C++ file with comments cut off.
std::vector<SourceLine> CodeLines(const std::string& path);

// What a line includes, with its quotes or angle brackets; empty for any other line.
std::string IncludeIn(const std::string& line);

// The path in the source tree of a file that is included with quotes, whether or not it exists: generated headers do
// not. Empty for angle brackets.
std::string FileOf(const std::string& include);

inline constexpr absl::string_view kCppEndings[] = {".h", ".cc"};

}  // namespace cpsizer::lint

#endif  // CPSIZER_TESTS_LINT_SOURCE_TREE_H_
