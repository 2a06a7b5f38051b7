#include "client/cli/ui/open_browser.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace cpsizer::cli {
namespace {

// Browsers open a file as a page only if its name ends with this text.
constexpr char kSuffix[] = ".html";

// Returns the folder for files of this user. XDG_RUNTIME_DIR is a folder that only the user can read.
std::string FolderOfUser() {
  for (const char* const name : {"XDG_RUNTIME_DIR", "TMPDIR"}) {
    const char* const folder = std::getenv(name);
    if (folder != nullptr && folder[0] == '/') return folder;
  }
  return "/tmp";
}

std::string RedirectPage(const std::string& url) {
  const std::string escaped =
      absl::StrReplaceAll(url, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
  return absl::StrCat(
      "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>cpsizer</title>"
      "<meta name=\"referrer\" content=\"no-referrer\"><meta http-equiv=\"refresh\" content=\"0; url=",
      escaped, "\"></head><body><a href=\"", escaped, "\">Open the page of cpsizer</a></body></html>\n");
}

bool WriteAll(int file, const std::string& text) {
  for (size_t written = 0; written < text.size();) {
    const ssize_t count = write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    written += static_cast<size_t>(count);
  }
  return true;
}

absl::Status NotWritten(const std::string& path) {
  return absl::UnavailableError(absl::StrCat("cannot write ", path, ": ", strerror(errno)));
}

}  // namespace

absl::StatusOr<std::unique_ptr<RedirectFile>> RedirectFile::Create(const std::string& url) {
  std::string path = absl::StrCat(FolderOfUser(), "/cpsizer-ui-XXXXXX", kSuffix);
  // The name is random, the file must not exist, and it has the mode 0600.
  const int file = mkstemps(path.data(), sizeof kSuffix - 1);
  if (file < 0) return NotWritten(path);
  std::unique_ptr<RedirectFile> created(new RedirectFile(path));
  const bool is_written = WriteAll(file, RedirectPage(url));
  const absl::Status error = is_written ? absl::OkStatus() : NotWritten(path);
  close(file);
  if (!error.ok()) return error;
  return created;
}

RedirectFile::~RedirectFile() {
  unlink(path_.c_str());
}

bool OpenBrowser(const std::string& target) {
  // The shell ends at once, and the browser belongs to no process of ours. The target is an argument and no part of the
  // script.
  const char* const arguments[] = {
      "sh", "-c",           "command -v xdg-open >/dev/null || exit 1; xdg-open \"$1\" </dev/null >/dev/null 2>&1 &",
      "sh", target.c_str(), nullptr};
  posix_spawnattr_t attributes;
  if (posix_spawnattr_init(&attributes) != 0) return false;
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);  // the signals that end this process are blocked here
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t shell = 0;
  const int error = posix_spawn(&shell, "/bin/sh", nullptr, &attributes, const_cast<char* const*>(arguments), environ);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return false;
  int status = 0;
  while (waitpid(shell, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace cpsizer::cli
