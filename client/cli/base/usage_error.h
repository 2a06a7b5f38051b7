#ifndef CPSIZER_CLIENT_CLI_BASE_USAGE_ERROR_H_
#define CPSIZER_CLIENT_CLI_BASE_USAGE_ERROR_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace cpsizer::cli {

// Returns the message for an invalid command line: one or two sentences, with the nearest known name. CLI11 reported
// `error` about `args` while it parsed `app`, which is the command itself or one of its verbs.
std::string UsageSentence(const CLI::ParseError& error, const CLI::App& app, absl::Span<const std::string> args);

// Returns the first flag in `words` that has an empty value, such as `--memory` for `--memory=`. The flag belongs to
// `root` or to a verb. Returns an empty text if there is no such flag. CLI11 would use the next word as the value.
std::string EmptyFlag(absl::Span<const std::string> words, const CLI::App& root);

// Removes the `=` from words such as `-o=json`, as kubectl accepts them. CLI11 would use `=json` as the value.
void JoinShortFlags(std::vector<std::string>& words, const CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_USAGE_ERROR_H_
