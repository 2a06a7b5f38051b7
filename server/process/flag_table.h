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

// The command lines of the programs that serve: flags with long names only, each with a twin in the environment.
namespace cpsizer::server {

// One flag. `value` says what may stand behind it; a switch may also stand alone.
struct Flag {
  absl::string_view name;
  absl::string_view value;
  std::string default_value;
  absl::string_view description;
  // Takes the text behind it. Errors: InvalidArgument with a sentence about the text.
  std::function<absl::Status(absl::string_view text)> set;
  bool is_switch = false;
  // A flag with its value, such as `--controller=replicas`, that this one is only for; empty where it is for all.
  absl::string_view only_with = {};
};

// The same flags, only for `other`: a flag that is among those of the program, with one of its values.
std::vector<Flag> OnlyWith(absl::string_view other, std::vector<Flag> flags);

// The flags of all groups, in their order.
std::vector<Flag> JoinFlags(std::vector<std::vector<Flag>> groups);

struct Program {
  absl::string_view name;
  absl::string_view about;   // one sentence
  absl::string_view footer;  // below the flags
};

// Reads the arguments, without the program's name, and for flags that they lack the environment, into `flags`. The text
// of --help or --version where that is asked for: to be printed, and nothing else done; empty otherwise.
// Errors: InvalidArgument with one sentence for a person.
absl::StatusOr<std::string> ParseFlags(const Program& program, absl::Span<const Flag> flags,
                                       absl::Span<const char* const> arguments);

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
// A time between `least` and an hour.
absl::Status SetDuration(absl::string_view text, absl::Duration least, absl::Duration& value);
absl::Status SetCount(absl::string_view text, int least, int most, int& value);
// Whole bytes, as a quantity of Kubernetes.
absl::Status SetBytes(absl::string_view text, size_t least, size_t most, size_t& value);

// The same, as a person would write them: `64Mi`, `10m`.
std::string ShowBytes(size_t bytes);
std::string ShowDuration(absl::Duration duration);

// A flag that sets `value`, which must outlive it. Its default is the content of `value` when it is made.
Flag SwitchFlag(absl::string_view name, absl::string_view description, bool& value);
// A duration from `least` to an hour.
Flag DurationFlag(absl::string_view name, absl::string_view description, absl::Duration least, absl::Duration& value);

// Where to serve the admin pages, the same for every program; `off` leaves `address` empty.
Flag AdminAddrFlag(std::string& address);

// How to log, the same for every program.
Flag LogFormatFlag(LogOptions& options);
Flag LogLevelFlag(LogOptions& options);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_FLAG_TABLE_H_
