#include "server/process/verb_text.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "server/engine/base/text.h"
#include "server/process/version.h"

namespace cpsizer::server {
namespace {

absl::StatusOr<std::string> VersionIn(absl::string_view format, absl::string_view program) {
  if (format == "json") return VersionJson(program);
  if (format == "text") return VersionText(program);
  return absl::InvalidArgumentError(absl::StrCat("--output: ", Quoted(format), " is not one of text, json"));
}

// Removes the flag `-o` or `--output` and its value from the start of `arguments`. Returns the value, or nothing if
// `arguments` begin with another argument or if there is no value.
absl::optional<absl::string_view> TakeOutput(absl::Span<const char* const>& arguments) {
  const absl::string_view first = arguments.front();
  for (const absl::string_view flag : {"-o", "--output"}) {
    absl::string_view value = first;
    if (!absl::ConsumePrefix(&value, flag)) continue;
    const bool is_next = value.empty() && arguments.size() > 1;
    if (is_next) value = arguments[1];
    if (!is_next && !absl::ConsumePrefix(&value, "=")) return absl::nullopt;
    arguments.remove_prefix(is_next ? 2 : 1);
    return value;
  }
  return absl::nullopt;
}

// Returns the text for `verb`, which is `version` or `--version`, followed by `arguments`.
absl::StatusOr<std::string> VersionFor(absl::string_view verb, absl::Span<const char* const> arguments,
                                       absl::string_view program) {
  absl::string_view format = "text";
  while (!arguments.empty()) {
    const absl::optional<absl::string_view> output = TakeOutput(arguments);
    if (!output.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat("unexpected argument ", Quoted(arguments.front()), " after ", verb,
                                                     "; write ", verb, ", or ", verb, " -o json"));
    }
    format = *output;
  }
  return VersionIn(format, program);
}

}  // namespace

absl::StatusOr<std::string> VerbText(absl::string_view program, std::string help,
                                     absl::Span<const char* const> arguments) {
  if (arguments.empty()) return std::string();
  const absl::string_view verb = arguments.front();
  const absl::Span<const char* const> rest = arguments.subspan(1);
  // Other flags have no effect on --version.
  const bool has_format = !rest.empty() && (absl::StartsWith(rest[0], "-o") || absl::StartsWith(rest[0], "--output"));
  const bool is_version = verb == "version" || (verb == "--version" && has_format);
  if (verb != "help" && !is_version) return std::string();
  if (rest.size() == 1 && (rest[0] == absl::string_view("--help") || rest[0] == absl::string_view("-h"))) return help;
  if (is_version) return VersionFor(verb, rest, program);
  if (rest.empty()) return help;
  return absl::InvalidArgumentError(
      absl::StrCat("unexpected argument ", Quoted(rest.front()), " after help; help prints all flags"));
}

}  // namespace cpsizer::server
