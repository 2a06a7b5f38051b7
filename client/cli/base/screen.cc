#include "client/cli/base/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "absl/strings/string_view.h"
#include "client/cli/base/text_layout.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

constexpr int kDefaultColumns = 80;

absl::string_view ColorCode(Style style) {
  switch (style) {
    case Style::kPlain:
      return "";
    case Style::kBold:
      return "\033[1m";
    case Style::kDim:
      return "\033[2m";
    case Style::kGood:
      return "\033[32m";
    case Style::kWarning:
      return "\033[33m";
    case Style::kBad:
      return "\033[31m";
  }
  return "";
}

// This escape sequence moves to the first column and clears the line.
constexpr absl::string_view kWipe = "\r\033[K";

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

Screen& Screen::Text(absl::string_view text, Style style) {
  return Raw(objects::Escape(text), style);
}

Screen& Screen::Spaces(int count) {
  Raw(std::string(std::max(count, 0), ' '));
  return *this;
}

Screen& Screen::EndLine() {
  Raw("\n");
  return *this;
}

void Screen::Line(absl::string_view text, Style style) {
  Text(text, style).EndLine();
}

void Screen::Paragraph(absl::string_view text, int indent) {
  // The text is escaped before it is wrapped, because an escape occupies more columns than the character.
  const int width = terminal_.width == 0 ? 0 : std::max(terminal_.width - indent, 1);
  for (const std::string& line : Wrap(objects::Escape(text), width)) Spaces(indent).Raw(line + "\n");
}

void Screen::Transient(absl::string_view text) {
  stream_ << kWipe << objects::Escape(text);
  transient_ = true;
  Flush();
}

void Screen::Wipe() {
  if (!transient_) return;
  transient_ = false;
  stream_ << kWipe;
  Flush();
}

Screen& Screen::Raw(absl::string_view bytes, Style style) {
  Wipe();
  empty_ = empty_ && bytes.empty();
  const absl::string_view code = terminal_.color ? ColorCode(style) : absl::string_view();
  stream_ << code << bytes << (code.empty() ? "" : "\033[0m");
  return *this;
}

}  // namespace cpsizer::cli
