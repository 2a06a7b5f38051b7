#ifndef CPSIZER_CLIENT_CLI_BASE_TERMINAL_H_
#define CPSIZER_CLIENT_CLI_BASE_TERMINAL_H_

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

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_TERMINAL_H_
