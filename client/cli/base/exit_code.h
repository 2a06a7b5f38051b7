#ifndef CPSIZER_CLIENT_CLI_BASE_EXIT_CODE_H_
#define CPSIZER_CLIENT_CLI_BASE_EXIT_CODE_H_

namespace cpsizer::cli {

// Exit codes of the command. If several codes apply, the highest is returned.
inline constexpr int kExitFine = 0;        // success, with any decision
inline constexpr int kExitFindings = 1;    // an error in the findings, a refused configuration, or a difference
inline constexpr int kExitUsage = 2;       // wrong flags, or input that cannot be read
inline constexpr int kExitCallFailed = 3;  // the service is unreachable, or a call timed out or failed
inline constexpr int kExitInternal = 4;    // a defect, or output that cannot be written

// The result of a verb after an error about its flags. The command exits with kExitUsage, and prints only the error:
// with -o json, a verb with another error and without a result prints an empty list.
inline constexpr int kWrongFlags = 5;

// Returns the exit code with --exit-zero: kExitFindings becomes success, and all other codes stay the same.
constexpr int ForgiveFindings(int exit_code, bool exit_zero) {
  return exit_zero && exit_code == kExitFindings ? kExitFine : exit_code;
}

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_EXIT_CODE_H_
