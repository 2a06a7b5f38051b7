#include "client/cli/input/cluster_connection.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "client/kube/config/config_source.h"
#include "client/kube/resource_path.h"
#include "client/objects/escape.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {

absl::StatusOr<std::unique_ptr<ClusterConnection>> ClusterConnection::Make(const ClusterFlags& flags) {
  kube::ConfigOptions where;
  where.kubeconfig = flags.kubeconfig;
  where.context = flags.context;
  absl::StatusOr<kube::ClusterConfig> config = kube::FindClusterConfig(where, kube::ProcessEnvironment());
  if (!config.ok()) return config.status();
  std::unique_ptr<ClusterConnection> connection(new ClusterConnection(*std::move(config), absl::Now() + flags.timeout));
  if (absl::Status status = connection->LoadCertificates(); !status.ok()) return status;
  return connection;
}

ClusterConnection::ClusterConnection(kube::ClusterConfig config, absl::Time deadline)
    : deadline_(deadline),
      identity_(std::move(config), kube::ProcessEnvironment(), [](absl::string_view) {}),
      loop_(identity_.Http("cpsizer"), absl::Now, [] { return 0.5; }),
      client_(loop_,
              {[this](absl::Time now) { return identity_.Headers(now); },
               [this](absl::Time sent) { identity_.Invalidate(sent); }},
              kube::RateLimit(0, 0)) {}

absl::Status ClusterConnection::LoadCertificates() {
  absl::StatusOr<kube::TlsIdentity> tls = identity_.Tls(absl::Now());
  if (!tls.ok()) return tls.status();
  loop_.http().SetIdentity(*std::move(tls));
  return absl::OkStatus();
}

void ClusterConnection::ReloadCertificates() {
  // If one file became invalid, the identity has the previous certificates. The next request shows any other error.
  LoadCertificates().IgnoreError();
}

absl::Status ClusterConnection::List(const kube::Resource& resource, absl::FunctionRef<void(tree::Node)> take) {
  size_t objects = 0;
  const auto take_one = [&](tree::Node object) {
    absl::Status status = kube::CheckListSize(resource, ++objects, /*pages=*/0);
    if (status.ok()) take(std::move(object));
    return status;
  };
  std::string token;
  size_t pages = 0;
  do {
    absl::StatusOr<kube::ListPage> page = GetPage(resource, token, take_one);
    if (!page.ok()) return page.status();
    if (absl::Status status = kube::CheckListSize(resource, objects, ++pages); !status.ok()) return status;
    token = std::move(page->next);
  } while (!token.empty());
  return absl::OkStatus();
}

absl::StatusOr<kube::ListPage> ClusterConnection::GetPage(const kube::Resource& resource, const std::string& token,
                                                          const std::function<absl::Status(tree::Node)>& take) {
  return kube::ReadPage(resource, Await<std::string>([&](kube::HttpLoop::OnAnswer answer) {
                          client_.SendForBytes(Bounded(kube::PageRequest(resource, token, /*in_pages=*/true)),
                                               std::move(answer));
                        }),
                        take);
}

absl::StatusOr<tree::Node> ClusterConnection::Get(const std::string& path) {
  return Await<tree::Node>(
      [&](kube::ApiClient::OnAnswer answer) { client_.Send(Bounded(kube::GetRequest(path)), std::move(answer)); });
}

absl::StatusOr<std::string> ClusterConnection::GetBytes(kube::HttpRequest request) {
  return Await<std::string>([&](kube::HttpLoop::OnAnswer answer) {
    client_.SendOnceForBytes(Bounded(std::move(request)), std::move(answer));
  });
}

kube::HttpRequest ClusterConnection::Bounded(kube::HttpRequest request) const {
  request.timeout = std::min(request.timeout, std::max(deadline_ - absl::Now(), absl::Milliseconds(1)));
  return request;
}

template <typename T, typename Send>
absl::StatusOr<T> ClusterConnection::Await(const Send& send) {
  absl::optional<absl::StatusOr<T>> answer;
  send([&answer](absl::StatusOr<T> got) { answer = std::move(got); });
  RunUntil([&answer] { return answer.has_value(); });
  return *std::move(answer);
}

void ClusterConnection::RunUntil(absl::FunctionRef<bool()> done) {
  while (!done()) loop_.RunOnce(absl::Seconds(1));
}

std::string NameOfObject(const tree::Node& object) {
  const absl::string_view name_space = tree::TextAt(object, {"metadata", "namespace"});
  return objects::EscapeCut(absl::StrCat(tree::TextAt(object, {"kind"}), " ", name_space, name_space.empty() ? "" : "/",
                                         tree::TextAt(object, {"metadata", "name"})),
                            kMaxQuotedValueBytes * 4);
}

}  // namespace cpsizer::cli
