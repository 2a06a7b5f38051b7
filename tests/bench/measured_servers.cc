#include "tests/bench/measured_servers.h"

#include "absl/strings/str_cat.h"
#include "tests/bench/machine.h"

namespace cpsizer::bench {
namespace {

constexpr int kServerCore = 0;
constexpr char kAuthorityFile[] = "ca.crt";
constexpr char kCertificateFile[] = "tls.crt";
constexpr char kKeyFile[] = "tls.key";

}  // namespace

MeasuredServers::MeasuredServers(const Programs& programs)
    : programs_(programs), client_(authority_.Issue({.names = "DNS:bench-client"})) {
  const testing::CertifiedKey server = authority_.IssueServer();
  folder_.Write(kAuthorityFile, authority_.pem());
  folder_.Write(kCertificateFile, server.certificate);
  folder_.Write(kKeyFile, server.key);
}

absl::StatusOr<std::unique_ptr<testing::ServerProcess>> MeasuredServers::Start(Server server) const {
  return testing::ServerProcess::Start(PinnedCommand(kServerCore, Command(server)));
}

std::shared_ptr<grpc::ChannelCredentials> MeasuredServers::CredentialsFor(Server server) const {
  if (server != Server::kOursOverMtls && server != Server::kOursDeployed) return grpc::InsecureChannelCredentials();
  return grpc::SslCredentials({authority_.pem(), client_.key, client_.certificate});
}

std::vector<std::string> MeasuredServers::Command(Server server) const {
  const std::string response = absl::StrCat("--response=", folder_.PathOf(kResponseFile));
  switch (server) {
    case Server::kOurs:
      return OurCommand({});
    case Server::kOursOverMtls:
      return OurCommand(MtlsFlags());
    case Server::kOursDeployed: {
      std::vector<std::string> flags = MtlsFlags();
      flags.insert(flags.end(), {"--allowed-clients=dns:bench-client", "--admin-addr=127.0.0.1:0"});
      return OurCommand(flags);
    }
    case Server::kOursWithoutCache:
      return OurCommand({"--config-cache-bytes=0"});
    case Server::kEcho:
      return {programs_.echo, response};
    case Server::kEchoBuiltAsOurs:
      return {programs_.echo_built_as_ours, response, "--deadlock-detection=false"};
    case Server::kGoPeer:
      return {programs_.go_peer};
  }
  return {};
}

std::vector<std::string> MeasuredServers::OurCommand(const std::vector<std::string>& flags) const {
  std::vector<std::string> command = {programs_.server, "--grpc-addr=127.0.0.1:0"};
  command.insert(command.end(), flags.begin(), flags.end());
  return command;
}

std::vector<std::string> MeasuredServers::MtlsFlags() const {
  return {absl::StrCat("--tls-cert-file=", folder_.PathOf(kCertificateFile)),
          absl::StrCat("--tls-private-key-file=", folder_.PathOf(kKeyFile)),
          absl::StrCat("--client-ca-file=", folder_.PathOf(kAuthorityFile))};
}

}  // namespace cpsizer::bench
