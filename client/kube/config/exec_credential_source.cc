#include "client/kube/config/exec_credential_source.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/kube/config/plugin_process.h"
#include "client/kube/quoted.h"

namespace cpsizer::kube {
namespace {

constexpr char kExecInfoVariable[] = "KUBERNETES_EXEC_INFO";
constexpr absl::Duration kHintInterval = absl::Hours(1);

Environment WithVariablesOf(const ExecSpec& exec, Environment environment) {
  for (const auto& [name, value] : exec.environment) environment[name] = value;
  return environment;
}

}  // namespace

ExecCredentialSource::ExecCredentialSource(ClusterConfig config, Environment environment, ExecCredentialOptions options)
    : config_(std::move(config)), environment_(std::move(environment)), options_(std::move(options)) {}

absl::StatusOr<std::shared_ptr<const ExecCredential>> ExecCredentialSource::Get(absl::Time now) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (credential_ != nullptr && now < credential_->expires) return credential_;
  absl::StatusOr<ExecCredential> credential = Run(now);
  if (!credential.ok()) return credential.status();
  credential_ = std::make_shared<const ExecCredential>(*std::move(credential));
  return credential_;
}

void ExecCredentialSource::Invalidate(const std::shared_ptr<const ExecCredential>& refused) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (credential_ == refused) credential_ = nullptr;
}

absl::StatusOr<ExecCredential> ExecCredentialSource::Run(absl::Time now) {
  const ExecSpec& exec = *config_.credentials.exec;
  const absl::StatusOr<std::string> program = FindProgram(exec.command, environment_);
  if (!program.ok()) {
    return absl::NotFoundError(
        absl::StrCat(exec.where, ".command: ", program.status().message(), "; install it", InstallHint(now)));
  }
  absl::StatusOr<std::string> info = MakeExecInfo(config_);
  if (!info.ok()) {
    return absl::Status(
        info.status().code(),
        absl::StrCat(exec.where, ".provideClusterInfo: certificate authority: ", info.status().message()));
  }
  Environment environment = WithVariablesOf(exec, environment_);
  environment[kExecInfoVariable] = *std::move(info);
  const PluginResult result = RunPlugin({*program, exec.arguments, std::move(environment), options_.timeout});
  if (!result.error.empty() && options_.log) options_.log(result.error);
  if (!result.status.ok()) return Failure(result.status);
  absl::StatusOr<ExecCredential> credential = ParseExecCredential(result.output, exec.api_version);
  if (!credential.ok()) return Failure(credential.status());
  return credential;
}

absl::Status ExecCredentialSource::Failure(const absl::Status& status) const {
  const ExecSpec& exec = *config_.credentials.exec;
  return absl::Status(status.code(),
                      absl::StrCat(exec.where, ": plugin ", Quoted(exec.command), " ", status.message()));
}

std::string ExecCredentialSource::InstallHint(absl::Time now) {
  const std::string& hint = config_.credentials.exec->install_hint;
  if (now < hints_since_ || now - hints_since_ >= kHintInterval) {
    hints_since_ = now;
    hints_ = 0;
  }
  if (hint.empty() || hints_ == kMaxInstallHintsPerHour) return "";
  ++hints_;
  return absl::StrCat(": ", OneLine(hint, kMaxInstallHintBytes));
}

}  // namespace cpsizer::kube
