#include "tests/testing/tools.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::testing {
namespace {

constexpr int kOldestGoMinor = 26;

std::string EnvironmentVariable(const char* name) {
  const char* const value = getenv(name);
  return value == nullptr ? "" : value;
}

// Returns whether tests/e2e/build_tools.sh can build the tools on this machine.
bool HasGo() {
  const auto go = RunProcess({"go", "env", "GOVERSION"});
  int minor = 0;
  return go.ok() && sscanf(go->standard_output.c_str(), "go1.%d", &minor) == 1 && minor >= kOldestGoMinor;
}

}  // namespace

std::string ToolPath(absl::string_view name) {
  return absl::StrCat(EnvironmentVariable("CPSIZER_TOOLS_DIR"), "/", name);
}

std::string WhyToolsAreMissing(std::initializer_list<absl::string_view> names) {
  for (const absl::string_view name : names) {
    if (access(ToolPath(name).c_str(), X_OK) == 0) continue;
    return absl::StrCat("no ", name, " in CPSIZER_TOOLS_DIR; `./dev test` builds it where Go 1.", kOldestGoMinor,
                        " or newer is");
  }
  return "";
}

bool ToolsAreRequired() {
  return EnvironmentVariable("CI") == "true" && HasGo();
}

std::string WhyPromtoolIsMissing() {
  if (RunProcess({"promtool", "--version"}).ok()) return "";
  return "no promtool; `./dev test` fetches the one of the package prometheus where apt is";
}

std::string WhyPrometheusIsMissing() {
  if (RunProcess({"prometheus", "--version"}).ok()) return "";
  return "no prometheus; `./dev test` fetches the one of the package prometheus where apt is";
}

std::string WhyChromiumIsMissing() {
  if (RunProcess({"chromium", "--version"}).ok()) return "";
  return "no chromium; `./dev test` installs the package chromium where apt is";
}

bool ChromiumIsRequired() {
  return PromtoolIsRequired();
}

bool PromtoolIsRequired() {
  return EnvironmentVariable("CI") == "true";
}

}  // namespace cpsizer::testing
