#include "client/kube/config/exec_spec.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::kube {
namespace {

constexpr char kV1[] = "client.authentication.k8s.io/v1";
constexpr char kV1Beta1[] = "client.authentication.k8s.io/v1beta1";

struct ExecSpecCase {
  absl::string_view name;
  std::string api_version;
  std::string command;
  std::string mode;
  std::vector<std::pair<std::string, std::string>> environment;
  absl::string_view error;  // the message without the position; empty if there is no error
};

TEST(CheckExecSpec, ChecksEveryRule) {
  const ExecSpecCase cases[] = {
      {"Never", kV1, "a", "Never", {{"A", "b"}}, ""},
      {"IfAvailable", kV1, "a", "IfAvailable", {}, ""},
      {"Always", kV1, "a", "Always", {}, ""},
      {"a default mode", kV1Beta1, "a", "", {}, ""},
      {"no command", kV1, "", "Never", {}, ".command is missing; give the path or the name of the plugin"},
      {"no version", "", "a", "Never", {}, ".apiVersion is missing; give client.authentication.k8s.io/v1 or client."},
      {"an old version",
       "client.authentication.k8s.io/v1alpha1",
       "a",
       "",
       {},
       ".apiVersion is \"client.authentication.k8s.io/v1alpha1\"; give client.authentication.k8s.io/v1 or client."},
      {"no mode", kV1, "a", "", {}, ".interactiveMode is missing; give Never, IfAvailable or Always"},
      {"an unknown mode",
       kV1Beta1,
       "a",
       "never",
       {},
       ".interactiveMode is \"never\"; give Never, IfAvailable or Always"},
      {"a variable without name", kV1, "a", "Never", {{"A", ""}, {"", "s3cret"}}, ".env[1].name is missing"},
      {"a variable with =", kV1, "a", "Never", {{"A=s3cret", ""}}, ".env[0].name has a `=` in it"},
  };
  for (const ExecSpecCase& c : cases) {
    SCOPED_TRACE(c.name);
    ExecSpec exec;
    exec.where = "/c: exec";
    exec.api_version = c.api_version;
    exec.command = c.command;
    exec.interactive_mode = c.mode;
    exec.environment = c.environment;
    const absl::Status status = CheckExecSpec(exec);
    EXPECT_EQ(status.ok(), c.error.empty()) << status;
    if (c.error.empty()) continue;
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(absl::StartsWith(status.message(), absl::StrCat("/c: exec", c.error))) << status;
    EXPECT_FALSE(absl::StrContains(status.message(), "s3cret")) << status;
  }
}

TEST(CheckNeedsNoTerminal, RefusesOnlyTheModeAlways) {
  ExecSpec exec;
  for (const char* mode : {"", "Never", "IfAvailable", "Always"}) {
    exec.interactive_mode = mode;
    EXPECT_EQ(CheckNeedsNoTerminal(exec).ok(), exec.interactive_mode != "Always") << mode;
  }
}

}  // namespace
}  // namespace cpsizer::kube
