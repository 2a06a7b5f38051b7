#include "client/cli/ui/page_views.h"

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cli/input/cluster_connection.h"
#include "client/cli/input/listed_kind.h"
#include "client/cli/ui/live_reads.h"
#include "client/cli/ui/page_state.h"
#include "client/objects/inventory.h"
#include "client/objects/known_objects.h"

namespace cpsizer::cli {
namespace {

using objects::ObjectKind;

// The decisions for which there are objects.
struct Found {
  bool replicas = false;
  bool machines = false;
  bool cpu_requests = false;
  bool cluster_autoscaler = false;
};

Found FindInFiles(const std::vector<std::string>& files) {
  constexpr objects::KindSet kKinds = {ObjectKind::kHorizontalPodAutoscaler,
                                       ObjectKind::kInfrastructure,
                                       ObjectKind::kInstallConfig,
                                       ObjectKind::kWorkload,
                                       ObjectKind::kDaemonSet,
                                       ObjectKind::kClusterAutoscaler,
                                       ObjectKind::kControlPlaneMachineSetAutoscaler,
                                       ObjectKind::kMachineAutoscaler};
  const objects::Inventory inventory = objects::ReadInventory(files, kKinds, /*optional_kinds=*/kKinds);
  Found found;
  found.replicas = !inventory.replicas.autoscalers.empty();
  found.machines = !inventory.machines.autoscalers.empty();
  const bool has_limit = !inventory.cpu.infrastructures.empty() || !inventory.cpu.install_configs.empty();
  found.cpu_requests = has_limit && !inventory.replicas.workloads.empty();
  found.cluster_autoscaler =
      !inventory.machines.cluster_autoscalers.empty() || !inventory.machines.machine_autoscalers.empty();
  return found;
}

Found FindInCluster(const ClusterFlags& flags) {
  ClusterFlags bounded = flags;
  bounded.timeout = kMaxLiveRead;
  const absl::StatusOr<std::unique_ptr<ClusterConnection>> connection = ClusterConnection::Make(bounded);
  if (!connection.ok()) return {};
  const auto has = [&connection](const ListedKind& kind, const std::string& name_space) {
    const absl::StatusOr<tree::Node> list = (*connection)->Get(absl::StrCat(ListPath(kind, name_space), "?limit=1"));
    return list.ok() && !tree::Find(*list, {"items"}).items.empty();
  };
  Found found;
  found.replicas = has(kListedAutoscalers, flags.name_space);
  found.machines = has(kListedControlPlaneAutoscalers, "");
  found.cpu_requests = has(kListedInfrastructures, "");
  found.cluster_autoscaler = has(kListedClusterAutoscalers, "") || has(kListedMachineAutoscalers, "");
  return found;
}

}  // namespace

std::vector<std::string> ViewsWithData(const PageOptions& options) {
  const Found found = options.is_live() ? FindInCluster(options.source.cluster) : FindInFiles(options.source.files);
  std::vector<std::string> views;
  if (found.replicas) views.emplace_back(kReplicasView);
  if (options.replay_options.has_value()) views.emplace_back(kHistoryView);
  if (found.machines) views.emplace_back(kMachinesView);
  if (found.cpu_requests) views.emplace_back(kCpuRequestsView);
  if (found.cluster_autoscaler) views.emplace_back(kClusterAutoscalerView);
  return views;
}

}  // namespace cpsizer::cli
