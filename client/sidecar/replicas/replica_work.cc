#include "client/sidecar/replicas/replica_work.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/reflector.h"
#include "client/replicas/observer.h"
#include "client/sidecar/follow/follow_state.h"
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

class ReplicaWork : public Work {
 public:
  ReplicaWork(const Options& options, const Context& context)
      : context_(context),
        resource_{kAutoscalersPath, "", /*metadata_only=*/false, options.watch, options.poll_interval},
        version_(context.loop, context.client, context.log),
        observer_(context.loop, context.client, {}),
        scales_(context.client),
        statuses_(context.client),
        controller_(DependenciesOf(), OptionsOf(options)) {}

  void Follow(Callbacks callbacks) override {
    follow_.set_callbacks(std::move(callbacks));
    version_.Start([this] {
      if (!unfollowed_) StartReflector();
    });
  }
  void Unfollow() override {
    unfollowed_ = true;
    reflector_.reset();
  }
  void Relist() override {
    // The first list is still to come.
    if (reflector_ == nullptr) return;
    follow_.Lost();
    reflector_->Relist();
  }
  void Start() override {
    context_.log(LogLevel::kInfo, "controller started", {{"autoscalers", absl::StrCat(controller_.size())}});
    controller_.Start();
  }
  void Hold() override { controller_.Hold(); }
  bool writes_ended() const override { return controller_.writes_ended(); }
  void Describe(SidecarStatus& status) const override { controller_.Describe(status); }

 private:
  // Decisions need the version of the API server, so the autoscalers are listed after the version was read.
  void StartReflector() {
    kube::Reflector::Callbacks handlers;
    handlers.list_begins = [this] { controller_.BeginList(); };
    handlers.listed = [this](const tree::Node& object) { controller_.PutListed(ReadAutoscalerObject(object)); };
    handlers.list_ends = [this] {
      controller_.EndList();
      follow_.ListEnded();
    };
    handlers.list_abandoned = [this] { controller_.AbandonList(); };
    handlers.check = [this] { return controller_.CheckSize(); };
    handlers.changed = [this](const tree::Node& object) { controller_.Put(ReadAutoscalerObject(object)); };
    handlers.deleted = [this](const tree::Node& object) { controller_.Remove(KeyOf(ReadAutoscalerObject(object))); };
    handlers.refused = [this](const absl::Status& status) {
      context_.log(LogLevel::kWarn, "skipped an object with an invalid name or namespace",
                   {{"error", std::string(status.message())}});
    };
    handlers.lost = [this] { follow_.Lost(); };
    handlers.failed = [this](const absl::Status& status) { follow_.Failed(status); };
    reflector_ = std::make_unique<kube::Reflector>(context_.loop, context_.client, resource_, std::move(handlers));
  }
  ReplicaController::Dependencies DependenciesOf() {
    return {context_.loop,
            context_.service,
            [this](v1::HorizontalPodAutoscaler autoscaler, replicas::Observer::Done done) {
              observer_.Observe(std::move(autoscaler), std::move(done));
            },
            [this](const std::string& name_space, const std::string& name) { observer_.Delete(name_space, name); },
            scales_,
            statuses_,
            [this](const kube::Event& event) { context_.events.Record(event); },
            context_.counters,
            context_.log,
            context_.may_write,
            absl::Now,
            [this]() -> const absl::StatusOr<std::string>& { return version_.version(); }};
  }

  const Context context_;
  const kube::Resource resource_;
  FollowState follow_{context_, "failed to watch HorizontalPodAutoscalers; replicas stay as they are"};
  VersionReader version_;
  bool unfollowed_ = false;
  replicas::Observer observer_;
  ApiScaleWriter scales_;
  ApiStatusWriter statuses_;
  ReplicaController controller_;
  std::unique_ptr<kube::Reflector> reflector_;
};

}  // namespace

std::unique_ptr<Work> MakeReplicaWork(const Options& options, const Work::Context& context) {
  return std::make_unique<ReplicaWork>(options, context);
}

}  // namespace cpsizer::sidecar
