#include "client/sidecar/replicas/replica_work.h"

#include <string>
#include <utility>

#include "client/kube/reflector.h"
#include "client/replicas/observer.h"
#include "client/sidecar/control/frame/kind_work.h"
#include "client/sidecar/replicas/replica_controller.h"
#include "client/sidecar/replicas/version_reader.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kAutoscalersPath[] = "/apis/autoscaling/v2/horizontalpodautoscalers";

ReplicaController::Options OptionsOf(const Options& options) {
  ReplicaController::Options controller_options;
  controller_options.enforce = options.enforce;
  controller_options.period = options.sync_period;
  controller_options.request_options = options.replicas_options;
  controller_options.request_options.set_detail(v1::DETAIL_BRIEF);
  return controller_options;
}

class ReplicaWork final : public KindWork<ReplicaController> {
 public:
  ReplicaWork(const Options& options, const Context& context)
      : KindWork(context, ControllerKind::kReplicas, controller_,
                 {.failure = "failed to watch HorizontalPodAutoscalers; replicas stay as they are"}),
        version_(context.loop, context.client, context.log),
        observer_(context.loop, context.client, {}),
        controller_(DependenciesOf(), OptionsOf(options)) {
    watched().AddStore<Autoscaler>(
        {kAutoscalersPath, "", /*metadata_only=*/false, options.watch, options.poll_interval}, &ReadAutoscalerObject,
        autoscalers_,
        [this](const Autoscaler* before, const Autoscaler* after) { controller_.Changed(before, after); });
  }

  // Decisions need the version of the API server, so the autoscalers are listed after the version was read.
  void Follow(Callbacks callbacks) override {
    version_.Start([this, callbacks = std::move(callbacks)]() mutable {
      if (!unfollowed_) KindWork::Follow(std::move(callbacks));
    });
  }
  void Unfollow() override {
    unfollowed_ = true;
    KindWork::Unfollow();
  }

 private:
  ReplicaController::Dependencies DependenciesOf() {
    return {Common(), autoscalers_,
            [this](v1::HorizontalPodAutoscaler autoscaler, replicas::Observer::Done done) {
              observer_.Observe(std::move(autoscaler), std::move(done));
            },
            [this](const std::string& name_space, const std::string& name) { observer_.Delete(name_space, name); },
            [this]() -> const absl::StatusOr<std::string>& { return version_.version(); }};
  }

  VersionReader version_;
  bool unfollowed_ = false;
  replicas::Observer observer_;
  Store<Autoscaler> autoscalers_;
  ReplicaController controller_;
};

}  // namespace

std::unique_ptr<Work> MakeReplicaWork(const Options& options, const Work::Context& context) {
  return std::make_unique<ReplicaWork>(options, context);
}

}  // namespace cpsizer::sidecar
