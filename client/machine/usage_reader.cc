#include "client/machine/usage_reader.h"

#include <iterator>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/machine/api_requests.h"
#include "client/machine/limits.h"

namespace cpsizer::machine {
namespace {

// Nodes are listed once for each role, because label selectors have no "or".
constexpr absl::string_view kRoles[] = {"node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master"};

struct Reading : std::enable_shared_from_this<Reading> {
  kube::ApiClient& client;
  const std::function<void(absl::StatusOr<NodeUsage>)> done;
  NodeUsage usage;

  Reading(kube::ApiClient& api_client, std::function<void(absl::StatusOr<NodeUsage>)> when_done)
      : client(api_client), done(std::move(when_done)) {}

  void ReadRole(size_t index) {
    if (index == std::size(kRoles)) return ReadMetrics();
    kube::Query query;
    query.Add("labelSelector", kRoles[index]);
    client.SendForBytes(GetRequest(query.AppendTo("/api/v1/nodes"), kMaxNodesBytes),
                        [self = shared_from_this(), index](const absl::StatusOr<std::string>& answer) {
                          const absl::Status status =
                              answer.ok() ? ReadNodes(*answer, self->usage.nodes) : answer.status();
                          if (status.ok()) return self->ReadRole(index + 1);
                          self->done(absl::Status(status.code(), absl::StrCat("Nodes: ", status.message())));
                        });
  }

  void ReadMetrics() {
    client.SendForBytes(GetRequest("/apis/metrics.k8s.io/v1beta1/nodes", kMaxNodeMetricsBytes),
                        [self = shared_from_this()](const absl::StatusOr<std::string>& answer) {
                          self->TakeMetrics(answer.ok()
                                                ? ReadNodeMetrics(*answer, self->usage.nodes, self->usage.samples)
                                                : answer.status());
                          self->done(std::move(self->usage));
                        });
  }

  void TakeMetrics(const absl::Status& status) {
    if (status.ok()) return;
    const bool forbidden = absl::IsPermissionDenied(status) || absl::IsUnauthenticated(status);
    usage.source = forbidden ? v1::MACHINE_METRICS_SOURCE_FORBIDDEN : v1::MACHINE_METRICS_SOURCE_UNAVAILABLE;
    usage.error = std::string(status.message());
    usage.samples.clear();
  }
};

}  // namespace

void ReadUsage(kube::ApiClient& client, std::function<void(absl::StatusOr<NodeUsage>)> done) {
  std::make_shared<Reading>(client, std::move(done))->ReadRole(0);
}

}  // namespace cpsizer::machine
