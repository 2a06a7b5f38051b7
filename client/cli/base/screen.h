#ifndef CPSIZER_CLIENT_CLI_BASE_SCREEN_H_
#define CPSIZER_CLIENT_CLI_BASE_SCREEN_H_

#include <ostream>

#include "absl/strings/string_view.h"
#include "client/cli/base/terminal.h"

namespace cpsizer::cli {

enum class Style { kPlain, kBold, kDim, kGood, kWarning, kBad };

// Where text for people goes. Everything but Raw() is escaped, so that nothing from a file or a server reaches a
// terminal as it is. Not thread-safe. Holds the stream by reference.
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

  // Appends bytes as they are. Requires text of our own making or escaped already.
  Screen& Raw(absl::string_view bytes, Style style = Style::kPlain);

  // Shows `text` at once, until something else is written in its place. For terminals alone.
  void Transient(absl::string_view text);
  // Takes it away, if it is there.
  void Wipe();

  // Hands on what is buffered; false if it, or anything before, could not be written.
  bool Flush() { return stream_.flush().good(); }

 private:
  std::ostream& stream_;
  Terminal terminal_;
  bool transient_ = false;  // what is on the line now
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_SCREEN_H_
