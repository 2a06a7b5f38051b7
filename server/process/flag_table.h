#ifndef CPSIZER_SERVER_PROCESS_FLAG_TABLE_H_
#define CPSIZER_SERVER_PROCESS_FLAG_TABLE_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/engine/base/text.h"
#include "server/process/logging.h"

// The command-line flags of the server and the sidecar. The flags have long names, and each flag has an environment
// variable.
namespace cpsizer::server {

// A flag. `value` describes the values of the flag in --help. A switch may be given without a value.
struct Flag {
  absl::string_view name;
  std::string value;
  std::string default_value;
  absl::string_view description;
  // Sets the value of the flag from `text`. Errors: InvalidArgument with one sentence about `text`.
  std::function<absl::Status(absl::string_view text)> set;
  bool is_switch = false;
  // A flag and its value that must also be set, such as `--controller=replicas`. If several values are listed, such as
  // `--controller=machines|replicas`, one of these values must be set. Empty if no other flag must be set.
  absl::string_view only_with = {};
};

// Returns `flags` with `only_with` set to `other`, which is a flag of the program with one or several of its values.
std::vector<Flag> OnlyWith(absl::string_view other, std::vector<Flag> flags);

// Returns the flags of all groups, in the order of the groups.
std::vector<Flag> JoinFlags(std::vector<std::vector<Flag>> groups);

struct Program {
  absl::string_view name;
  absl::string_view about;   // one sentence for --help
  absl::string_view footer;  // the text below the flags
};

// Sets `flags` from `arguments`, which do not include the program's name. A flag that is not among the arguments is set
// from its environment variable. Returns the text that the program must print before it exits, if the arguments contain
// --help or --version, or are one of the verbs `help`, `version` and `version -o json`. In all other cases returns an
// empty text. Errors: InvalidArgument with one sentence for the user.
absl::StatusOr<std::string> ParseFlags(const Program& program, absl::Span<const Flag> flags,
                                       absl::Span<const char* const> arguments);

// Returns whether `arguments` set `flag`. In this case the environment variable of the flag is ignored.
bool IsAmongArguments(absl::string_view flag, absl::Span<const char* const> arguments);

template <typename T>
struct Choice {
  absl::string_view name;
  T value;
};

template <typename T, size_t N>
absl::Status SetChoice(absl::string_view text, const Choice<T> (&choices)[N], T& value) {
  for (const Choice<T>& choice : choices) {
    if (choice.name == text) {
      value = choice.value;
      return absl::OkStatus();
    }
  }
  const auto append_name = [](std::string* out, const Choice<T>& choice) { absl::StrAppend(out, choice.name); };
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(text), " is not one of ", absl::StrJoin(choices, ", ", append_name)));
}

absl::Status SetBool(absl::string_view text, bool& value);
// Sets `value` from a duration of at least `least` and at most one hour.
absl::Status SetDuration(absl::string_view text, absl::Duration least, absl::Duration& value);
absl::Status SetCount(absl::string_view text, int least, int most, int& value);
// Sets `value` from a Kubernetes quantity that is a whole number of bytes.
absl::Status SetBytes(absl::string_view text, size_t least, size_t most, size_t& value);

// These functions return the shortest text of a value, such as `64Mi` or `10m`.
std::string ShowBytes(size_t bytes);
std::string ShowDuration(absl::Duration duration);

// Makes a flag that sets `value`. `value` must outlive the flag; the content of `value` at the time of this call is the
// default.
Flag SwitchFlag(absl::string_view name, absl::string_view description, bool& value);
// Makes a flag for a duration of at least `least` and at most one hour.
Flag DurationFlag(absl::string_view name, absl::string_view description, absl::Duration least, absl::Duration& value);

// Makes the flag for the address of the admin pages. The text `off` makes `address` empty.
Flag AdminAddrFlag(std::string& address);

// These functions make the flags for the format and the level of log lines.
Flag LogFormatFlag(LogOptions& options);
Flag LogLevelFlag(LogOptions& options);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_FLAG_TABLE_H_
