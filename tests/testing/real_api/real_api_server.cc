#include "tests/testing/real_api/real_api_server.h"

#include <fstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/tied_process.h"

namespace cpsizer::testing {
namespace {

constexpr absl::Duration kRealApiServerTimeout = absl::Seconds(60);
constexpr absl::Duration kRealApiServerPollInterval = absl::Milliseconds(50);
constexpr size_t kShownBytes = 4'000;

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
    : options_(options), authority_("cpsizer-test"), url_(absl::StrCat("https://", port_.address())) {
  WriteServingCertificate(authority_);
  folder_.Write("client-ca.crt", authority_.pem());
  folder_.Write("service-accounts.key", NewRsaKey());
  const kube::Json audited = {{"level", "Request"},
                              {"users", kube::Json::array({options_.audited_user})},
                              {"verbs", kube::Json::array({"create", "update", "patch", "delete"})}};
  const kube::Json policy = {{"apiVersion", "audit.k8s.io/v1"},
                             {"kind", "Policy"},
                             {"omitStages", kube::Json::array({"RequestReceived"})},
                             {"rules", kube::Json::array({audited, {{"level", "None"}}})}};
  folder_.Write("audit-policy.json", policy.dump());
}

// Writes the certificate of the authority that clients trust, and a serving certificate that the authority issues.
void RealApiServer::WriteServingCertificate(const CertificateAuthority& authority) const {
  const CertifiedKey serving = authority.IssueServer();
  folder_.Write("ca.crt", authority.pem());
  folder_.Write("server.crt", serving.certificate);
  folder_.Write("server.key", serving.key);
}

RealApiServer::~RealApiServer() {
  // Kills the API server before etcd. Uses SIGKILL, because on SIGTERM the API server would wait a minute for its
  // watches.
  KillApiServer();
  KillEtcd();
}

absl::StatusOr<std::unique_ptr<RealApiServer>> RealApiServer::Start(const Options& options) {
  std::unique_ptr<RealApiServer> server(new RealApiServer(options));
  absl::StatusOr<std::unique_ptr<ApiUser>> admin = ApiUser::Make(server->AdminKubeconfig());
  if (!admin.ok()) return admin.status();
  server->admin_ = *std::move(admin);
  if (absl::Status status = server->StartEtcd(); !status.ok()) return status;
  if (absl::Status status = server->StartApiServer(); !status.ok()) return status;
  if (absl::Status status = server->WaitUntilReady(); !status.ok()) return status;
  return server;
}

absl::Status RealApiServer::StartEtcd() {
  const std::string clients = "http://" + etcd_port_.address();
  const std::string peers = "http://" + peer_port_.address();
  absl::StatusOr<std::unique_ptr<Subprocess>> etcd = StartTool(
      "etcd", {"--data-dir=" + folder_.PathOf("etcd"), "--listen-client-urls=" + clients,
               "--advertise-client-urls=" + clients, "--listen-peer-urls=" + peers, "--unsafe-no-fsync=true"});
  if (!etcd.ok()) return etcd.status();
  etcd_ = *std::move(etcd);
  return absl::OkStatus();
}

absl::Status RealApiServer::StartApiServer() {
  std::vector<std::string> flags = {
      "--etcd-servers=http://" + etcd_port_.address(),
      "--bind-address=127.0.0.1",
      absl::StrCat("--secure-port=", port_.port()),
      "--cert-dir=" + folder_.path(),
      "--tls-cert-file=" + folder_.PathOf("server.crt"),
      "--tls-private-key-file=" + folder_.PathOf("server.key"),
      "--client-ca-file=" + folder_.PathOf("client-ca.crt"),
      "--service-account-issuer=" + url_,
      "--service-account-key-file=" + folder_.PathOf("service-accounts.key"),
      "--service-account-signing-key-file=" + folder_.PathOf("service-accounts.key"),
      "--service-cluster-ip-range=10.0.0.0/24",
      "--authorization-mode=RBAC",
      "--disable-admission-plugins=ServiceAccount",
  };
  if (!options_.audited_user.empty()) {
    flags.push_back("--audit-policy-file=" + folder_.PathOf("audit-policy.json"));
    flags.push_back("--audit-log-path=" + folder_.PathOf("audit.log"));
  }
  flags.insert(flags.end(), options_.flags.begin(), options_.flags.end());
  absl::StatusOr<std::unique_ptr<Subprocess>> api_server = StartTool("kube-apiserver", flags);
  if (!api_server.ok()) return api_server.status();
  api_server_ = *std::move(api_server);
  return absl::OkStatus();
}

absl::Status RealApiServer::WaitUntilReady() {
  const absl::Time deadline = absl::Now() + kRealApiServerTimeout;
  absl::Status status;
  do {
    status = admin_->GetText("/readyz").status();
    if (status.ok()) return status;
    // Waits for the poll interval, or until the server exits.
    if (api_server_->Wait(kRealApiServerPollInterval).has_value()) {
      return absl::InternalError(absl::StrCat("kube-apiserver has ended: ", Said(*api_server_)));
    }
    if (etcd_->Wait(absl::ZeroDuration()).has_value()) {
      return absl::InternalError(absl::StrCat("etcd has ended: ", Said(*etcd_)));
    }
  } while (absl::Now() < deadline);
  return absl::InternalError(
      absl::StrCat("kube-apiserver is not ready: ", status.message(), "; it said: ", Said(*api_server_)));
}

std::vector<kube::Json> RealApiServer::AuditedRequests() const {
  std::vector<kube::Json> requests;
  std::ifstream log(folder_.PathOf("audit.log"));
  // Ignores a last line without a line feed, because it is still being written.
  for (std::string line; std::getline(log, line) && !log.eof();) requests.push_back(kube::ParseJson(line));
  return requests;
}

std::string RealApiServer::SidecarKubeconfig() const {
  return WriteKubeconfig(kSidecarUser, {"system:serviceaccounts", "system:serviceaccounts:cpsizer"});
}

std::string RealApiServer::WriteKubeconfig(const std::string& user, const std::vector<std::string>& groups) const {
  const CertifiedKey client = authority_.IssueClient(user, groups);
  const std::string name = FileNameOf(user);
  return WriteKubeconfigFor(name, {{"client-certificate", folder_.Write(name + ".crt", client.certificate)},
                                   {"client-key", folder_.Write(name + ".key", client.key)}});
}

std::string RealApiServer::WriteTokenKubeconfig(const std::string& token_file) const {
  return WriteKubeconfigFor(FileNameOf(token_file), {{"tokenFile", token_file}});
}

std::string RealApiServer::WriteKubeconfigFor(const std::string& name, const kube::Json& credentials) const {
  const kube::Json cluster = {{"server", url_}, {"certificate-authority", folder_.PathOf("ca.crt")}};
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
