// Faults of the servers: restarts and restores of RealApiServer.
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/testing/real_api/real_api_server.h"
#include "tests/testing/tools.h"

namespace cpsizer::testing {
namespace {

constexpr absl::Duration kRealApiFaultsTimeout = absl::Seconds(60);

void Kill(Subprocess* process) {
  if (process == nullptr) return;
  process->Signal(SIGKILL);
  process->Wait(absl::InfiniteDuration());
}

// Removes an incomplete last line. A killed process can leave such a line, and the next process would append to this
// line.
void CutHalfLine(const std::string& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::error_code error;  // without an audited user the file does not exist
  std::filesystem::resize_file(path, text.rfind('\n') + 1, error);
}

}  // namespace

void RealApiServer::KillApiServer() {
  Kill(api_server_.get());
  CutHalfLine(folder_.PathOf("audit.log"));
}

void RealApiServer::KillEtcd() {
  Kill(etcd_.get());
}

absl::Status RealApiServer::RestartApiServer() {
  KillApiServer();
  if (absl::Status status = StartApiServer(); !status.ok()) return status;
  return WaitUntilReady();
}

absl::Status RealApiServer::RestartEtcd() {
  KillEtcd();
  if (absl::Status status = StartEtcd(); !status.ok()) return status;
  return WaitUntilReady();
}

absl::Status RealApiServer::SaveEtcd() {
  // While etcd is stopped, its files are in the same state as after a crash. etcd can recover from this state.
  etcd_->Signal(SIGSTOP);
  std::error_code error;
  std::filesystem::copy(folder_.PathOf("etcd"), folder_.PathOf("etcd.saved"), std::filesystem::copy_options::recursive,
                        error);
  etcd_->Signal(SIGCONT);
  return error ? absl::InternalError(error.message()) : absl::OkStatus();
}

absl::Status RealApiServer::RestoreEtcd(int64_t further_on) {
  KillApiServer();
  KillEtcd();
  std::error_code error;
  std::filesystem::remove_all(folder_.PathOf("etcd"), error);
  if (!error) std::filesystem::rename(folder_.PathOf("etcd.saved"), folder_.PathOf("etcd"), error);
  if (error) return absl::InternalError(error.message());
  if (absl::Status status = further_on == 0 ? absl::OkStatus() : BumpEtcd(further_on); !status.ok()) return status;
  if (absl::Status status = StartEtcd(); !status.ok()) return status;
  if (absl::Status status = StartApiServer(); !status.ok()) return status;
  return WaitUntilReady();
}

absl::Status RealApiServer::BumpEtcd(int64_t further_on) {
  // The last changes may be only in the log of etcd. When etcd exits, it writes all changes into the file that etcdutl
  // reads.
  if (absl::Status status = StartEtcd(); !status.ok()) return status;
  const auto ready = [](absl::string_view line) { return absl::StrContains(line, "ready to serve client requests"); };
  if (!etcd_->WaitForLine(ready, kRealApiFaultsTimeout).has_value()) return absl::InternalError("etcd is not ready");
  etcd_->Signal(SIGTERM);
  if (!etcd_->Wait(kRealApiFaultsTimeout).has_value()) return absl::InternalError("etcd does not end");
  std::error_code error;
  std::filesystem::rename(folder_.PathOf("etcd"), folder_.PathOf("etcd.snapshot"), error);
  if (error) return absl::InternalError(error.message());
  const absl::StatusOr<FinishedProcess> restored = RunProcess(
      {ToolPath("etcdutl"), "snapshot", "restore", folder_.PathOf("etcd.snapshot/member/snap/db"), "--skip-hash-check",
       "--data-dir=" + folder_.PathOf("etcd"), absl::StrCat("--bump-revision=", further_on), "--mark-compacted"});
  if (!restored.ok()) return restored.status();
  std::filesystem::remove_all(folder_.PathOf("etcd.snapshot"), error);
  return restored->exit_code == 0 ? absl::OkStatus() : absl::InternalError(restored->standard_error);
}

absl::Status RealApiServer::RotateAuthority() {
  KillApiServer();
  WriteServingCertificate(CertificateAuthority("cpsizer-test-next"));
  if (absl::Status status = admin_->ReloadCertificates(); !status.ok()) return status;
  if (absl::Status status = StartApiServer(); !status.ok()) return status;
  return WaitUntilReady();
}

}  // namespace cpsizer::testing
