#include "client/sidecar/machine/machine_work.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/reflector.h"
#include "client/machine/api_requests.h"
#include "client/machine/observer.h"
#include "client/sidecar/control/frame/kind_work.h"
#include "client/sidecar/machine/machine_controller.h"
#include "client/sidecar/machine/usage_sampler.h"

namespace cpsizer::sidecar {
namespace {

// Only one autoscaler is used. A server that ignores the field selector returns all autoscalers.
constexpr size_t kMaxAutoscalers = 100;

kube::Resource AutoscalerResource(const Options& options) {
  return {.path = machine::CollectionOf(machine::kAutoscalersResource, options.machine_namespace),
          .field_selector = absl::StrCat("metadata.name=", machine::kSingletonName),
          .watch = options.watch,
          .poll_interval = options.poll_interval,
          .max_objects = kMaxAutoscalers};
}

class MachineWork final : public KindWork<MachineController> {
 public:
  MachineWork(const Options& options, const Context& context, std::function<absl::Time()> wall_time)
      : KindWork(context, ControllerKind::kMachines, controller_,
                 {.failure = "failed to watch the ControlPlaneMachineSetAutoscaler; the machine size stays as it is"}),
        controller_(DependenciesOf(std::move(wall_time)), {options.enforce, options.sample_interval}),
        sampler_(
            context.loop, options.sample_interval,
            [this](std::function<void(UsageSampler::Usage)> done) {
              machine::ReadUsage(this->context().client, std::move(done));
            },
            [this](const UsageSampler::Usage& usage) { OnUsage(usage); }) {
    watched().AddStore<ControlPlaneAutoscaler>(
        AutoscalerResource(options), &ReadControlPlaneAutoscaler, autoscalers_,
        [this](const ControlPlaneAutoscaler* before, const ControlPlaneAutoscaler* after) { Changed(before, after); });
  }

  void Unfollow() override {
    KindWork::Unfollow();
    sampler_.Stop();
  }

 private:
  MachineController::Dependencies DependenciesOf(std::function<absl::Time()> wall_time) {
    return {
        Common(std::move(wall_time)), autoscalers_,
        [this](const ControlPlaneAutoscaler& object, std::function<void(absl::StatusOr<machine::Observation>)> done) {
          machine::Observe(context().loop, context().client, object.name_space, object.autoscaler, std::move(done));
        }};
  }

  void Changed(const ControlPlaneAutoscaler* before, const ControlPlaneAutoscaler* after) {
    if ((after == nullptr ? before : after)->name != machine::kSingletonName) return;
    controller_.Changed(before, after);
    after == nullptr ? sampler_.Stop() : sampler_.Start();
  }

  void OnUsage(const UsageSampler::Usage& usage) {
    if (usage.ok()) return controller_.AddSamples(*usage);
    context().log(LogLevel::kDebug,
                  "failed to read the usage of the control plane nodes; retrying after --sample-interval",
                  {{"error", std::string(usage.status().message())}});
  }

  Store<ControlPlaneAutoscaler> autoscalers_;
  MachineController controller_;
  UsageSampler sampler_;
};

}  // namespace

std::unique_ptr<Work> MakeMachineWork(const Options& options, const Work::Context& context,
                                      std::function<absl::Time()> wall_time) {
  return std::make_unique<MachineWork>(options, context, std::move(wall_time));
}

}  // namespace cpsizer::sidecar
