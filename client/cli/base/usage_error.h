#ifndef CPSIZER_CLIENT_CLI_BASE_USAGE_ERROR_H_
#define CPSIZER_CLIENT_CLI_BASE_USAGE_ERROR_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace cpsizer::cli {

// What is wrong with a command line, in one or two sentences with the nearest known name: the reader of flags said
// `error` about `args` while it was in `app`, the command itself or one of its verbs.
std::string UsageSentence(const CLI::ParseError& error, const CLI::App& app, absl::Span<const std::string> args);

// The first of `words` that gives a flag of `root` or its verbs an empty value, `--memory=`, without the sign; empty
// for none. CLI11 would take the next word for its value.
std::string EmptyFlag(absl::Span<const std::string> words, const CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_USAGE_ERROR_H_
