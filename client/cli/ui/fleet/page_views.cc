#include "client/cli/ui/fleet/page_views.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/cli/input/cluster_connection.h"
#include "client/cli/ui/fleet/view_probe.h"
#include "client/objects/inventory.h"
#include "client/objects/known_objects.h"

namespace cpsizer::cli {
namespace {

// The kinds of the views other than the fleet.
constexpr objects::KindSet kViewKinds = objects::KindSet(objects::kReplicaKinds)
                                            .With(objects::kCpuRequestKinds)
                                            .With(objects::kMachineKinds)
                                            .With(objects::kAutoscalingKinds);

std::vector<PageView> FindInFiles(const PageOptions& options, const objects::Inventory& inventory) {
  std::vector<PageView> views;
  const auto add = [&views](const char* view, bool has_data) {
    if (has_data) views.push_back({view, ""});
  };
  add(kReplicasView, !inventory.replicas.autoscalers.empty());
  add(kMachinesView, !inventory.machines.autoscalers.empty());
  const bool has_limit = !inventory.cpu.infrastructures.empty() || !inventory.cpu.install_configs.empty() ||
                         options.cpu_requests.limit.has_value();
  add(kCpuRequestsView, has_limit && !inventory.replicas.workloads.empty());
  add(kClusterAutoscalerView,
      !inventory.machines.cluster_autoscalers.empty() || !inventory.machines.machine_autoscalers.empty());
  return views;
}

std::vector<PageView> FindInCluster(const ClusterFlags& flags) {
  const absl::StatusOr<std::unique_ptr<ClusterConnection>> connection = ClusterConnection::Make(flags);
  if (!connection.ok()) return {};
  ViewProbe probe((*connection)->loop(), (*connection)->client(), flags.name_space, absl::ZeroDuration());
  probe.SendIfDue();
  (*connection)->RunUntil([&probe] { return probe.TakeEnd(); });
  return probe.views();
}

}  // namespace

int ReadPageInputs(const PageOptions& options, Screen& err, Inputs& inputs) {
  return ReadSource(options.source, err, inputs, objects::kSizingKinds, kViewKinds, objects::MistypedValues::kReport);
}

std::vector<PageView> TakeViews(const PageOptions& options, Inputs& inputs) {
  std::vector<PageView> found =
      options.is_live() ? FindInCluster(options.source.cluster) : FindInFiles(options, inputs.inventory);
  inputs.inventory.replicas = {};
  inputs.inventory.cpu = {};
  inputs.inventory.machines = {};
  return WithHistory(options, std::move(found));
}

std::vector<PageView> WithHistory(const PageOptions& options, std::vector<PageView> found) {
  if (options.replay_options.has_value()) found.push_back({kHistoryView, ""});
  return found;
}

}  // namespace cpsizer::cli
