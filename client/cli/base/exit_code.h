#ifndef CPSIZER_CLIENT_CLI_BASE_EXIT_CODE_H_
#define CPSIZER_CLIENT_CLI_BASE_EXIT_CODE_H_

namespace cpsizer::cli {

// Exit codes of the command. If several apply, the highest is returned.
inline constexpr int kExitFine = 0;        // success, for any decision
inline constexpr int kExitFindings = 1;    // findings of severity error, a configuration that is refused, a difference
inline constexpr int kExitUsage = 2;       // wrong flags, input that cannot be read
inline constexpr int kExitCallFailed = 3;  // unreachable, timed out, any other failed call
inline constexpr int kExitInternal = 4;    // a defect, or output that cannot be written

// The exit code with --exit-zero: findings and differences become success, failures stay failures.
constexpr int ForgiveFindings(int exit_code, bool exit_zero) {
  return exit_zero && exit_code == kExitFindings ? kExitFine : exit_code;
}

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_EXIT_CODE_H_
