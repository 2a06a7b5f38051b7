#include "client/kube/config/exec_spec.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "client/kube/quoted.h"

namespace cpsizer::kube {
namespace {

constexpr absl::string_view kV1 = "client.authentication.k8s.io/v1";
constexpr absl::string_view kV1Beta1 = "client.authentication.k8s.io/v1beta1";

absl::Status Bad(const ExecSpec& exec, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(exec.where, what));
}

}  // namespace

absl::Status CheckExecSpec(const ExecSpec& exec) {
  if (exec.command.empty()) return Bad(exec, ".command is missing; give the path or the name of the plugin");
  if (exec.api_version != kV1 && exec.api_version != kV1Beta1) {
    return Bad(exec,
               absl::StrCat(".apiVersion ",
                            exec.api_version.empty() ? "is missing" : absl::StrCat("is ", Quoted(exec.api_version)),
                            "; give ", kV1, " or ", kV1Beta1, ", the version that the plugin supports"));
  }
  const std::string& mode = exec.interactive_mode;
  if (mode.empty() && exec.api_version == kV1) {
    return Bad(exec, ".interactiveMode is missing; give Never, IfAvailable or Always");
  }
  if (!mode.empty() && mode != "Never" && mode != "IfAvailable" && mode != "Always") {
    return Bad(exec, absl::StrCat(".interactiveMode is ", Quoted(mode), "; give Never, IfAvailable or Always"));
  }
  for (size_t i = 0; i < exec.environment.size(); ++i) {
    const std::string& name = exec.environment[i].first;
    if (name.empty()) return Bad(exec, absl::StrCat(".env[", i, "].name is missing"));
    if (name.find('=') != std::string::npos) return Bad(exec, absl::StrCat(".env[", i, "].name has a `=` in it"));
  }
  return absl::OkStatus();
}

absl::Status CheckNeedsNoTerminal(const ExecSpec& exec) {
  if (exec.interactive_mode != "Always") return absl::OkStatus();
  return Bad(exec,
             ".interactiveMode is Always, but there is no terminal; use a plugin that does not need one, or a token");
}

}  // namespace cpsizer::kube
