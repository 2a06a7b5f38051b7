#include "client/ui/page_server.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "client/ui/page_site.h"
#include "server/process/listen_address.h"
#include "server/process/listener.h"
#include "server/process/tls/client_rule.h"
#include "server/process/tls/tls_reloader.h"
#include "server/process/web_server/web_server.h"

namespace cpsizer::ui {
namespace {

constexpr absl::string_view kListenFlag = "--listen";

absl::Status WithFlag(absl::string_view flag, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(flag, ": ", status.message()));
}

absl::Status CheckTls(const PageServerOptions& options) {
  const server::TlsFiles& tls = options.tls;
  if (tls.certificate.empty() != tls.private_key.empty()) {
    return absl::InvalidArgumentError("--tls-cert-file and --tls-private-key-file must be set together");
  }
  if (!tls.client_ca.empty() && tls.certificate.empty()) {
    return absl::InvalidArgumentError("--client-ca-file needs --tls-cert-file and --tls-private-key-file");
  }
  if (options.allowed_clients.empty() != tls.client_ca.empty()) {
    return absl::InvalidArgumentError(
        "--allowed-clients and --client-ca-file must be set together: the names are in the certificates of clients");
  }
  return absl::OkStatus();
}

absl::StatusOr<server::ListenAddress> ResolveListen(const PageServerOptions& options) {
  absl::StatusOr<server::ListenAddress> address = server::ResolveListenAddress(options.listen);
  if (!address.ok()) return WithFlag(kListenFlag, address.status());
  if (!address->unix_path.empty()) {
    return absl::InvalidArgumentError("--listen: browsers cannot connect to a Unix socket; give host:port");
  }
  if (!address->IsLocal() && options.allowed_clients.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--listen: other machines can reach ", options.listen,
                     "; this needs --tls-cert-file, --tls-private-key-file, --client-ca-file and --allowed-clients"));
  }
  return address;
}

bool IsDefaultPort(absl::string_view scheme, absl::string_view port) {
  return port == (scheme == "https" ? "443" : "80");
}

// Returns the permitted values of Host. The first one is for the URL.
absl::StatusOr<std::vector<std::string>> HostsOf(const PageServerOptions& options, const std::string& address,
                                                 absl::string_view scheme) {
  const std::string port = address.substr(address.rfind(':') + 1);
  std::vector<std::string> hosts;
  const auto add = [&](absl::string_view name) {
    hosts.push_back(absl::StrCat(name, ":", port));
    if (IsDefaultPort(scheme, port)) hosts.emplace_back(name);
  };
  const bool is_wildcard = absl::StartsWith(address, "0.0.0.0:") || absl::StartsWith(address, "[::]:");
  if (!is_wildcard) add(address.substr(0, address.rfind(':')));
  for (const std::string& name : options.host_names) {
    if (name.empty() || name.find_first_of("/@ \t") != std::string::npos) {
      return absl::InvalidArgumentError(
          "--allowed-host: give the name of a host, such as page.example.org or name:port");
    }
    const bool has_port = name.rfind(':') != std::string::npos && name.back() != ']';
    has_port ? hosts.push_back(name) : add(name);
  }
  add("localhost");
  return hosts;
}

}  // namespace

class PageServer::Parts {
 public:
  Parts(std::unique_ptr<server::TlsReloader> tls, std::unique_ptr<server::WebServer> web, OriginRules origins,
        PageSession session, std::vector<server::ClientRule> clients, PageApi& api)
      : tls_(std::move(tls)),
        site_(std::move(origins), std::move(session), std::move(clients), api),
        web_(std::move(web)),
        url_(site_.url()) {}

  const std::string& url() const { return url_; }
  server::WebServer& web() { return *web_; }
  void Run() { web_->Run(site_.Service()); }
  void Stop() { web_->Stop(kGrace); }

 private:
  const std::unique_ptr<server::TlsReloader> tls_;  // null without TLS
  PageSite site_;
  const std::unique_ptr<server::WebServer> web_;  // its worker thread uses site_
  const std::string url_;
};

absl::StatusOr<std::unique_ptr<PageServer>> PageServer::Make(const PageServerOptions& options, PageApi& api) {
  if (absl::Status status = CheckTls(options); !status.ok()) return status;
  std::vector<server::ClientRule> clients;
  if (!options.allowed_clients.empty()) {
    absl::StatusOr<std::vector<server::ClientRule>> rules = server::ParseClientRules(options.allowed_clients);
    if (!rules.ok()) return WithFlag("--allowed-clients", rules.status());
    clients = *std::move(rules);
  }
  absl::StatusOr<server::ListenAddress> address = ResolveListen(options);
  if (!address.ok()) return address.status();
  std::unique_ptr<server::TlsReloader> tls;
  if (!options.tls.empty()) {
    absl::StatusOr<std::unique_ptr<server::TlsReloader>> loaded = server::TlsReloader::Load(options.tls, absl::Now);
    if (!loaded.ok()) return loaded.status();
    tls = *std::move(loaded);
  }
  absl::StatusOr<server::Listener> listener = server::Listener::Open(*address, kListenFlag);
  if (!listener.ok()) return listener.status();
  const std::string bound = listener->address();
  const bool secure = tls != nullptr;
  const absl::string_view scheme = secure ? "https" : "http";
  absl::StatusOr<std::vector<std::string>> hosts = HostsOf(options, bound, scheme);
  if (!hosts.ok()) return hosts.status();
  absl::StatusOr<std::unique_ptr<server::WebServer>> web =
      server::WebServer::Make(*std::move(listener), tls.get(), server::WebLimits());
  if (!web.ok()) return web.status();
  return std::unique_ptr<PageServer>(new PageServer(
      std::make_unique<Parts>(std::move(tls), *std::move(web), OriginRules(scheme, *std::move(hosts)),
                              PageSession(bound.substr(bound.rfind(':') + 1), secure), std::move(clients), api)));
}

PageServer::PageServer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
PageServer::~PageServer() = default;

const std::string& PageServer::url() const {
  return parts_->url();
}

void PageServer::Publish(absl::string_view event, absl::string_view data) {
  parts_->web().Publish(event, data);
}

void PageServer::Run() {
  parts_->Run();
}

void PageServer::Stop() {
  parts_->Stop();
}

}  // namespace cpsizer::ui
