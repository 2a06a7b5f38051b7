#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_work.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cluster_autoscaler/observer.h"
#include "client/cluster_autoscaler/operands.h"
#include "client/kube/resource_path.h"
#include "client/sidecar/cluster_autoscaler/autoscaler_objects.h"
#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_controller.h"
#include "client/sidecar/follow/followed_lists.h"

namespace cpsizer::sidecar {
namespace {

constexpr kube::ApiResource kClusterAutoscalers = {"/apis/autoscaling.openshift.io/v1", "clusterautoscalers"};
constexpr kube::ApiResource kMachineAutoscalers = {"/apis/autoscaling.openshift.io/v1beta1", "machineautoscalers"};
constexpr kube::ApiResource kMachines = {"/apis/machine.openshift.io/v1beta1", "machines"};
// Only one ClusterAutoscaler is used. A server that ignores the field selector returns all ClusterAutoscalers.
constexpr size_t kMaxClusterAutoscalers = 100;
// The largest number of related objects in a request.
constexpr size_t kMaxRelated = 10'000;

kube::Resource Followed(const Options& options, std::string path, size_t max_objects) {
  return {.path = std::move(path),
          .field_selector = "",
          .watch = options.watch,
          .poll_interval = options.poll_interval,
          .max_objects = max_objects};
}

class ClusterAutoscalerWork : public Work {
 public:
  ClusterAutoscalerWork(const Options& options, const Context& context, std::function<absl::Time()> wall_time)
      : context_(context),
        name_space_(options.machine_namespace),
        settings_(options.autoscaler_settings),
        controller_(DependenciesOf(std::move(wall_time)),
                    {options.enforce, options.sync_period, options.machine_namespace}),
        lists_(context_, "failed to watch ClusterAutoscalers or their Machines; nothing is changed") {
    kube::Resource autoscalers = Followed(options, CollectionOf(kClusterAutoscalers, ""), kMaxClusterAutoscalers);
    autoscalers.field_selector = absl::StrCat("metadata.name=", cluster_autoscaler::kSingletonName);
    lists_.Add<ClusterAutoscalerObject>(std::move(autoscalers), &ReadClusterAutoscalerObject, stores_.autoscalers,
                                        [this] { controller_.Changed(); });
    // The next two kinds are used only for the related objects of the status. A change of their objects does not start
    // a round.
    lists_.Add<ScalingReference>(Followed(options, CollectionOf(kMachineAutoscalers, name_space_), kMaxRelated),
                                 &ReadScalingReference, stores_.references, [] {});
    kube::Resource machines = Followed(options, CollectionOf(kMachines, name_space_), kMaxRelated);
    machines.metadata_only = true;
    lists_.Add<OwnedMachine>(std::move(machines), &ReadOwnedMachine, stores_.machines, [] {});
  }

  void Follow(Callbacks callbacks) override { lists_.Follow(std::move(callbacks)); }
  void Unfollow() override { lists_.Unfollow(); }
  void Relist() override { lists_.Relist(); }
  void Start() override {
    context_.log(LogLevel::kInfo, "controller started",
                 {{"clusterAutoscalers", absl::StrCat(stores_.autoscalers.objects().size())}});
    controller_.Start();
  }
  void Hold() override { controller_.Hold(); }
  bool writes_ended() const override { return controller_.writes_ended(); }
  void Describe(SidecarStatus& status) const override { controller_.Describe(status); }

 private:
  ClusterAutoscalerController::Dependencies DependenciesOf(std::function<absl::Time()> wall_time) {
    return {context_.loop,
            context_.service,
            stores_,
            [this](std::function<void(cluster_autoscaler::Observation)> done) {
              cluster_autoscaler::Observe(context_.client, name_space_, settings_, std::move(done));
            },
            [this](kube::HttpRequest request, ClusterAutoscalerController::StillWanted still_wanted,
                   kube::ApiClient::OnAnswer answered) {
              context_.client.Send(std::move(request), std::move(answered), std::move(still_wanted));
            },
            [this](const kube::Event& event) { context_.events.Record(event); },
            context_.counters,
            context_.log,
            context_.may_write,
            std::move(wall_time)};
  }

  const Context context_;
  const std::string name_space_;
  const v1::ClusterAutoscalerOperatorSettings settings_;
  AutoscalerStores stores_;
  ClusterAutoscalerController controller_;
  FollowedLists lists_;
};

}  // namespace

std::unique_ptr<Work> MakeClusterAutoscalerWork(const Options& options, const Work::Context& context,
                                                std::function<absl::Time()> wall_time) {
  return std::make_unique<ClusterAutoscalerWork>(options, context, std::move(wall_time));
}

}  // namespace cpsizer::sidecar
