#ifndef CPSIZER_CLIENT_CLI_BASE_TERMINAL_H_
#define CPSIZER_CLIENT_CLI_BASE_TERMINAL_H_

namespace cpsizer::cli {

// The properties of the output.
struct Terminal {
  bool interactive = false;
  int width = 0;  // columns; 0 means unbounded
  bool color = false;
};

// The terminal of an open file with `columns` columns (0 if unknown), from the values of the environment variables
// NO_COLOR (https://no-color.org) and TERM, null if unset. Pure.
Terminal MakeTerminal(bool interactive, int columns, const char* no_color, const char* term);

// Detects the terminal of the file descriptor `fd`.
Terminal DetectTerminal(int fd);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_TERMINAL_H_
