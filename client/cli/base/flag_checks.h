#ifndef CPSIZER_CLIENT_CLI_BASE_FLAG_CHECKS_H_
#define CPSIZER_CLIENT_CLI_BASE_FLAG_CHECKS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {

// Checks the values of flags before a file or a cluster is read, so that an invalid one is a usage error for any
// input. Prints an error for each, with the text of the service, which checks them again. Absent values are valid.
class FlagChecks {
 public:
  // `err` must outlive this.
  explicit FlagChecks(Screen& err) : err_(err) {}

  // A quantity of at least zero.
  void Quantity(absl::string_view flag, const absl::optional<std::string>& text);
  // A Go duration.
  void Duration(absl::string_view flag, const absl::optional<std::string>& text);
  // A time of RFC 3339; empty is absent.
  void Time(absl::string_view flag, absl::string_view text);

  // Returns whether all values so far are valid.
  bool ok() const { return ok_; }

 private:
  void AddError(absl::string_view flag, absl::string_view what, Rule rule);

  Screen& err_;
  bool ok_ = true;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_FLAG_CHECKS_H_
