#include "client/history/series/history_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/history/series/limits.h"
#include "client/objects/escape.h"

namespace cpsizer::history {
namespace {

namespace fs = std::filesystem;

absl::Status CheckCount(const std::vector<std::string>& files) {
  if (files.size() <= kMaxHistoryFiles) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("the history has more than ", kMaxHistoryFiles, " files; join small files, or give fewer"));
}

absl::Status AddFolder(const std::string& folder, std::vector<std::string>& files) {
  const size_t first = files.size();
  std::error_code error;
  fs::recursive_directory_iterator it(folder, error);
  for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    std::error_code ignored;
    if (it->path().filename().string().front() == '.') {
      it.disable_recursion_pending();
    } else if (it->path().extension() == ".csv" || it->path().extension() == ".json") {
      if (!it->is_directory(ignored)) files.push_back(it->path().string());
      absl::Status too_many = CheckCount(files);
      if (!too_many.ok()) return too_many;
    }
  }
  if (error) {
    return absl::InvalidArgumentError(absl::StrCat(objects::Escape(folder), ": cannot be read: ", error.message()));
  }
  if (files.size() == first) {
    return absl::InvalidArgumentError(
        absl::StrCat(objects::Escape(folder), ": this folder has no file with a name that ends with .csv or .json"));
  }
  std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ListHistoryFiles(const std::vector<std::string>& paths) {
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    return absl::InvalidArgumentError("standard input is given twice; give - once");
  }
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code ignored;
    absl::Status error;
    if (path != "-" && fs::is_directory(path, ignored)) {
      error = AddFolder(path, files);
    } else {
      files.push_back(path);
      error = CheckCount(files);
    }
    if (!error.ok()) return error;
  }
  return files;
}

}  // namespace cpsizer::history
