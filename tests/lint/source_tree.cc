#include "tests/lint/source_tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/testing/paths.h"

namespace cpsizer::lint {
namespace {

namespace fs = std::filesystem;

const fs::path& Root() {
  static const fs::path root(testing::SourcePath());
  return root;
}

bool IsForeign(const fs::path& folder) {
  const std::string name = folder.filename();
  return name == ".git" || name == "node_modules" || absl::StartsWith(name, "build") ||
         fs::exists(folder / "CMakeCache.txt");
}

}  // namespace

std::vector<std::string> SourceFiles(absl::string_view folder, absl::Span<const absl::string_view> endings) {
  std::vector<std::string> files;
  const fs::path top = Root() / std::string(folder);
  if (!fs::exists(top)) return files;
  for (auto entry = fs::recursive_directory_iterator(top); entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->is_directory() && IsForeign(entry->path())) entry.disable_recursion_pending();
    if (!entry->is_regular_file()) continue;
    std::string path = entry->path().lexically_relative(Root());
    const bool wanted = endings.empty() || std::any_of(endings.begin(), endings.end(), [&](absl::string_view ending) {
                          return absl::EndsWith(path, ending);
                        });
    if (wanted) files.push_back(std::move(path));
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<SourceLine> Lines(const std::string& path) {
  std::ifstream file(Root() / path);
  std::vector<SourceLine> lines;
  std::string text;
  while (std::getline(file, text)) lines.push_back({static_cast<int>(lines.size()) + 1, text});
  return lines;
}

std::string Text(const std::string& path) {
  std::string text;
  for (const SourceLine& line : Lines(path)) absl::StrAppend(&text, line.text, "\n");
  return text;
}

std::vector<SourceLine> CodeLines(const std::string& path) {
  std::vector<SourceLine> lines = Lines(path);
  for (SourceLine& line : lines) line.text.resize(std::min(line.text.size(), line.text.find("//")));
  return lines;
}

std::string IncludeIn(const std::string& line) {
  // Checks for this word first, because the regular expression is slow.
  if (!absl::StrContains(line, "include")) return "";
  static const std::regex include(R"re(^\s*#\s*include\s+("[^"]*"|<[^>]*>))re");
  std::smatch match;
  return std::regex_search(line, match, include) ? match[1].str() : "";
}

std::string FileOf(const std::string& include) {
  if (include.empty() || include[0] != '"') return "";
  const std::string path = include.substr(1, include.size() - 2);
  return absl::StartsWith(path, "cpsizer/") ? absl::StrCat("include/", path) : path;
}

}  // namespace cpsizer::lint
