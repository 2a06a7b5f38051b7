#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_join.h"
#include "client/objects/lease/sidecar_lease.h"
#include "client/sidecar/control/frame/kind_work.h"
#include "client/sidecar/size/dry_run.h"
#include "client/sidecar/size/folder_run.h"
#include "client/sidecar/size/size_controller.h"
#include "client/sidecar/size/size_kinds.h"
#include "client/sidecar/size/size_status.h"

namespace cpsizer::sidecar {
namespace {

SizeController::Options ControllerOptions(const Options& options, std::function<void()> release_memory) {
  const auto& own = OwnOptions<SizeOptions>(options);
  SizeController::Options controller_options;
  controller_options.policy = {own.require_topology, own.manage_vpa};
  controller_options.request_options = own.request_options;
  controller_options.enforce = options.enforce;
  controller_options.keep_cluster_statuses = own.per_cluster_metrics;
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
      : KindWork(context, kSizeController, controller_,
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

const ControllerInfo kSizeController = {
    .name = "sizes",
    .label = SizesKind::kName,
    .objects = "clusters",
    .does = "writes the recommended size of hosted clusters as an annotation",
    .controls = "the sizes of hosted clusters",
    .cached = "hosted clusters",
    .outcomes = "sized, no_size_fits, held",
    .contended = "clusters whose writes are paused",
    .writes = "size, vpa, condition",
    .scope = RoundScope::kMany,
    .lease = objects::kSizesLease,
    .kube_api_qps = 100,
    .kube_api_burst = 200,
    .make_options = MakeKindOptions<SizeOptions>,
    .make_work = [](const Options& options, const Work::Context& context) -> std::unique_ptr<Work> {
      return std::make_unique<SizeWork>(options, context);
    },
    .run_on_folder = RunOnFolder,
    .metrics = SizeMetricTable,
};

}  // namespace cpsizer::sidecar
