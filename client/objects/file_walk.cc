#include "client/objects/file_walk.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"

namespace cpsizer::objects {
namespace {

namespace fs = std::filesystem;

bool IsHidden(const fs::path& path) {
  return absl::StartsWith(path.filename().string(), ".");
}

bool IsNamedForObjects(const fs::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

// Returns the entries of a folder, sorted by name.
std::vector<fs::directory_entry> Entries(const fs::path& folder, std::error_code& error) {
  std::vector<fs::directory_entry> entries;
  fs::directory_iterator it(folder, error);
  for (; !error && it != fs::directory_iterator(); it.increment(error)) entries.push_back(*it);
  std::sort(entries.begin(), entries.end(),
            [](const fs::directory_entry& a, const fs::directory_entry& b) { return a.path() < b.path(); });
  return entries;
}

void Walk(const fs::path& folder, FolderFiles& files) {
  std::error_code error;
  for (const fs::directory_entry& entry : Entries(folder, error)) {
    std::error_code ignored;
    const bool hidden = IsHidden(entry.path());
    if (!hidden && entry.is_directory(ignored)) {
      if (!entry.is_symlink(ignored)) Walk(entry.path(), files);
    } else if (!hidden && IsNamedForObjects(entry.path()) &&
               (entry.is_regular_file(ignored) || !entry.exists(ignored))) {
      // Keeps a link to a missing file, so that the reader reports it.
      files.paths.push_back(entry.path().string());
    } else {
      ++files.others;
    }
  }
  if (error) files.unreadable.push_back({folder.string(), error.message()});
}

}  // namespace

FolderFiles WalkFolder(const std::string& folder) {
  FolderFiles files;
  Walk(folder, files);
  return files;
}

}  // namespace cpsizer::objects
