#ifndef CPSIZER_CLIENT_CLI_BASE_MAKE_FINDING_H_
#define CPSIZER_CLIENT_CLI_BASE_MAKE_FINDING_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/rules.h"
#include "cpsizer/v1/finding.pb.h"

namespace cpsizer::cli {

// Returns a finding of the command itself, with the severity and the remedy of the rule. `value` is escaped and cut.
v1::Finding MakeFinding(Rule rule, std::string path, absl::string_view value, std::string message);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_MAKE_FINDING_H_
