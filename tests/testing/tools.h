#ifndef CPSIZER_TESTS_TESTING_TOOLS_H_
#define CPSIZER_TESTS_TESTING_TOOLS_H_

#include <initializer_list>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::testing {

// Returns the path of a program in the folder CPSIZER_TOOLS_DIR, such as a program that tests/e2e/build_tools.sh
// builds.
std::string ToolPath(absl::string_view name);

// Returns a sentence that explains why a test that needs these programs cannot run; empty if it can run.
std::string WhyToolsAreMissing(std::initializer_list<absl::string_view> names);

// Returns whether a test must fail instead of being skipped if its tools are missing. This is true in CI, where the
// tools can be built.
bool ToolsAreRequired();

// Returns a sentence that explains why promtool cannot be run; empty if it can. `./dev test` downloads promtool.
std::string WhyPromtoolIsMissing();
// Like WhyPromtoolIsMissing(), for prometheus. Both programs are installed together.
std::string WhyPrometheusIsMissing();
// Returns a sentence that explains why chromium, a browser, cannot be run; empty if it can. `./dev test` installs it.
std::string WhyChromiumIsMissing();
// Returns whether a test must fail instead of being skipped if chromium is missing. This is true in CI.
bool ChromiumIsRequired();

// Returns whether a test must fail instead of being skipped if promtool or prometheus is missing. This is true in CI.
bool PromtoolIsRequired();

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_TOOLS_H_
