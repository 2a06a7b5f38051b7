#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cluster_autoscaler/observer.h"
#include "client/cluster_autoscaler/operands.h"
#include "client/cluster_autoscaler/setting_checks.h"
#include "client/kube/resource_path.h"
#include "client/sidecar/cluster_autoscaler/autoscaler_objects.h"
#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_controller.h"
#include "client/sidecar/control/frame/kind_work.h"

namespace cpsizer::sidecar {
namespace {

using cluster_autoscaler::CheckArchitecture;
using cluster_autoscaler::CheckCloudProvider;
using cluster_autoscaler::CheckExtraArgs;
using cluster_autoscaler::CheckImage;
using cluster_autoscaler::CheckReleaseVersion;

constexpr kube::ApiResource kClusterAutoscalers = {"/apis/autoscaling.openshift.io/v1", "clusterautoscalers"};
constexpr kube::ApiResource kMachineAutoscalers = {"/apis/autoscaling.openshift.io/v1beta1", "machineautoscalers"};
constexpr kube::ApiResource kMachines = {"/apis/machine.openshift.io/v1beta1", "machines"};
// For an object that is followed by its name. A server that ignores the field selector returns all objects.
constexpr size_t kMaxOfOneName = 100;
// The largest number of related objects in a request.
constexpr size_t kMaxRelated = 10'000;

kube::Resource Followed(const Options& options, std::string path, size_t max_objects) {
  return {.path = std::move(path),
          .field_selector = "",
          .watch = options.watch,
          .poll_interval = options.poll_interval,
          .max_objects = max_objects};
}

kube::Resource FollowedByName(const Options& options, std::string path, absl::string_view name) {
  kube::Resource resource = Followed(options, std::move(path), kMaxOfOneName);
  resource.field_selector = absl::StrCat("metadata.name=", name);
  return resource;
}

class ClusterAutoscalerWork final : public KindWork<ClusterAutoscalerController> {
 public:
  ClusterAutoscalerWork(const Options& options, const Context& context)
      : KindWork(context, kClusterAutoscalerController, controller_,
                 {.failure = "failed to watch ClusterAutoscalers or their Machines; nothing is changed"}),
        name_space_(options.machine_namespace),
        settings_(OwnOptions<OperatorOptions>(options).settings),
        controller_(DependenciesOf(), {options.enforce, options.sync_period, options.machine_namespace}) {
    watched().Add<ClusterAutoscaler>(
        FollowedByName(options, CollectionOf(kClusterAutoscalers, ""), cluster_autoscaler::kSingletonName),
        &ReadClusterAutoscaler, stores_.autoscalers, [this] { controller_.Changed(); });
    const auto observed_changed = [this] { controller_.ObservedChanged(); };
    // The next two kinds are used only for the related objects of the status.
    watched().Add<MachineAutoscalerTarget>(
        Followed(options, CollectionOf(kMachineAutoscalers, name_space_), kMaxRelated), &ReadMachineAutoscalerTarget,
        stores_.references, observed_changed);
    kube::Resource machines = Followed(options, CollectionOf(kMachines, name_space_), kMaxRelated);
    machines.metadata_only = true;
    watched().Add<OwnedMachine>(std::move(machines), &ReadOwnedMachine, stores_.machines, observed_changed);
    for (const cluster_autoscaler::ObservedObject& object : cluster_autoscaler::ObservedObjects(name_space_)) {
      WatchObserved(options, object);
    }
  }

 private:
  // Watches for changes of an object that rounds read. The watch does not keep the object, because a plan depends on
  // all of its managedFields, and a write on a version that is read after the last write.
  void WatchObserved(const Options& options, const cluster_autoscaler::ObservedObject& object) {
    kube::Resource resource = FollowedByName(options, CollectionOf(object.resource, object.name_space), object.name);
    resource.metadata_only = true;
    const std::string path = PathOf(object.resource, object.name_space, object.name);
    const auto changed = [this](const tree::Node&) { controller_.ObservedChanged(); };
    kube::Reflector::Callbacks handlers;
    handlers.list_begins = [] {};
    handlers.listed = [](const tree::Node&) {};
    handlers.list_ends = [this, path] {
      unwatched_.erase(path);
      controller_.ObservedChanged();
    };
    handlers.changed = handlers.deleted = changed;
    watched().Add(std::move(resource), std::move(handlers),
                  [this, path](const absl::Status& status) { return IsUnwatched(path, status); });
  }

  // Rounds read an object in each period if its kind is not installed, or if an older role allows only `get`.
  bool IsUnwatched(const std::string& path, const absl::Status& status) {
    if (!absl::IsNotFound(status) && !absl::IsPermissionDenied(status)) return false;
    if (unwatched_.insert(path).second && absl::IsPermissionDenied(status)) {
      context().log(LogLevel::kWarn, "cannot watch an object; it is read in each --sync-period",
                    {{"error", std::string(status.message())}});
    }
    return true;
  }

  ClusterAutoscalerController::Dependencies DependenciesOf() {
    return {Common(), stores_,
            [this](std::function<void(cluster_autoscaler::Observation)> done) {
              cluster_autoscaler::Observe(context().client, name_space_, settings_, std::move(done));
            },
            [this] { return unwatched_.empty(); }};
  }

  const std::string name_space_;
  const v1::ClusterAutoscalerOperatorSettings settings_;
  AutoscalerStores stores_;
  std::set<std::string> unwatched_;  // the paths of objects whose changes no watch reports
  ClusterAutoscalerController controller_;
};

}  // namespace

// These flags have the same names as the flags of `cpsizer autoscaler`.
std::vector<server::Flag> OperatorOptions::Flags() {
  return {
      {"--release-version", "VERSION", "",
       "version of the operator, such as 4.18.2; the default of this flag and of --image, --cloud-provider and "
       "--extra-args is read from the environment of the Deployment cluster-autoscaler-operator",
       [this](absl::string_view text) {
         return SetChecked(text, CheckReleaseVersion, *settings.mutable_release_version());
       }},
      {"--image", "IMAGE", "", "image of the cluster-autoscaler",
       [this](absl::string_view text) { return SetChecked(text, CheckImage, *settings.mutable_image()); }},
      {"--cloud-provider", "NAME", "",
       "cloud provider of the cluster; the default is that of the Deployment cluster-autoscaler-operator, or else "
       "openshift, and clusterapi before release 4.23",
       [this](absl::string_view text) {
         return SetChecked(text, CheckCloudProvider, *settings.mutable_cloud_provider());
       }},
      {"--extra-args", "TEXT", "", "one additional argument of the cluster-autoscaler; it is not split at spaces",
       [this](absl::string_view text) { return SetChecked(text, CheckExtraArgs, *settings.mutable_extra_args()); }},
      {"--architecture", "NAME", "",
       "CPU architecture of nodes that do not specify one: amd64, arm64, ppc64le or s390x; the default is that of the "
       "present cluster-autoscaler, or else amd64",
       [this](absl::string_view text) {
         return SetChecked(text, CheckArchitecture, *settings.mutable_architecture());
       }},
  };
}

const ControllerInfo kClusterAutoscalerController = {
    .name = "cluster-autoscalers",
    .label = ClusterAutoscalersKind::kName,
    .objects = "clusterAutoscalers",
    .does = "writes the objects of the cluster-autoscaler",
    .controls = "the objects of the cluster-autoscaler",
    .cached = "the ClusterAutoscaler",
    .outcomes = "runs, absent, invalid",
    .disagrees = "an object would be written",
    .contended = "1 while the writes of at least one object are paused",
    .more_writes = "For objects of the cluster-autoscaler it is create, update or delete.",
    .scope = RoundScope::kAll,
    .lease = "cpsizer-sidecar-cluster-autoscalers",
    .has_machine_namespace = true,
    .has_sync_period = true,
    .instead = "cpsizer autoscaler plan -f",
    .make_options = MakeKindOptions<OperatorOptions>,
    .make_work = [](const Options& options, const Work::Context& context) -> std::unique_ptr<Work> {
      return std::make_unique<ClusterAutoscalerWork>(options, context);
    },
};

}  // namespace cpsizer::sidecar
