#include "tests/testing/real_api_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "client/kube/json.h"
#include "tests/testing/tools.h"

namespace cpsizer::testing {
namespace {

constexpr int kAttempts = 3;
constexpr absl::Duration kPatience = absl::Seconds(60);
constexpr absl::Duration kLook = absl::Milliseconds(50);
constexpr size_t kShownBytes = 4'000;

// A port that was free a moment ago: foreign programs do not say which one the system chose for them.
int FreePort() {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  int port = 0;
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
      getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0) {
    port = ntohs(address.sin_port);
  }
  close(listener);
  return port;
}

// The program dies with this thread, also where no destructor runs.
absl::StatusOr<std::unique_ptr<Subprocess>> StartTool(absl::string_view name, const std::vector<std::string>& flags) {
  std::vector<std::string> command = {"setpriv", "--pdeathsig", "KILL", ToolPath(name)};
  command.insert(command.end(), flags.begin(), flags.end());
  return Subprocess::Start(command);
}

void Kill(Subprocess* process) {
  if (process == nullptr) return;
  process->Signal(SIGKILL);
  process->Wait(absl::InfiniteDuration());
}

std::string Said(Subprocess& process) {
  const std::string said = process.standard_error();
  return said.size() <= kShownBytes ? said : said.substr(said.size() - kShownBytes);
}

std::string FileNameOf(absl::string_view user) {
  std::string name(user);
  for (char& c : name) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c))) c = '-';
  }
  return name;
}

}  // namespace

RealApiServer::RealApiServer(const Options& options)
    : options_(options),
      authority_("cpsizer-test"),
      etcd_port_(FreePort()),
      peer_port_(FreePort()),
      port_(FreePort()),
      url_(absl::StrCat("https://127.0.0.1:", port_)) {
  const CertifiedKey serving = authority_.IssueServer();
  folder_.Write("ca.crt", authority_.pem());
  folder_.Write("server.crt", serving.certificate);
  folder_.Write("server.key", serving.key);
  folder_.Write("service-accounts.key", NewRsaKey());
}

RealApiServer::~RealApiServer() {
  // In this order, and with force: asked to end, the API server would wait a minute for its watches.
  Kill(api_server_.get());
  Kill(etcd_.get());
}

absl::StatusOr<std::unique_ptr<RealApiServer>> RealApiServer::Start(const Options& options) {
  absl::Status status;
  // Again where somebody else took a port.
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::unique_ptr<RealApiServer> server(new RealApiServer(options));
    absl::StatusOr<std::unique_ptr<ApiUser>> admin = ApiUser::Make(server->AdminKubeconfig());
    if (!admin.ok()) return admin.status();
    server->admin_ = *std::move(admin);
    status = server->StartEtcd();
    if (status.ok()) status = server->StartApiServer();
    if (status.ok()) status = server->WaitUntilReady();
    if (status.ok()) return server;
  }
  return status;
}

absl::Status RealApiServer::StartEtcd() {
  const std::string clients = absl::StrCat("http://127.0.0.1:", etcd_port_);
  const std::string peers = absl::StrCat("http://127.0.0.1:", peer_port_);
  absl::StatusOr<std::unique_ptr<Subprocess>> etcd = StartTool(
      "etcd", {"--data-dir=" + folder_.PathOf("etcd"), "--listen-client-urls=" + clients,
               "--advertise-client-urls=" + clients, "--listen-peer-urls=" + peers, "--unsafe-no-fsync=true"});
  if (!etcd.ok()) return etcd.status();
  etcd_ = *std::move(etcd);
  return absl::OkStatus();
}

absl::Status RealApiServer::StartApiServer() {
  std::vector<std::string> flags = {
      absl::StrCat("--etcd-servers=http://127.0.0.1:", etcd_port_),
      "--bind-address=127.0.0.1",
      absl::StrCat("--secure-port=", port_),
      "--cert-dir=" + folder_.path(),
      "--tls-cert-file=" + folder_.PathOf("server.crt"),
      "--tls-private-key-file=" + folder_.PathOf("server.key"),
      "--client-ca-file=" + folder_.PathOf("ca.crt"),
      "--service-account-issuer=" + url_,
      "--service-account-key-file=" + folder_.PathOf("service-accounts.key"),
      "--service-account-signing-key-file=" + folder_.PathOf("service-accounts.key"),
      "--service-cluster-ip-range=10.0.0.0/24",
      "--authorization-mode=RBAC",
      "--disable-admission-plugins=ServiceAccount",
  };
  flags.insert(flags.end(), options_.flags.begin(), options_.flags.end());
  absl::StatusOr<std::unique_ptr<Subprocess>> api_server = StartTool("kube-apiserver", flags);
  if (!api_server.ok()) return api_server.status();
  api_server_ = *std::move(api_server);
  return absl::OkStatus();
}

absl::Status RealApiServer::WaitUntilReady() {
  const absl::Time deadline = absl::Now() + kPatience;
  absl::Status status;
  do {
    status = admin_->GetText("/readyz").status();
    if (status.ok()) return status;
    // A pause that ends where there is nothing to wait for.
    if (api_server_->Wait(kLook).has_value()) {
      return absl::InternalError(absl::StrCat("kube-apiserver has ended: ", Said(*api_server_)));
    }
    if (etcd_->Wait(absl::ZeroDuration()).has_value()) {
      return absl::InternalError(absl::StrCat("etcd has ended: ", Said(*etcd_)));
    }
  } while (absl::Now() < deadline);
  return absl::InternalError(
      absl::StrCat("kube-apiserver is not ready: ", status.message(), "; it said: ", Said(*api_server_)));
}

absl::Status RealApiServer::RestartApiServer() {
  Kill(api_server_.get());
  if (absl::Status status = StartApiServer(); !status.ok()) return status;
  return WaitUntilReady();
}

absl::Status RealApiServer::RestartEtcd() {
  Kill(etcd_.get());
  if (absl::Status status = StartEtcd(); !status.ok()) return status;
  return WaitUntilReady();
}

std::string RealApiServer::SidecarKubeconfig() const {
  return WriteKubeconfig(kSidecarUser, {"system:serviceaccounts", "system:serviceaccounts:cpsizer"});
}

std::string RealApiServer::WriteKubeconfig(const std::string& user, const std::vector<std::string>& groups) const {
  const CertifiedKey client = authority_.IssueClient(user, groups);
  const std::string name = FileNameOf(user);
  const kube::Json cluster = {{"server", url_}, {"certificate-authority", folder_.PathOf("ca.crt")}};
  const kube::Json credentials = {{"client-certificate", folder_.Write(name + ".crt", client.certificate)},
                                  {"client-key", folder_.Write(name + ".key", client.key)}};
  const auto named = [](const char* kind, const kube::Json& value) {
    return kube::Json::array({{{"name", "test"}, {kind, value}}});
  };
  const kube::Json config = {{"apiVersion", "v1"},
                             {"kind", "Config"},
                             {"current-context", "test"},
                             {"clusters", named("cluster", cluster)},
                             {"users", named("user", credentials)},
                             {"contexts", named("context", {{"cluster", "test"}, {"user", "test"}})}};
  return folder_.Write(name + ".kubeconfig", config.dump(2));
}

}  // namespace cpsizer::testing
