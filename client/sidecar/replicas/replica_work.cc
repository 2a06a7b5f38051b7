#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/reflector.h"
#include "client/replicas/observer.h"
#include "client/replicas/server_version.h"
#include "client/sidecar/control/frame/kind_work.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/replicas/replica_controller.h"
#include "client/tree/node.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kAutoscalersPath[] = "/apis/autoscaling/v2/horizontalpodautoscalers";

ReplicaController::Options OptionsOf(const Options& options) {
  ReplicaController::Options controller_options;
  controller_options.enforce = options.enforce;
  controller_options.period = options.sync_period;
  controller_options.request_options = OwnOptions<ReplicaOptions>(options).request_options;
  controller_options.request_options.set_detail(v1::DETAIL_BRIEF);
  return controller_options;
}

constexpr absl::Duration kReadInterval = absl::Minutes(5);
constexpr absl::Duration kRetryInterval = absl::Seconds(15);
// Decisions wait for the first read.
constexpr absl::Duration kReadTimeout = absl::Seconds(5);

// The version of the API server. It is read again every few minutes, because the API server can be upgraded. A version
// that was read remains valid if a later read fails.
//
// Must be used only on the thread of the event loop. No callback runs after this object is destroyed.
class VersionReader {
 public:
  // `loop` and `client` must outlive this object.
  VersionReader(kube::EventLoop& loop, kube::ApiClient& client, Log log);
  ~VersionReader();
  VersionReader(const VersionReader&) = delete;
  VersionReader& operator=(const VersionReader&) = delete;

  // Starts reading. Calls `done` once, after the first response or error. Must be called once.
  void Start(std::function<void()> done);

  // Returns the version, such as `v1.37.2`. Errors: the error of the last read, if no read succeeded.
  const absl::StatusOr<std::string>& version() const { return version_; }

 private:
  void Read();
  void OnResponse(const absl::StatusOr<tree::Node>& answer);

  kube::EventLoop& loop_;
  kube::ApiClient& client_;
  const Log log_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  absl::StatusOr<std::string> version_;
  std::function<void()> done_;
  kube::Timers::Id next_ = 0;
  bool warned_ = false;
};

VersionReader::VersionReader(kube::EventLoop& loop, kube::ApiClient& client, Log log)
    : loop_(loop), client_(client), log_(std::move(log)), version_(absl::UnavailableError("not read yet")) {}

VersionReader::~VersionReader() {
  *alive_ = false;
  loop_.timers().Cancel(next_);
}

void VersionReader::Start(std::function<void()> done) {
  done_ = std::move(done);
  Read();
}

void VersionReader::Read() {
  kube::HttpRequest request;
  request.path = replicas::kVersionPath;
  request.timeout = kReadTimeout;
  client_.Send(std::move(request), [this, alive = alive_](const absl::StatusOr<tree::Node>& answer) {
    if (*alive) OnResponse(answer);
  });
}

void VersionReader::OnResponse(const absl::StatusOr<tree::Node>& answer) {
  absl::StatusOr<std::string> version =
      answer.ok() ? replicas::ReadGitVersion(*answer) : absl::StatusOr<std::string>(answer.status());
  if (version.ok()) {
    const std::string before = version_.value_or("");
    if (before != *version) {
      log_(LogLevel::kInfo, "decisions follow the version of the API server",
           WithoutEmpty({{"version", replicas::VersionWords(*version)}, {"before", before}}));
    }
    warned_ = false;
  } else if (!std::exchange(warned_, true)) {
    log_(LogLevel::kWarn, "failed to read the version of the API server",
         {{"error", std::string(version.status().message())}});
  }
  if (version.ok() || !version_.ok()) version_ = std::move(version);
  const absl::Duration wait = version_.ok() ? kReadInterval : kRetryInterval;
  next_ = loop_.timers().At(loop_.now() + wait, [this] { Read(); });
  if (const std::function<void()> done = std::exchange(done_, nullptr)) done();
}

class ReplicaWork final : public KindWork<ReplicaController> {
 public:
  ReplicaWork(const Options& options, const Context& context)
      : KindWork(context, kReplicaController, controller_,
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

const ControllerInfo kReplicaController = {
    .name = "replicas",
    .label = ReplicasKind::kName,
    .objects = "autoscalers",
    .does = "scales the targets of HorizontalPodAutoscalers",
    .controls = "the replicas of the targets of HorizontalPodAutoscalers",
    .cached = "HorizontalPodAutoscalers",
    .outcomes = "rescale, keep, disabled, metrics_failed, target_unreadable",
    .agreements = "pending (differs for the first time) and warming_up (differs, and the history is still too short)",
    .contended = "autoscalers whose status the other writer has changed within ten minutes",
    .writes = "scale, status",
    .scope = RoundScope::kOne,
    .lease = "cpsizer-sidecar-replicas",
    // Enough for 2,000 autoscalers in 250 namespaces every 15 s, if the status of each is written (docs/sidecar.md).
    .kube_api_qps = 300,
    .kube_api_burst = 600,
    .has_sync_period = true,
    .instead = "cpsizer replicas -f",
    .make_options = MakeKindOptions<ReplicaOptions>,
    .make_work = [](const Options& options, const Work::Context& context) -> std::unique_ptr<Work> {
      return std::make_unique<ReplicaWork>(options, context);
    },
};

}  // namespace cpsizer::sidecar
