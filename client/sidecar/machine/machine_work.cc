#include "client/sidecar/machine/machine_work.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/reflector.h"
#include "client/machine/api_requests.h"
#include "client/machine/observer.h"
#include "client/sidecar/control/watch/kind_work.h"
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
    kube::Reflector::Callbacks handlers;
    handlers.list_begins = [this] { listed_ = false; };
    handlers.listed = [this](const tree::Node& object) { Put(object, /*listed=*/true); };
    handlers.list_ends = [this] {
      if (!listed_) Remove();
    };
    handlers.changed = [this](const tree::Node& object) { Put(object, /*listed=*/false); };
    handlers.deleted = [this](const tree::Node& object) {
      if (IsAutoscaler(object)) Remove();
    };
    watched().Add(AutoscalerResource(options), std::move(handlers));
  }

  void Unfollow() override {
    KindWork::Unfollow();
    sampler_.Stop();
  }

 private:
  MachineController::Dependencies DependenciesOf(std::function<absl::Time()> wall_time) {
    return {Common(std::move(wall_time)), [this](const ControlPlaneAutoscaler& object,
                                                 std::function<void(absl::StatusOr<machine::Observation>)> done) {
              machine::Observe(context().loop, context().client, object.name_space, object.autoscaler, std::move(done));
            }};
  }

  static bool IsAutoscaler(const tree::Node& object) {
    return tree::TextAt(object, {"metadata", "name"}) == machine::kSingletonName;
  }

  void Put(const tree::Node& object, bool listed) {
    if (!IsAutoscaler(object)) return;
    listed_ |= listed;
    controller_.Put(ReadControlPlaneAutoscaler(object));
    sampler_.Start();
  }

  void Remove() {
    controller_.Remove();
    sampler_.Stop();
  }

  void OnUsage(const UsageSampler::Usage& usage) {
    if (usage.ok()) return controller_.AddSamples(*usage);
    context().log(LogLevel::kDebug,
                  "failed to read the usage of the control plane nodes; retrying after --sample-interval",
                  {{"error", std::string(usage.status().message())}});
  }

  MachineController controller_;
  UsageSampler sampler_;
  bool listed_ = false;  // the current list contained the autoscaler
};

}  // namespace

std::unique_ptr<Work> MakeMachineWork(const Options& options, const Work::Context& context,
                                      std::function<absl::Time()> wall_time) {
  return std::make_unique<MachineWork>(options, context, std::move(wall_time));
}

}  // namespace cpsizer::sidecar
