// What befalls the servers: RealApiServer's restarts and restores.
#include <signal.h>

#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "tests/testing/real_api_server.h"

namespace cpsizer::testing {
namespace {

void Kill(Subprocess* process) {
  if (process == nullptr) return;
  process->Signal(SIGKILL);
  process->Wait(absl::InfiniteDuration());
}

}  // namespace

void RealApiServer::KillApiServer() {
  Kill(api_server_.get());
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
  // Frozen, its files are what they are after a crash, which it begins well from.
  etcd_->Signal(SIGSTOP);
  std::error_code error;
  std::filesystem::copy(folder_.PathOf("etcd"), folder_.PathOf("etcd.saved"), std::filesystem::copy_options::recursive,
                        error);
  etcd_->Signal(SIGCONT);
  return error ? absl::InternalError(error.message()) : absl::OkStatus();
}

absl::Status RealApiServer::RestoreEtcd() {
  KillApiServer();
  KillEtcd();
  std::error_code error;
  std::filesystem::remove_all(folder_.PathOf("etcd"), error);
  if (!error) std::filesystem::rename(folder_.PathOf("etcd.saved"), folder_.PathOf("etcd"), error);
  if (error) return absl::InternalError(error.message());
  if (absl::Status status = StartEtcd(); !status.ok()) return status;
  if (absl::Status status = StartApiServer(); !status.ok()) return status;
  return WaitUntilReady();
}

absl::Status RealApiServer::RotateAuthority() {
  KillApiServer();
  WriteServingCertificate(CertificateAuthority("cpsizer-test-next"));
  if (absl::Status status = admin_->ReloadCertificates(); !status.ok()) return status;
  if (absl::Status status = StartApiServer(); !status.ok()) return status;
  return WaitUntilReady();
}

}  // namespace cpsizer::testing
