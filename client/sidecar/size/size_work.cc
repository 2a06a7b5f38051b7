#include <string>
#include <utility>

#include "absl/strings/str_join.h"
#include "client/objects/lease/sidecar_lease.h"
#include "client/sidecar/control/frame/kind_work.h"
#include "client/sidecar/size/dry_run.h"
#include "client/sidecar/size/size_controller.h"
#include "client/sidecar/size/size_kinds.h"

namespace cpsizer::sidecar {
namespace {

SizeController::Options ControllerOptions(const Options& options, std::function<void()> release_memory) {
  SizeController::Options controller_options;
  controller_options.policy = {options.require_topology, options.manage_vpa};
  controller_options.request_options = options.size_options;
  controller_options.enforce = options.enforce;
  controller_options.keep_cluster_statuses = options.per_cluster_metrics;
  controller_options.release_memory = std::move(release_memory);
  return controller_options;
}

DryRunReporter::OnDryRun LogDryRuns(const Log& log) {
  return [log](const HostedCluster& cluster, VpaAction vpa, const SizePlan& size) {
    log(LogLevel::kInfo, "dry run",
        WithoutEmpty({{"namespace", cluster.name_space},
                      {"hostedCluster", cluster.name},
                      {"previousSize", cluster.recommended_size},
                      {"newSize", size.write},
                      {"agreement", std::string(AgreementOf(cluster, size))},
                      {"action", absl::StrJoin(DryRunSentences(cluster, vpa, size), "; ")}}));
  };
}

class SizeWork final : public KindWork<SizeController> {
 public:
  SizeWork(const Options& options, const Context& context)
      : KindWork(context, ControllerKind::kSizes, controller_,
                 SizeKinds::WatchedOptions({options.watch, options.poll_interval}, controller_)),
        dependencies_{Common(), cache_,
                      [get = context.lease_annotation] { return get(objects::kStoredFieldsAnnotation); },
                      [set = context.set_lease_annotation](std::string text) {
                        set(objects::kStoredFieldsAnnotation, std::move(text));
                      }},
        controller_(dependencies_, ControllerOptions(options, context.release_memory), LogDryRuns(context.log)),
        kinds_(dependencies_, controller_, {options.watch, options.poll_interval}, watched()) {}

 private:
  ClusterCache cache_;
  const Dependencies dependencies_;
  SizeController controller_;
  const SizeKinds kinds_;
};

}  // namespace

std::unique_ptr<Work> MakeSizeWork(const Options& options, const Work::Context& context) {
  return std::make_unique<SizeWork>(options, context);
}

}  // namespace cpsizer::sidecar
