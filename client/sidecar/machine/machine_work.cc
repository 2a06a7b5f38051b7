#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/reflector.h"
#include "client/machine/api_requests.h"
#include "client/machine/observer.h"
#include "client/machine/usage_reader.h"
#include "client/sidecar/control/frame/kind_work.h"
#include "client/sidecar/machine/machine_controller.h"

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

// Measures the control plane nodes once in each interval. Measures even if no decisions are made, so that a process
// that waits for the lease also has full windows. Only one measurement runs at a time: if a measurement takes longer
// than the interval, the next measurement is delayed.
//
// Must be used only on the thread of the event loop.
class UsageSampler {
 public:
  using Usage = absl::StatusOr<machine::NodeUsage>;
  using Read = std::function<void(std::function<void(Usage)> done)>;

  // `loop` must outlive this object. Measures nothing before Start().
  UsageSampler(kube::EventLoop& loop, absl::Duration interval, Read read, std::function<void(const Usage&)> take)
      : loop_(loop), interval_(interval), read_(std::move(read)), take_(std::move(take)) {}
  ~UsageSampler() { Stop(); }
  UsageSampler(const UsageSampler&) = delete;
  UsageSampler& operator=(const UsageSampler&) = delete;

  // Measures now, and then once in each interval. Does nothing if it is already started.
  void Start();
  void Stop();

 private:
  void Sample();

  kube::EventLoop& loop_;
  const absl::Duration interval_;
  const Read read_;
  const std::function<void(const Usage&)> take_;
  // Null while stopped. Stop() sets the value to false for a measurement in progress.
  std::shared_ptr<bool> started_;
  kube::Timers::Id next_ = 0;
};

void UsageSampler::Start() {
  if (started_ != nullptr) return;
  started_ = std::make_shared<bool>(true);
  Sample();
}

void UsageSampler::Stop() {
  if (started_ == nullptr) return;
  *std::exchange(started_, nullptr) = false;
  loop_.timers().Cancel(next_);
}

void UsageSampler::Sample() {
  const absl::Time due = loop_.now() + interval_;
  read_([this, started = started_, due](const Usage& usage) {
    if (!*started) return;
    take_(usage);
    next_ = loop_.timers().At(std::max(due, loop_.now()), [this] { Sample(); });
  });
}

class MachineWork final : public KindWork<MachineController> {
 public:
  MachineWork(const Options& options, const Context& context)
      : KindWork(context, kMachineController, controller_,
                 {.failure = "failed to watch the ControlPlaneMachineSetAutoscaler; the machine size stays as it is"}),
        controller_(DependenciesOf(), {options.enforce, OwnOptions<MachineOptions>(options).sample_interval}),
        sampler_(
            context.loop, OwnOptions<MachineOptions>(options).sample_interval,
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
  MachineController::Dependencies DependenciesOf() {
    return {
        Common(), autoscalers_,
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

const ControllerInfo kMachineController = {
    .name = "machines",
    .label = MachinesKind::kName,
    .objects = "controlPlaneAutoscalers",
    .does = "changes the size of the control plane machines",
    .controls = "the size of control plane machines",
    .cached = "ControlPlaneMachineSetAutoscalers",
    .outcomes = "scale_up, scale_down, hold",
    .disagrees = "the size would change",
    .writes = "machine_set",
    .scope = RoundScope::kOne,
    .lease = "cpsizer-sidecar-machines",
    .has_machine_namespace = true,
    .instead = "cpsizer machine -f",
    .make_options = MakeKindOptions<MachineOptions>,
    .make_work = [](const Options& options, const Work::Context& context) -> std::unique_ptr<Work> {
      return std::make_unique<MachineWork>(options, context);
    },
};

}  // namespace cpsizer::sidecar
