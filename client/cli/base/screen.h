#ifndef CPSIZER_CLIENT_CLI_BASE_SCREEN_H_
#define CPSIZER_CLIENT_CLI_BASE_SCREEN_H_

#include <ostream>

#include "absl/strings/string_view.h"
#include "client/cli/base/terminal.h"

namespace cpsizer::cli {

enum class Style { kPlain, kBold, kDim, kGood, kWarning, kBad };

// The output for users. Escapes all text except that of Raw(), so that text from a file or a server does not reach a
// terminal unescaped. Not thread-safe. Holds the stream by reference.
class Screen {
 public:
  Screen(std::ostream& stream, Terminal terminal) : stream_(stream), terminal_(terminal) {}

  const Terminal& terminal() const { return terminal_; }

  // Appends `text` to the line.
  Screen& Text(absl::string_view text, Style style = Style::kPlain);
  // Appends `count` spaces.
  Screen& Spaces(int count);
  Screen& EndLine();
  // One line of `text`.
  void Line(absl::string_view text, Style style = Style::kPlain);
  // `text` wrapped to the terminal, every line indented by `indent` columns.
  void Paragraph(absl::string_view text, int indent = 0);

  // Appends bytes unchanged. Requires text that is trusted or already escaped.
  Screen& Raw(absl::string_view bytes, Style style = Style::kPlain);

  // Shows `text` immediately, until other text replaces it. Only for terminals.
  void Transient(absl::string_view text);
  // Removes the transient text, if there is one.
  void Wipe();

  // Returns whether nothing was written.
  bool empty() const { return empty_; }

  // Flushes the stream; returns false if this or an earlier write failed.
  bool Flush() { return stream_.flush().good(); }

 private:
  std::ostream& stream_;
  Terminal terminal_;
  bool empty_ = true;
  bool transient_ = false;  // the line shows transient text
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_SCREEN_H_
