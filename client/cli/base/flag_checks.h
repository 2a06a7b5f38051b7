#ifndef CPSIZER_CLIENT_CLI_BASE_FLAG_CHECKS_H_
#define CPSIZER_CLIENT_CLI_BASE_FLAG_CHECKS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {

// Returns the environment variable of a flag, such as `CPSIZER_MEMORY` for `--memory`.
std::string VariableOf(absl::string_view flag);

// Returns the flag for the start of an error about its value: `--memory`, or `--memory (from CPSIZER_MEMORY)` if its
// environment variable has this value.
std::string FlagWithSource(absl::string_view flag, absl::string_view value);

// Checks the values of flags before a file or a cluster is read, so that an invalid value is always a usage error.
// Prints one error for each invalid value, with the same text as the service. An absent value is valid.
class FlagChecks {
 public:
  // `err` must outlive this.
  explicit FlagChecks(Screen& err) : err_(err) {}

  // Requires a quantity of at least zero.
  void Quantity(absl::string_view flag, const absl::optional<std::string>& text);
  // Requires a Go duration.
  void Duration(absl::string_view flag, const absl::optional<std::string>& text);
  // Requires a time of RFC 3339, or an empty text.
  void Time(absl::string_view flag, absl::string_view text);

  // Prints `problem`, the text of an error, unless it is empty.
  void Add(absl::string_view problem);
  void Add(const absl::Status& status) { Add(status.message()); }

  // Returns whether all values that were checked are valid.
  bool ok() const { return ok_; }

 private:
  void AddError(absl::string_view flag, absl::string_view value, absl::string_view what, Rule rule);

  Screen& err_;
  bool ok_ = true;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_FLAG_CHECKS_H_
