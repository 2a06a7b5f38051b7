#ifndef CPSIZER_CLIENT_CLI_BASE_SCREEN_H_
#define CPSIZER_CLIENT_CLI_BASE_SCREEN_H_

#include <ostream>

#include "absl/strings/string_view.h"

namespace cpsizer::cli {

// The properties of the output.
struct Terminal {
  bool interactive = false;
  int width = 0;  // in columns; 0 means unlimited
  bool color = false;
};

// Returns the properties of an open file with `columns` columns (0 if unknown). `no_color` and `term` are the values of
// the environment variables NO_COLOR (https://no-color.org) and TERM; they are null if the variable is not set. Pure.
Terminal MakeTerminal(bool interactive, int columns, const char* no_color, const char* term);

// Returns the properties of the file descriptor `fd`.
Terminal DetectTerminal(int fd);

enum class Style { kPlain, kBold, kDim, kGood, kWarning, kBad };

// The output for users. Escapes all text except the bytes of Raw(), so that a terminal never receives unescaped text
// from a file or a server. Not thread-safe. The stream must outlive this object.
class Screen {
 public:
  Screen(std::ostream& stream, Terminal terminal) : stream_(stream), terminal_(terminal) {}

  const Terminal& terminal() const { return terminal_; }

  // Appends `text` to the line.
  Screen& Text(absl::string_view text, Style style = Style::kPlain);
  // Appends `count` spaces.
  Screen& Spaces(int count);
  Screen& EndLine();
  // Prints `text` as one line.
  void Line(absl::string_view text, Style style = Style::kPlain);
  // Prints `text`, wrapped at the width of the terminal. Each line is indented by `indent` columns.
  void Paragraph(absl::string_view text, int indent = 0);

  // Appends bytes unchanged. Requires bytes that are trusted or already escaped.
  Screen& Raw(absl::string_view bytes, Style style = Style::kPlain);

  // Shows `text` immediately. The next output replaces `text`. Must be called only for a terminal.
  void Transient(absl::string_view text);
  // Removes the text of Transient(), if the text is still shown.
  void Wipe();

  // Returns whether nothing has been written yet.
  bool empty() const { return empty_; }

  // Flushes the stream. Returns false if this write or an earlier write failed.
  bool Flush() { return stream_.flush().good(); }

 private:
  std::ostream& stream_;
  Terminal terminal_;
  bool empty_ = true;
  bool transient_ = false;  // the current line shows transient text
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_SCREEN_H_
