#include "client/cli/input/choose_client.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "client/cli/base/print_error.h"
#include "client/service/in_process_service.h"
#include "client/service/remote_service.h"

namespace cpsizer::cli {
namespace {

absl::Status Check(const ServerFlags& flags) {
  if (absl::Status status = CheckClientTlsFiles(flags.tls); !status.ok()) return status;
  if (!flags.name.empty() && flags.tls.empty()) {
    return absl::InvalidArgumentError(
        "--server-name needs --server-ca-file: without TLS, the server presents no certificate");
  }
  if (!flags.tls.empty() && flags.address.empty()) {
    return absl::InvalidArgumentError("--server-ca-file needs --server: without it this process decides");
  }
  return absl::OkStatus();
}

std::string Explain(const ServerFlags& flags, absl::StatusCode code, absl::string_view message) {
  switch (code) {
    case absl::StatusCode::kUnavailable:
      return absl::StrCat(
          "cannot reach a server at ", flags.address, ": ", message,
          ". Check the address, that cpsizer-server runs there, and ",
          flags.tls.empty()
              ? "whether it requires TLS (--server-ca-file)"
              : "that each side trusts the other's certificate (--server-ca-file, --server-name, --server-cert-file)",
          ", or omit --server to decide in this process");
    case absl::StatusCode::kDeadlineExceeded:
      return absl::StrCat("no response from the server at ", flags.address, " within ",
                          absl::FormatDuration(flags.timeout),
                          ". Increase --timeout, or omit --server to decide in this process");
    default:
      return std::string(message);
  }
}

absl::StatusOr<RemoteServiceOptions> RemoteOptions(const ServerFlags& flags) {
  RemoteServiceOptions options;
  options.target = flags.address;
  options.timeout = flags.timeout;
  options.large_timeout = flags.timeout;
  options.explain = [flags](absl::StatusCode code, absl::string_view message) { return Explain(flags, code, message); };
  if (flags.tls.empty()) return options;
  absl::StatusOr<std::unique_ptr<server::ClientTlsReloader>> reloader =
      server::ClientTlsReloader::Load(flags.tls, absl::Now);
  if (!reloader.ok()) return reloader.status();
  options.tls.reload = [reloader = std::shared_ptr<server::ClientTlsReloader>(*std::move(reloader))] {
    return reloader->Reload();
  };
  options.tls.server_name = flags.name;
  return options;
}

absl::StatusOr<std::unique_ptr<BlockingService>> Choose(const ServerFlags& flags) {
  if (absl::Status status = Check(flags); !status.ok()) return status;
  if (flags.address.empty()) return std::make_unique<BlockingService>(MakeInProcessService);
  const absl::StatusOr<RemoteServiceOptions> options = RemoteOptions(flags);
  if (!options.ok()) return options.status();
  return std::make_unique<BlockingService>(
      [&options](Executor executor) { return MakeRemoteService(std::move(executor), *options); });
}

}  // namespace

std::unique_ptr<BlockingService> ChooseClient(const ServerFlags& flags, Screen& err) {
  absl::StatusOr<std::unique_ptr<BlockingService>> client = Choose(flags);
  if (client.ok()) return *std::move(client);
  PrintError(client.status().message(), err);
  return nullptr;
}

}  // namespace cpsizer::cli
