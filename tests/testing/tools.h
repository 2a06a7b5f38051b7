#ifndef CPSIZER_TESTS_TESTING_TOOLS_H_
#define CPSIZER_TESTS_TESTING_TOOLS_H_

#include <initializer_list>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::testing {

// Returns the path of a program in the folder of CPSIZER_TOOLS_DIR: one of those that tests/e2e/build_tools.sh
// builds.
std::string ToolPath(absl::string_view name);

// Returns why a test that needs these programs cannot run, in a sentence; empty if it can.
std::string WhyToolsAreMissing(std::initializer_list<absl::string_view> names);

// Returns whether such a test must then fail instead of being skipped: in CI, where they could have been built.
bool ToolsAreRequired();

// Returns why promtool, which `./dev test` fetches, cannot be run; empty if it can.
std::string WhyPromtoolIsMissing();
// The same for prometheus, which is installed with it.
std::string WhyPrometheusIsMissing();
// Returns whether a test that needs one of them must then fail instead of being skipped: in CI.
bool PromtoolIsRequired();

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_TOOLS_H_
