#ifndef CPSIZER_CLIENT_CLI_BASE_TERMINAL_H_
#define CPSIZER_CLIENT_CLI_BASE_TERMINAL_H_

namespace cpsizer::cli {

// What is known about the place where text goes.
struct Terminal {
  bool interactive = false;
  int width = 0;  // columns; 0 means unbounded
  bool color = false;
};

// The terminal behind an open file of `columns` columns (0 where unknown), given the values of the environment
// variables NO_COLOR (https://no-color.org) and TERM, null where unset. Pure.
Terminal MakeTerminal(bool interactive, int columns, const char* no_color, const char* term);

// The terminal behind the file descriptor `fd`, as the process finds it.
Terminal DetectTerminal(int fd);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_TERMINAL_H_
