#include <cstddef>
#include <memory>

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
      : KindWork(context, kMachineAutoscalerController, controller_,
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

const ControllerInfo kMachineAutoscalerController = {
    .name = "machine-autoscalers",
    .label = MachineAutoscalersKind::kName,
    .objects = "machineAutoscalers",
    .does = "writes the bounds of MachineSets",
    .controls = "the bounds of MachineSets with MachineAutoscalers",
    .cached = "MachineAutoscalers",
    .outcomes = "bounds, deleted, invalid, target_not_found, target_owned, target_unreadable",
    .disagrees = "the MachineAutoscaler or its MachineSet would be written",
    .contended = "MachineSets whose writes are paused",
    .writes = "finalizer",
    .scope = RoundScope::kAll,
    .lease = "cpsizer-sidecar-machine-autoscalers",
    .has_machine_namespace = true,
    .instead = "cpsizer autoscaler plan -f",
    .make_work = [](const Options& options, const Work::Context& context) -> std::unique_ptr<Work> {
      return std::make_unique<MachineAutoscalerWork>(options, context);
    },
};

}  // namespace cpsizer::sidecar
