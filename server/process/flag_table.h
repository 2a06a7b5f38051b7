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

// The command lines of server and sidecar: flags with long names, each with an environment variable.
namespace cpsizer::server {

// A flag. `value` describes its values in --help; a switch may be given without a value.
struct Flag {
  absl::string_view name;
  std::string value;
  std::string default_value;
  absl::string_view description;
  // Sets the value from its text. Errors: InvalidArgument with one sentence about the text.
  std::function<absl::Status(absl::string_view text)> set;
  bool is_switch = false;
  // A flag with a value, such as `--controller=replicas`, which this flag requires, or with several, of which it
  // requires one: `--controller=machines|replicas`. Empty if it requires none.
  absl::string_view only_with = {};
};

// The same flags with `only_with` set to `other`, a flag of the program with one or several of its values.
std::vector<Flag> OnlyWith(absl::string_view other, std::vector<Flag> flags);

// The flags of all groups, in their order.
std::vector<Flag> JoinFlags(std::vector<std::vector<Flag>> groups);

struct Program {
  absl::string_view name;
  absl::string_view about;   // one sentence
  absl::string_view footer;  // below the flags
};

// Sets `flags` from the arguments, without the program's name, and from the environment for flags that are not among
// them. Returns the text of --help or --version, which the program prints before it exits; empty without these flags.
// Errors: InvalidArgument with one sentence for the user.
absl::StatusOr<std::string> ParseFlags(const Program& program, absl::Span<const Flag> flags,
                                       absl::Span<const char* const> arguments);

// Returns whether the arguments themselves set a flag, in place of its environment variable.
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
// Sets a duration from `least` to an hour.
absl::Status SetDuration(absl::string_view text, absl::Duration least, absl::Duration& value);
absl::Status SetCount(absl::string_view text, int least, int most, int& value);
// Sets whole bytes from a Kubernetes quantity.
absl::Status SetBytes(absl::string_view text, size_t least, size_t most, size_t& value);

// Returns the shortest text of a value: `64Mi`, `10m`.
std::string ShowBytes(size_t bytes);
std::string ShowDuration(absl::Duration duration);

// Makes a flag that sets `value`, which must outlive it. Its default is the content of `value` when it is made.
Flag SwitchFlag(absl::string_view name, absl::string_view description, bool& value);
// Makes a flag for a duration from `least` to an hour.
Flag DurationFlag(absl::string_view name, absl::string_view description, absl::Duration least, absl::Duration& value);

// Makes the flag for the address of the admin pages; `off` makes `address` empty.
Flag AdminAddrFlag(std::string& address);

// These make the flags for the format and the level of log lines.
Flag LogFormatFlag(LogOptions& options);
Flag LogLevelFlag(LogOptions& options);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_FLAG_TABLE_H_
