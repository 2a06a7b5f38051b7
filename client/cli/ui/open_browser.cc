#include "client/cli/ui/open_browser.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace cpsizer::cli {

bool OpenBrowser(const std::string& url) {
  // The shell ends at once, and the browser belongs to no process of ours. The URL is an argument and no part of the
  // script.
  const char* const arguments[] = {
      "sh", "-c",        "command -v xdg-open >/dev/null || exit 1; xdg-open \"$1\" </dev/null >/dev/null 2>&1 &",
      "sh", url.c_str(), nullptr};
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
