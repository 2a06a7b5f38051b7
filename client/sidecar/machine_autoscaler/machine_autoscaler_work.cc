#include <cstddef>

#include "client/sidecar/control/frame/kind_work.h"
#include "client/sidecar/machine_autoscaler/machine_autoscaler_controller.h"

namespace cpsizer::sidecar {
namespace {

// The limit of the service for the objects of each kind.
constexpr size_t kMostScalingObjects = 10'000;

kube::Resource ScalingResource(const Options& options, const kube::ApiResource& resource) {
  return {.path = kube::CollectionOf(resource, options.machine_namespace),
          .watch = options.watch,
          .poll_interval = options.poll_interval,
          .max_objects = kMostScalingObjects};
}

class MachineAutoscalerWork final : public KindWork<MachineAutoscalerController> {
 public:
  MachineAutoscalerWork(const Options& options, const Context& context)
      : KindWork(context, ControllerKind::kMachineAutoscalers, controller_,
                 {.failure = "failed to watch MachineAutoscalers or MachineSets; MachineSets stay as they are"}),
        controller_(DependenciesOf(), {options.enforce, options.machine_namespace}) {
    const auto changed = [this] { controller_.Changed(); };
    watched().Add(ScalingResource(options, kBoundsResource), ReadMachineAutoscaler, autoscalers_, changed);
    watched().Add(ScalingResource(options, kScalingTargetsResource), ReadScalingTargetObject, targets_, changed);
  }

 private:
  MachineAutoscalerController::Dependencies DependenciesOf() {
    return {Common(), autoscalers_, targets_, [this] { Relist(); }};
  }

  Store<MachineAutoscaler> autoscalers_;
  Store<ScalingTarget> targets_;
  MachineAutoscalerController controller_;
};

}  // namespace

std::unique_ptr<Work> MakeMachineAutoscalerWork(const Options& options, const Work::Context& context) {
  return std::make_unique<MachineAutoscalerWork>(options, context);
}

}  // namespace cpsizer::sidecar
