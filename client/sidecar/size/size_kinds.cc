#include "client/sidecar/size/size_kinds.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/resource_path.h"
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

std::string ByName(absl::string_view name) {
  return absl::StrCat("metadata.name=", name);
}

}  // namespace

Watched::Options SizeKinds::WatchedOptions(const Options& options, const SizeController& controller) {
  return {.failure = "failed to watch the API server; sizes stay as they are",
          .relist_after = options.watch ? options.poll_interval : absl::InfiniteDuration(),
          .complete_for = options.watch ? absl::InfiniteDuration() : kMaxListAge,
          .busy = [&controller] { return controller.busy(); }};
}

SizeKinds::SizeKinds(const Dependencies& dependencies, SizeController& controller, const Options& options,
                     Watched& watched)
    : dependencies_(dependencies), controller_(controller), watched_(watched) {
  const auto add = [&](kube::Resource resource, kube::Reflector::Callbacks callbacks,
                       std::function<bool(const absl::Status&)> absent = nullptr) {
    resource.watch = options.watch;
    resource.poll_interval = options.poll_interval;
    return watched.Add(std::move(resource), std::move(callbacks), std::move(absent));
  };
  add({.path = kube::CollectionOf({objects::kConfigurationGroup, objects::kConfigurations}, ""),
       .field_selector = ByName(objects::kConfigurationName),
       .max_objects = kMaxConfigurations},
      ConfigurationCallbacks());
  add({kube::CollectionOf({objects::kHostedClusterGroup, objects::kHostedClusters}, ""), "", /*metadata_only=*/true},
      ClusterCallbacks());
  add({kube::CollectionOf({objects::kVpaGroup, objects::kVpas}, ""), ByName(objects::kVpaName)}, VpaCallbacks());
  machine_sets_ = add({objects::kMachineSets, ""}, MachineSetCallbacks(),
                      [this](const absl::Status& status) { return AreMachineSetsAbsent(status); });
  watched.SetNeeded(machine_sets_, false);
}

template <typename T>
kube::Reflector::Callbacks SizeKinds::QueueingCallbacks(Store<T>& store,
                                                        std::function<ClusterCache::Keys(const tree::Node&, bool)> put,
                                                        std::function<void(const std::string&)> remove) {
  const auto enqueue = [this, &store, put = std::move(put)](const tree::Node& object, bool listed) {
    controller_.Enqueue(put(object, listed), store.complete() ? Priority::kLive : Priority::kInitial);
  };
  kube::Reflector::Callbacks callbacks = StoreCallbacks(store, KeyOf, std::move(remove));
  callbacks.listed = [enqueue](const tree::Node& object) { enqueue(object, true); };
  callbacks.changed = [enqueue](const tree::Node& object) { enqueue(object, false); };
  return callbacks;
}

template <typename T>
kube::Reflector::Callbacks SizeKinds::ConfiguringCallbacks(Store<T>& store, T (*read)(const tree::Node&)) {
  kube::Reflector::Callbacks callbacks =
      StoreCallbacks(store, KeyOf, [&store](const std::string& key) { store.Remove(key); });
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

kube::Reflector::Callbacks SizeKinds::ClusterCallbacks() {
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

kube::Reflector::Callbacks SizeKinds::VpaCallbacks() {
  return QueueingCallbacks(
      dependencies_.cache.vpas(),
      [this](const tree::Node& object, bool listed) { return dependencies_.cache.PutVpa(ReadVpa(object), listed); },
      [this](const std::string& key) { controller_.Enqueue(dependencies_.cache.RemoveVpa(key), Priority::kLive); });
}

kube::Reflector::Callbacks SizeKinds::ConfigurationCallbacks() {
  return ConfiguringCallbacks(dependencies_.cache.configurations(), &ReadConfiguration);
}

kube::Reflector::Callbacks SizeKinds::MachineSetCallbacks() {
  kube::Reflector::Callbacks callbacks = ConfiguringCallbacks(dependencies_.cache.machine_sets(), &ReadMachineSet);
  callbacks.list_ends = [this, ends = std::move(callbacks.list_ends)] {
    no_machine_sets_ = false;
    forbidden_ = 0;
    ends();
  };
  return callbacks;
}

bool SizeKinds::AreMachineSetsAbsent(const absl::Status& status) {
  forbidden_ = absl::IsPermissionDenied(status) ? forbidden_ + 1 : 0;
  // The platform has no machine API, or the Role does not allow the sidecar to read MachineSets. In these two cases,
  // decisions use only the capacities in the configuration. If CPU capacities are missing, the service prevents smaller
  // sizes.
  if (!absl::IsNotFound(status) && forbidden_ < kMaxForbiddenLists) return false;
  if (std::exchange(no_machine_sets_, true)) return true;
  dependencies_.log(LogLevel::kInfo, "cannot read MachineSets; using only the capacities in the configuration",
                    {{"error", std::string(status.message())}});
  ConfigurationChanged();
  return true;
}

void SizeKinds::ConfigurationChanged() {
  const Configuration* configuration = dependencies_.cache.configuration();
  const bool needed = configuration != nullptr && NeedsMachineSets(configuration->config);
  if (!needed) {
    dependencies_.cache.machine_sets() = {};
    no_machine_sets_ = false;
  }
  controller_.ConfigurationChanged(!needed || MachineSetsKnown());
  // A callback of MachineSets never stops their reflector, because MachineSets do not change the configuration.
  watched_.SetNeeded(machine_sets_, needed);
}

bool SizeKinds::MachineSetsKnown() const {
  return no_machine_sets_ || dependencies_.cache.machine_sets().complete();
}

}  // namespace cpsizer::sidecar
