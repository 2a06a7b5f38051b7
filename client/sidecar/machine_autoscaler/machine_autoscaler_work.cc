#include "client/sidecar/machine_autoscaler/machine_autoscaler_work.h"

#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/machine/api_requests.h"
#include "client/sidecar/follow/followed_lists.h"
#include "client/sidecar/machine_autoscaler/machine_autoscaler_controller.h"

namespace cpsizer::sidecar {
namespace {

// The limit of the service for the objects of each kind.
constexpr size_t kMostScalingObjects = 10'000;

kube::Resource ScalingResource(const Options& options, const machine::ApiResource& resource) {
  return {.path = machine::CollectionOf(resource, options.machine_namespace),
          .watch = options.watch,
          .poll_interval = options.poll_interval,
          .max_objects = kMostScalingObjects};
}

class MachineAutoscalerWork : public Work {
 public:
  MachineAutoscalerWork(const Options& options, const Context& context)
      : context_(context),
        writer_(context.client),
        controller_(DependenciesOf(), {options.enforce, options.machine_namespace}),
        lists_(context_, "failed to watch MachineAutoscalers or MachineSets; MachineSets stay as they are") {
    const auto changed = [this] { controller_.Changed(); };
    lists_.Add(ScalingResource(options, {kBoundsResource, kBoundsPlural}), ReadBoundsObject, autoscalers_, changed);
    lists_.Add(ScalingResource(options, {kScalingTargetsResource, kScalingTargetsPlural}), ReadScalingTargetObject,
               targets_, changed);
  }

  void Follow(Callbacks callbacks) override { lists_.Follow(std::move(callbacks)); }
  void Unfollow() override { lists_.Unfollow(); }
  void Relist() override { lists_.Relist(); }
  void Start() override {
    context_.log(LogLevel::kInfo, "controller started",
                 {{"machineAutoscalers", absl::StrCat(autoscalers_.objects().size())},
                  {"machineSets", absl::StrCat(targets_.objects().size())}});
    controller_.Start();
  }
  void Hold() override { controller_.Hold(); }
  bool writes_ended() const override { return controller_.writes_ended(); }
  void Describe(SidecarStatus& status) const override { controller_.Describe(status); }

 private:
  MachineAutoscalerController::Dependencies DependenciesOf() {
    return {context_.loop,
            context_.service,
            autoscalers_,
            targets_,
            writer_,
            [this](const kube::Event& event) { context_.events.Record(event); },
            context_.counters,
            context_.log,
            context_.may_write,
            [this] { lists_.Relist(); }};
  }

  const Context context_;
  Store<BoundsObject> autoscalers_;
  Store<ScalingTarget> targets_;
  ApiScalingWriter writer_;
  MachineAutoscalerController controller_;
  FollowedLists lists_;
};

}  // namespace

std::unique_ptr<Work> MakeMachineAutoscalerWork(const Options& options, const Work::Context& context) {
  return std::make_unique<MachineAutoscalerWork>(options, context);
}

}  // namespace cpsizer::sidecar
