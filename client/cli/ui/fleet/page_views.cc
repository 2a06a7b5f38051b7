#include "client/cli/ui/fleet/page_views.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/cli/input/cluster_connection.h"
#include "client/cli/ui/fleet/verb_views.h"
#include "client/cli/ui/fleet/view_probe.h"
#include "client/objects/inventory.h"
#include "client/objects/known_objects.h"

namespace cpsizer::cli {
namespace {

// Returns the kinds of the views other than the fleet.
objects::KindSet ViewKinds() {
  objects::KindSet kinds = objects::kNoKinds;
  for (const VerbView& view : VerbViews()) kinds = kinds.With(view.kinds);
  return kinds;
}

std::vector<PageView> FindInFiles(const PageOptions& options, const objects::Inventory& inventory) {
  std::vector<PageView> views;
  for (const VerbView& view : VerbViews()) {
    if (view.has_data(options, inventory)) views.push_back({std::string(view.name), ""});
  }
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
  return ReadSource(options.source, err, inputs, objects::kSizingKinds, ViewKinds(), objects::MistypedValues::kReport);
}

std::vector<PageView> TakeViews(const PageOptions& options, Inputs& inputs) {
  std::vector<PageView> found =
      options.is_live() ? FindInCluster(options.source.cluster) : FindInFiles(options, inputs.inventory);
  static_cast<objects::OtherDecisionObjects&>(inputs.inventory) = {};
  return WithHistory(options, std::move(found));
}

std::vector<PageView> WithHistory(const PageOptions& options, std::vector<PageView> found) {
  if (options.replay_options.has_value()) found.push_back({kHistoryView, ""});
  if (options.usage_options.has_value()) found.push_back({kUsageView, ""});
  return found;
}

}  // namespace cpsizer::cli
