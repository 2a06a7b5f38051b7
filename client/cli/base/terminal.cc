#include "client/cli/base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "absl/strings/string_view.h"

namespace cpsizer::cli {
namespace {

constexpr int kDefaultColumns = 80;

}  // namespace

Terminal MakeTerminal(bool interactive, int columns, const char* no_color, const char* term) {
  Terminal terminal;
  terminal.interactive = interactive;
  if (!interactive) return terminal;
  terminal.width = columns > 0 ? columns : kDefaultColumns;
  const bool unwanted = no_color != nullptr && *no_color != '\0';
  terminal.color = !unwanted && (term == nullptr || absl::string_view(term) != "dumb");
  return terminal;
}

Terminal DetectTerminal(int fd) {
  winsize size = {};
  const bool interactive = isatty(fd) == 1;
  if (interactive && ioctl(fd, TIOCGWINSZ, &size) != 0) size.ws_col = 0;
  return MakeTerminal(interactive, size.ws_col, std::getenv("NO_COLOR"), std::getenv("TERM"));
}

}  // namespace cpsizer::cli
