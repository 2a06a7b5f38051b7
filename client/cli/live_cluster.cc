#include "client/cli/live_cluster.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "client/kube/api_client.h"
#include "client/kube/config_source.h"
#include "client/kube/event_loop.h"
#include "client/kube/identity.h"
#include "client/kube/list_page.h"
#include "client/objects/api_paths.h"
#include "client/objects/escape.h"
#include "client/objects/file_limits.h"
#include "client/objects/hypershift.h"
#include "client/objects/inventory_builder.h"
#include "client/objects/node_json.h"

namespace cpsizer::cli {
namespace {

// What sentences about an object call it, where those about files name the file.
std::string NameOf(const kube::Json& object) {
  const absl::string_view name_space = kube::TextAt(object, {"metadata", "namespace"});
  return objects::EscapeCut(absl::StrCat(kube::TextAt(object, {"kind"}), " ", name_space, name_space.empty() ? "" : "/",
                                         kube::TextAt(object, {"metadata", "name"})),
                            objects::kMaxShownBytes * 4);
}

class ClusterReader {
 public:
  explicit ClusterReader(kube::ClusterConfig config)
      : identity_(std::move(config), kube::ProcessEnvironment(), [](absl::string_view) {}),
        loop_(identity_.Http("cpsizer"), absl::Now, [] { return 0.5; }),
        client_(loop_,
                {[this](absl::Time now) { return identity_.Headers(now); },
                 [this](absl::Time sent) { identity_.Forget(sent); }},
                kube::RateLimit(0, 0)) {}

  absl::Status LoadCertificates() {
    absl::StatusOr<kube::TlsIdentity> tls = identity_.Tls(absl::Now());
    if (!tls.ok()) return tls.status();
    loop_.http().SetIdentity(*std::move(tls));
    return absl::OkStatus();
  }

  // A kind that the cluster does not know is none of an error.
  absl::Status Read(const kube::Resource& resource) {
    std::string token;
    do {
      absl::StatusOr<kube::ListPage> page = GetPage(resource, token);
      if (absl::IsNotFound(page.status())) {
        absent_.push_back(resource.path.substr(resource.path.rfind('/') + 1));
        return absl::OkStatus();
      }
      if (!page.ok()) return page.status();
      for (const kube::Json& object : page->items) Add(object);
      token = std::move(page->next);
    } while (!token.empty());
    return absl::OkStatus();
  }

  LiveCluster Finish() { return {builder_.Finish(), std::move(absent_)}; }

 private:
  absl::StatusOr<kube::ListPage> GetPage(const kube::Resource& resource, const std::string& token) {
    absl::optional<absl::StatusOr<kube::Json>> answer;
    client_.Send(kube::PageRequest(resource, token, /*in_pages=*/true),
                 [&answer](absl::StatusOr<kube::Json> got) { answer = std::move(got); });
    while (!answer.has_value()) loop_.RunOnce(absl::Seconds(1));
    return kube::ReadPage(resource, *std::move(answer));
  }

  void Add(const kube::Json& object) {
    objects::ProblemList problems(NameOf(object), builder_.inventory().problems);
    builder_.AddDocument(objects::FromJson(object), problems);
  }

  kube::Identity identity_;
  kube::EventLoop loop_;
  kube::ApiClient client_;
  objects::InventoryBuilder builder_;
  std::vector<std::string> absent_;
};

std::string HostedClusterPath(const std::string& name_space) {
  return absl::StrCat(objects::kHostedClusterGroup, name_space.empty() ? "" : "/namespaces/", name_space, "/",
                      objects::kHostedClusters);
}

}  // namespace

absl::StatusOr<LiveCluster> ReadLiveCluster(const ClusterFlags& flags) {
  kube::ConfigOptions where;
  where.kubeconfig = flags.kubeconfig;
  where.context = flags.context;
  absl::StatusOr<kube::ClusterConfig> config = kube::FindClusterConfig(where, kube::ProcessEnvironment());
  if (!config.ok()) return config.status();
  ClusterReader reader(*std::move(config));
  absl::Status status = reader.LoadCertificates();
  const std::string configurations = absl::StrCat(objects::kConfigurationGroup, "/", objects::kConfigurations);
  const std::string vpas = absl::StrCat(objects::kVpaGroup, "/", objects::kVpas);
  for (const kube::Resource& resource :
       {kube::Resource{configurations, absl::StrCat("metadata.name=", objects::kConfigurationName)},
        kube::Resource{HostedClusterPath(flags.name_space), ""},
        kube::Resource{vpas, absl::StrCat("metadata.name=", objects::kVpaName)},
        kube::Resource{objects::kMachineSets, ""}}) {
    if (status.ok()) status = reader.Read(resource);
  }
  if (!status.ok()) return status;
  return reader.Finish();
}

}  // namespace cpsizer::cli
