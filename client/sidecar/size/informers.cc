#include "client/sidecar/size/informers.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/objects/api_paths.h"
#include "client/objects/hypershift.h"

namespace cpsizer::sidecar {
namespace {

using Priority = kube::WorkQueue::Priority;

// Without a watch, decisions use a list for at most this time.
constexpr absl::Duration kMaxListAge = absl::Seconds(20);
// Only one configuration is used, but a server that ignores the field selector returns all configurations.
constexpr size_t kMaxConfigurations = 100;
// After this number of consecutive refusals, the list is treated as forbidden. An API server that is starting can
// forbid a list for a short time.
constexpr int kMaxForbiddenLists = 3;
// An outage usually has fewer kinds of errors than this limit.
constexpr size_t kMaxFailuresLogged = 8;

std::string Collection(const char* group, const char* plural) {
  return absl::StrCat(group, "/", plural);
}

std::string ByName(absl::string_view name) {
  return absl::StrCat("metadata.name=", name);
}

}  // namespace

Informers::Informers(const Dependencies& dependencies, kube::ApiClient& client, SizeController& controller,
                     const Options& options, Callbacks callbacks)
    : dependencies_(dependencies),
      client_(client),
      controller_(controller),
      options_(options),
      callbacks_(std::move(callbacks)) {
  Follow(configurations_,
         {.path = Collection(objects::kConfigurationGroup, objects::kConfigurations),
          .field_selector = ByName(objects::kConfigurationName),
          .max_objects = kMaxConfigurations},
         ConfigurationCallbacks());
  Follow(clusters_, {Collection(objects::kHostedClusterGroup, objects::kHostedClusters), "", /*metadata_only=*/true},
         ClusterCallbacks());
  Follow(vpas_, {Collection(objects::kVpaGroup, objects::kVpas), ByName(objects::kVpaName)}, VpaCallbacks());
}

Informers::~Informers() {
  dependencies_.loop.timers().Cancel(poll_timer_);
  dependencies_.loop.timers().Cancel(expiry_timer_);
}

void Informers::Follow(Informer& informer, kube::Resource resource, kube::Reflector::Callbacks callbacks) {
  resource.watch = options_.watch;
  resource.poll_interval = options_.poll_interval;
  callbacks.list_begins = [this, &informer, begins = std::move(callbacks.list_begins)] {
    begins();
    ListBegins(informer);
  };
  callbacks.list_ends = [this, &informer, ends = std::move(callbacks.list_ends)] {
    informer.state = Informer::State::kInTouch;
    ends();
    CheckComplete();
    RetryOthersNow(informer);
  };
  callbacks.lost = [this, &informer] {
    informer.state = Informer::State::kLost;
    CheckComplete();
  };
  callbacks.refused = [this](const absl::Status& status) {
    dependencies_.log(LogLevel::kWarn, "skipped an object with an invalid name or namespace",
                      {{"error", std::string(status.message())}});
  };
  if (!callbacks.failed) callbacks.failed = [this](const absl::Status& status) { Failed(status); };
  informer.reflector =
      std::make_unique<kube::Reflector>(dependencies_.loop, client_, std::move(resource), std::move(callbacks));
}

// The API server has responded to `informer`, so the other informers repeat their failed lists immediately.
void Informers::RetryOthersNow(const Informer& informer) {
  for (Informer* each : {&configurations_, &clusters_, &vpas_, &machine_sets_}) {
    if (each != &informer && each->reflector != nullptr) each->reflector->RetryNow();
  }
}

void Informers::ListBegins(const Informer& informer) {
  // If this class began the list, it has already begun the lists of the other kinds.
  if (informer.state != Informer::State::kListing) ListAllBut(&informer);
}

void Informers::Relist() {
  ListAllBut(nullptr);
}

void Informers::ListAllBut(const Informer* informer) {
  Informer* const informers[] = {&configurations_, &clusters_, &vpas_, &machine_sets_};
  for (Informer* each : informers) each->state = Informer::State::kListing;
  expired_ = false;
  CheckComplete();
  for (Informer* each : informers) {
    if (each != informer && each->reflector != nullptr) each->reflector->Relist();
  }
}

void Informers::Expire() {
  const bool busy = controller_.busy();
  expired_ = true;
  CheckComplete();
  if (busy) Relist();
}

template <typename T>
kube::Reflector::Callbacks Informers::StoreCallbacks(Store<T>& store, std::function<void(const std::string&)> remove) {
  return {.list_begins = [&store] { store.BeginList(); },
          .listed = nullptr,
          .list_ends =
              [&store, remove] {
                for (const std::string& key : store.EndList()) remove(key);
              },
          .list_abandoned =
              [&store, remove] {
                for (const std::string& key : store.AbandonList()) remove(key);
              },
          .changed = nullptr,
          .deleted = [remove](const tree::Node& object) { remove(KeyOf(object)); },
          .check = [&store] { return CheckStoreSize(store); },
          .failed = nullptr};
}

template <typename T>
kube::Reflector::Callbacks Informers::QueueingCallbacks(Store<T>& store,
                                                        std::function<ClusterCache::Keys(const tree::Node&, bool)> put,
                                                        std::function<void(const std::string&)> remove) {
  const auto enqueue = [this, &store, put = std::move(put)](const tree::Node& object, bool listed) {
    controller_.Enqueue(put(object, listed), store.complete() ? Priority::kLive : Priority::kInitial);
  };
  kube::Reflector::Callbacks callbacks = StoreCallbacks(store, std::move(remove));
  callbacks.listed = [enqueue](const tree::Node& object) { enqueue(object, true); };
  callbacks.changed = [enqueue](const tree::Node& object) { enqueue(object, false); };
  return callbacks;
}

template <typename T>
kube::Reflector::Callbacks Informers::ConfiguringCallbacks(Store<T>& store, T (*read)(const tree::Node&)) {
  kube::Reflector::Callbacks callbacks = StoreCallbacks(store, [&store](const std::string& key) { store.Remove(key); });
  callbacks.listed = [&store, read](const tree::Node& object) { store.PutListed(KeyOf(object), read(object)); };
  callbacks.list_ends = [this, ends = std::move(callbacks.list_ends)] {
    ends();
    ConfigurationChanged();
  };
  callbacks.changed = [this, &store, read](const tree::Node& object) {
    store.Put(KeyOf(object), read(object));
    ConfigurationChanged();
  };
  callbacks.deleted = [this, deleted = std::move(callbacks.deleted)](const tree::Node& object) {
    deleted(object);
    ConfigurationChanged();
  };
  return callbacks;
}

kube::Reflector::Callbacks Informers::ClusterCallbacks() {
  kube::Reflector::Callbacks callbacks = QueueingCallbacks(
      dependencies_.cache.clusters(),
      [this](const tree::Node& object, bool listed) {
        return dependencies_.cache.PutCluster(ReadHostedCluster(object), listed, dependencies_.loop.now());
      },
      [this](const std::string& key) {
        dependencies_.cache.RemoveCluster(key);
        controller_.ClusterGone(key);
      });
  callbacks.list_begins = [this] { dependencies_.cache.BeginClusterList(); };
  return callbacks;
}

kube::Reflector::Callbacks Informers::VpaCallbacks() {
  return QueueingCallbacks(
      dependencies_.cache.vpas(),
      [this](const tree::Node& object, bool listed) { return dependencies_.cache.PutVpa(ReadVpa(object), listed); },
      [this](const std::string& key) { controller_.Enqueue(dependencies_.cache.RemoveVpa(key), Priority::kLive); });
}

kube::Reflector::Callbacks Informers::ConfigurationCallbacks() {
  return ConfiguringCallbacks(dependencies_.cache.configurations(), &ReadConfiguration);
}

kube::Reflector::Callbacks Informers::MachineSetCallbacks() {
  kube::Reflector::Callbacks callbacks = ConfiguringCallbacks(dependencies_.cache.machine_sets(), &ReadMachineSet);
  callbacks.list_ends = [this, ends = std::move(callbacks.list_ends)] {
    no_machine_sets_ = false;
    forbidden_ = 0;
    ends();
  };
  callbacks.failed = [this](const absl::Status& status) { MachineSetsFailed(status); };
  return callbacks;
}

void Informers::MachineSetsFailed(const absl::Status& status) {
  forbidden_ = absl::IsPermissionDenied(status) ? forbidden_ + 1 : 0;
  // The platform has no machine API, or the Role does not allow the sidecar to read MachineSets. In these two cases,
  // decisions use only the capacities in the configuration. If CPU capacities are missing, the service prevents smaller
  // sizes.
  if (!absl::IsNotFound(status) && forbidden_ < kMaxForbiddenLists) return Failed(status);
  if (std::exchange(no_machine_sets_, true)) return;
  dependencies_.log(LogLevel::kInfo, "cannot read MachineSets; using only the capacities in the configuration",
                    {{"error", std::string(status.message())}});
  ConfigurationChanged();
}

void Informers::ConfigurationChanged() {
  const Configuration* configuration = dependencies_.cache.configuration();
  const bool needed = configuration != nullptr && NeedsMachineSets(configuration->config);
  if (needed && machine_sets_.reflector == nullptr) {
    Follow(machine_sets_, {objects::kMachineSets, ""}, MachineSetCallbacks());
  } else if (!needed && machine_sets_.reflector != nullptr) {
    // This code destroys the informer of MachineSets. A callback of this informer never runs this code, because
    // MachineSets do not change the configuration.
    machine_sets_ = Informer();
    dependencies_.cache.machine_sets() = {};
    no_machine_sets_ = false;
  }
  controller_.ConfigurationChanged(!needed || MachineSetsKnown());
  CheckComplete();
}

bool Informers::MachineSetsKnown() const {
  return no_machine_sets_ || dependencies_.cache.machine_sets().complete();
}

void Informers::CheckComplete() {
  const auto in_touch = [](const Informer& informer) { return informer.state == Informer::State::kInTouch; };
  const bool complete = !expired_ && in_touch(configurations_) && in_touch(clusters_) && in_touch(vpas_) &&
                        (machine_sets_.reflector == nullptr || no_machine_sets_ || in_touch(machine_sets_));
  if (std::exchange(complete_, complete) == complete) return;
  dependencies_.loop.timers().Cancel(poll_timer_);
  dependencies_.loop.timers().Cancel(expiry_timer_);
  if (!complete) return callbacks_.incomplete();
  if (!std::exchange(failures_, {}).empty()) {
    dependencies_.log(LogLevel::kInfo, "the watches of the API server work again", {});
  }
  if (options_.watch) {
    poll_timer_ = dependencies_.loop.timers().At(dependencies_.loop.now() + options_.poll_interval,
                                                 [this] { clusters_.reflector->Relist(); });
  } else {
    expiry_timer_ = dependencies_.loop.timers().At(dependencies_.loop.now() + kMaxListAge, [this] { Expire(); });
  }
  callbacks_.complete();
}

void Informers::Failed(const absl::Status& status) {
  ++dependencies_.counters.watch_failures;
  // An error that affects only one kind of object, such as a CRD that is not installed, has its own log line.
  // CheckComplete() logs the end of all errors.
  const bool of_one_kind = absl::IsNotFound(status) || absl::IsPermissionDenied(status);
  const bool is_new =
      failures_.size() < kMaxFailuresLogged && failures_.emplace(of_one_kind ? status.message() : "").second;
  dependencies_.log(is_new ? LogLevel::kWarn : LogLevel::kDebug,
                    "failed to watch the API server; sizes stay as they are",
                    {{"error", std::string(status.message())}});
  callbacks_.failed();
}

}  // namespace cpsizer::sidecar
