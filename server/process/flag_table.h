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

// The command-line flags of cpsizer-server, cpsizer-sidecar and cpsizer-webhook. All flags have long names. Each flag
// can also be set by an environment variable.
namespace cpsizer::server {

// A flag. `value` is the placeholder for the value in --help. A switch may be given without a value.
struct Flag {
  absl::string_view name;
  std::string value;
  std::string default_value;
  absl::string_view description;
  // Sets the value of the flag from `text`. Errors: InvalidArgument with one sentence about `text`.
  std::function<absl::Status(absl::string_view text)> set;
  bool is_switch = false;
  // Another flag with a value that this flag requires, such as `--controller=replicas`. A list such as
  // `--controller=machines|replicas` means that one of the values is required. Empty if no other flag is required.
  absl::string_view only_with = {};
  // Another word for a value of this flag, such as `size=sizes` for the word `size`. Empty if there is none.
  std::string synonym = {};
};

// Returns `flags` with `only_with` set to `other`. `other` is the name of a flag with one or several of its values.
std::vector<Flag> OnlyWith(absl::string_view other, std::vector<Flag> flags);

// Returns the flags of all groups, in the order of the groups.
std::vector<Flag> JoinFlags(std::vector<std::vector<Flag>> groups);

struct Program {
  absl::string_view name;
  absl::string_view about;   // one sentence for --help
  absl::string_view footer;  // the text after the flags
};

// Sets `flags` from `arguments`, which do not include the name of the program. A flag that is not in `arguments` is set
// from its environment variable. If the arguments contain --help or --version, or begin with `help` or `version`,
// returns a text. `version` and `--version` accept -o text or -o json. The program must print this text and exit. In
// all other cases returns an empty text. Errors: InvalidArgument with one sentence for the user.
absl::StatusOr<std::string> ParseFlags(const Program& program, absl::Span<const Flag> flags,
                                       absl::Span<const char* const> arguments);

// Returns whether `arguments` contain `flag`. If they do, the environment variable of the flag is ignored.
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
// Parses a duration into `value`. The duration must be at least `least` and at most one hour.
absl::Status SetDuration(absl::string_view text, absl::Duration least, absl::Duration& value);
absl::Status SetCount(absl::string_view text, int least, int most, int& value);
// Parses a Kubernetes quantity into `value`. The quantity must be a whole number of bytes.
absl::Status SetBytes(absl::string_view text, size_t least, size_t most, size_t& value);

// These functions return the shortest text for a value, such as `64Mi` or `10m`.
std::string ShowBytes(size_t bytes);
std::string ShowDuration(absl::Duration duration);

// Returns a flag that sets `value`. `value` must outlive the flag. The default of the flag is the content of `value` at
// the time of this call.
Flag SwitchFlag(absl::string_view name, absl::string_view description, bool& value);
// Returns a flag for a duration of at least `least` and at most one hour.
Flag DurationFlag(absl::string_view name, absl::string_view description, absl::Duration least, absl::Duration& value);

// Returns a flag for an address to listen on. The address is not resolved.
Flag ListenAddressFlag(absl::string_view name, absl::string_view description, std::string& address);

// Returns the flag for the address of the admin port. The value `off` makes `address` empty.
Flag AdminAddrFlag(std::string& address);

// These functions return the flags for the format and the level of log lines.
Flag LogFormatFlag(LogOptions& options);
Flag LogLevelFlag(LogOptions& options);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_FLAG_TABLE_H_
