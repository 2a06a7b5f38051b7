#include "client/ui/page_server.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "absl/types/span.h"
#include "client/ui/origin_rules.h"
#include "client/ui/page_site.h"
#include "server/process/event_loop.h"
#include "server/process/listen_address.h"
#include "server/process/listener.h"
#include "server/process/tls/client_rule.h"
#include "server/process/tls/tls_reloader.h"
#include "server/process/web_server/tls_streams.h"
#include "server/process/web_server/web_server.h"

namespace cpsizer::ui {

// The TLS files and the streams of a server with TLS.
struct PageTls {
  std::unique_ptr<server::TlsReloader> reloader;  // null without TLS
  std::unique_ptr<server::TlsStreams> streams;    // null without TLS
};

namespace {

constexpr absl::string_view kListenFlag = "--listen";

// The interval for reading the TLS files.
constexpr std::chrono::seconds kTlsPollPeriod{1};

absl::StatusOr<PageTls> LoadTls(const server::TlsFiles& files) {
  PageTls tls;
  if (files.empty()) return tls;
  absl::StatusOr<std::unique_ptr<server::TlsReloader>> reloader = server::TlsReloader::Load(files, absl::Now);
  if (!reloader.ok()) return reloader.status();
  tls.reloader = *std::move(reloader);
  absl::StatusOr<std::unique_ptr<server::TlsStreams>> streams =
      server::TlsStreams::Make(*tls.reloader, server::TlsVersion::k12);
  if (!streams.ok()) return streams.status();
  tls.streams = *std::move(streams);
  return tls;
}

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
  if (absl::StartsWith(options.listen, "unix:")) {
    return absl::InvalidArgumentError("--listen: browsers cannot connect to a Unix socket; give host:port");
  }
  absl::StatusOr<server::ListenAddress> address =
      server::ResolveListenAddress(options.listen, server::ListenForms::kTcp);
  if (!address.ok()) return WithFlag(kListenFlag, address.status());
  if (!address->IsLocal() && options.allowed_clients.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--listen: other machines can reach ", options.listen,
                     "; this needs --tls-cert-file, --tls-private-key-file, --client-ca-file and --allowed-clients"));
  }
  return address;
}

// Returns whether `name` is a DNS name, an IPv4 address, or an IPv6 address in brackets.
bool IsHostName(absl::string_view name) {
  const bool has_bracket = absl::ConsumePrefix(&name, "[");
  if (absl::ConsumeSuffix(&name, "]") != has_bracket || name.empty()) return false;
  return absl::c_all_of(name, [has_bracket](unsigned char c) {
    return absl::ascii_isalnum(c) || c == '.' || c == '-' || c == '_' || (has_bracket && c == ':');
  });
}

bool IsPort(absl::string_view text) {
  int port = 0;
  return absl::c_all_of(text, absl::ascii_isdigit) && absl::SimpleAtoi(text, &port) && port > 0 && port <= 65'535;
}

// Reads `name` or `name:port`.
absl::StatusOr<OriginRules::AllowedHost> ParseAllowedHost(absl::string_view text) {
  const size_t colon = text.rfind(':');
  const bool has_port = colon != absl::string_view::npos && text.back() != ']';
  const OriginRules::AllowedHost host = {std::string(text.substr(0, has_port ? colon : text.size())),
                                         std::string(has_port ? text.substr(colon + 1) : "")};
  if (IsHostName(host.name) && (!has_port || IsPort(host.port))) return host;
  return absl::InvalidArgumentError(absl::StrCat("--allowed-host: \"", absl::CHexEscape(text),
                                                 "\" is not the name of a host; give one such as page.example.org, or "
                                                 "page.example.org:8443 for one port only"));
}

absl::StatusOr<std::vector<OriginRules::AllowedHost>> ParseAllowedHosts(absl::Span<const std::string> texts) {
  std::vector<OriginRules::AllowedHost> hosts;
  for (const std::string& text : texts) {
    absl::StatusOr<OriginRules::AllowedHost> host = ParseAllowedHost(text);
    if (!host.ok()) return host.status();
    hosts.push_back(*std::move(host));
  }
  return hosts;
}

// `address` is the address to which the server is bound.
OriginRules RulesOf(const std::string& address, absl::string_view scheme,
                    std::vector<OriginRules::AllowedHost> allowed) {
  const std::string port = address.substr(address.rfind(':') + 1);
  std::vector<std::string> hosts;
  const auto add = [&](absl::string_view name) {
    hosts.push_back(absl::StrCat(name, ":", port));
    if (port == DefaultPort(scheme)) hosts.emplace_back(name);
  };
  const bool is_wildcard = absl::StartsWith(address, "0.0.0.0:") || absl::StartsWith(address, "[::]:");
  if (!is_wildcard) add(address.substr(0, address.rfind(':')));
  add("localhost");
  std::string url_host = hosts.front();
  if (is_wildcard && !allowed.empty()) {
    const OriginRules::AllowedHost& first = allowed.front();
    url_host = absl::StrCat(first.name, ":", first.port.empty() ? port : first.port);
  }
  return {scheme, url_host, std::move(hosts), std::move(allowed)};
}

}  // namespace

class PageServer::Parts {
 public:
  Parts(PageTls tls, server::Listener listener, OriginRules origins, PageSession session,
        std::vector<server::ClientRule> clients, PageApi& api)
      : tls_(std::move(tls)),
        web_(std::move(listener), loop_, server::WebLimits(),
             tls_.streams == nullptr ? nullptr : tls_.streams->MakeStream()),
        site_(std::move(origins), std::move(session), std::move(clients), api),
        url_(site_.url()) {}

  const std::string& url() const { return url_; }
  server::WebServer& web() { return web_; }
  void Run() {
    if (tls_.reloader != nullptr) PollTls();
    web_.Run(site_.Service());
  }
  void Stop() { web_.Stop(kGrace); }

 private:
  void PollTls() {
    tls_.reloader->Poll();
    loop_.tasks().At(server::TaskQueue::Clock::now() + kTlsPollPeriod, [this] { PollTls(); });
  }

  const PageTls tls_;
  server::EventLoop loop_;
  server::WebServer web_;
  PageSite site_;  // after loop_, because its worker threads use the loop
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
  absl::StatusOr<std::vector<OriginRules::AllowedHost>> allowed = ParseAllowedHosts(options.host_names);
  if (!allowed.ok()) return allowed.status();
  absl::StatusOr<server::ListenAddress> address = ResolveListen(options);
  if (!address.ok()) return address.status();
  absl::StatusOr<PageTls> tls = LoadTls(options.tls);
  if (!tls.ok()) return tls.status();
  absl::StatusOr<server::Listener> listener = server::Listener::Open(*address, kListenFlag);
  if (!listener.ok()) return listener.status();
  const std::string bound = listener->address();
  const bool secure = tls->reloader != nullptr;
  OriginRules origins = RulesOf(bound, secure ? "https" : "http", *std::move(allowed));
  PageSession session(bound.substr(bound.rfind(':') + 1), secure);
  return std::unique_ptr<PageServer>(new PageServer(std::make_unique<Parts>(
      *std::move(tls), *std::move(listener), std::move(origins), std::move(session), std::move(clients), api)));
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
