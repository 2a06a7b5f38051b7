#include "client/cli/input/choose_client.h"

#include "absl/time/clock.h"
#include "client/cli/base/complain.h"

namespace cpsizer::cli {
namespace {

absl::Status Check(const ServerFlags& flags) {
  if (absl::Status status = CheckClientTlsFiles(flags.tls); !status.ok()) return status;
  if (!flags.name.empty() && flags.tls.empty()) {
    return absl::InvalidArgumentError("--server-name needs --server-ca-file: it is the name in a certificate");
  }
  if (!flags.tls.empty() && flags.address.empty()) {
    return absl::InvalidArgumentError("--server-ca-file needs --server: without it the decision is made here");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<SizingClient>> Choose(const ServerFlags& flags) {
  if (absl::Status status = Check(flags); !status.ok()) return status;
  if (flags.address.empty()) return MakeInProcessClient();
  if (flags.tls.empty()) return MakeRemoteClient(flags.address, flags.timeout);
  const absl::StatusOr<std::unique_ptr<server::ClientTlsKeeper>> keeper =
      server::ClientTlsKeeper::Load(flags.tls, absl::Now);
  if (!keeper.ok()) return keeper.status();
  return MakeRemoteClient(flags.address, flags.timeout, (*keeper)->Look(), flags.name);
}

}  // namespace

std::unique_ptr<SizingClient> ChooseClient(const ServerFlags& flags, Screen& err) {
  absl::StatusOr<std::unique_ptr<SizingClient>> client = Choose(flags);
  if (client.ok()) return *std::move(client);
  ComplainError(client.status().message(), err);
  return nullptr;
}

}  // namespace cpsizer::cli
