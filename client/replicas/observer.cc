#include "client/replicas/observer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/kube/http/api_error.h"
#include "client/kube/list_page.h"
#include "client/kube/resource_path.h"
#include "client/objects/label_selector.h"
#include "client/replicas/controller_words.h"
#include "client/replicas/metric_reader.h"
#include "client/replicas/other_owners.h"
#include "client/replicas/pod_list.h"
#include "client/replicas/read_answer.h"

namespace cpsizer::replicas {
namespace {

constexpr int kBadRequest = 400;

// Returns whether the failure is specific to this program: the HorizontalPodAutoscaler controller would not fail.
bool IsOurs(const absl::Status& status) {
  return !kube::ServerAnswerOf(status).has_value() || absl::IsUnauthenticated(status) ||
         absl::IsPermissionDenied(status);
}

bool IsBadRequest(const absl::Status& status) {
  const absl::optional<kube::ServerAnswer> answer = kube::ServerAnswerOf(status);
  return answer.has_value() && answer->http_code == kBadRequest;
}

// Returns whether the autoscaler may scale up a target with zero replicas. This is possible if a condition shows that
// the autoscaler has set the target to zero. Before Kubernetes v1.36, this is also possible if minReplicas is zero. The
// service decides whether the autoscaler scales up.
bool MayScaleUpFromZero(const v1::HorizontalPodAutoscaler& autoscaler) {
  const v1::HorizontalPodAutoscalerSpec& spec = autoscaler.spec();
  if (spec.has_min_replicas() && spec.min_replicas() == 0) return true;
  const auto& conditions = autoscaler.status().conditions();
  return std::any_of(conditions.begin(), conditions.end(), [](const v1::Condition& condition) {
    return condition.type() == "ScaledToZero" && condition.status() == "True";
  });
}

std::string TimeText(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E*SZ", time, absl::UTCTimeZone());
}

}  // namespace

// One observation in progress.
class Observer::Task {
 public:
  Task(Observer& observer, v1::HorizontalPodAutoscaler autoscaler, bool whole, Done done)
      : observer_(observer),
        whole_(whole),
        done_(std::move(done)),
        metrics_({observer.loop_, observer.client_, observer.discovery_, observer.namespace_reads_}) {
    *observation_.request.mutable_horizontal_pod_autoscaler() = std::move(autoscaler);
    observation_.request.mutable_horizontal_pod_autoscaler()->mutable_status()->clear_current_metrics();
  }
  ~Task() { *alive_ = false; }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  void Delete(const std::string& name_space, const std::string& name) {
    if (name_space == this->name_space() && name == this->name()) deleted_ = true;
  }
  void Begin() {
    std::string error;
    const std::string group = GroupOf(target().api_version(), error);
    if (!error.empty()) return FailScale(error);
    observer_.discovery_.Find(group, target().kind(),
                              [this, alive = alive_, group](const absl::StatusOr<ApiGroup>& found) {
                                if (*alive) TakeResources(group, found);
                              });
  }

 private:
  const v1::CrossVersionObjectReference& target() const {
    return observation_.request.horizontal_pod_autoscaler().spec().scale_target_ref();
  }
  const std::string& name_space() const {
    return observation_.request.horizontal_pod_autoscaler().metadata().namespace_();
  }
  const std::string& selector() const { return observation_.request.scale().status().selector(); }
  const std::string& name() const { return observation_.request.horizontal_pod_autoscaler().metadata().name(); }

  void TakeResources(const std::string& group, const absl::StatusOr<ApiGroup>& found) {
    if (!found.ok()) {
      return IsOurs(found.status()) ? Finish(found.status())
                                    : FailScale(ControllerWords(found.status(), {GroupPath(group), ""}));
    }
    resources_ = found->ResourcesOf(target().kind());
    if (resources_.empty()) return FailScale(NoKindWords(group, target().kind()));
    GetScale(0);
  }

  // If several resources serve the kind, uses the first resource that has a scale with this name.
  void GetScale(size_t place) {
    const std::string path = resources_[place].PathOf(name_space(), target().name());
    observer_.client_.Send(kube::GetRequest(absl::StrCat(path, "/scale"), kMaxScaleBytes, kApiTimeout),
                           [this, alive = alive_, path, place](const absl::StatusOr<tree::Node>& answer) {
                             if (*alive) TakeScale(path, place, answer);
                           });
  }

  void TakeScale(const std::string& path, size_t place, const absl::StatusOr<tree::Node>& answer) {
    if (!answer.ok()) {
      if (IsOurs(answer.status())) return Finish(answer.status());
      if (place == 0) {
        first_error_ = ControllerWords(answer.status(), {resources_[0].plural, target().name()});
      }
      return place + 1 < resources_.size() ? GetScale(place + 1) : FailScale(first_error_);
    }
    absl::StatusOr<v1::Scale> scale = ReadScale(*answer);
    if (!scale.ok()) return FailScale(std::string(scale.status().message()));
    observation_.scale = {path, std::string(tree::TextAt(*answer, {"metadata", "uid"})),
                          std::string(tree::TextAt(*answer, {"metadata", "resourceVersion"})),
                          scale->spec().replicas()};
    *observation_.request.mutable_scale() = *std::move(scale);
    if (!deleted_) observer_.selectors_.Put(name_space(), name(), selector());
    if (!whole_) return FinishWithoutMetrics();
    observer_.options_.read_manifest ? GetManifest() : GetPodsIfNeeded();
  }

  // Gets no pods if there is no selector, or if the target has zero replicas and the autoscaler may not scale it up. In
  // these cases, the HorizontalPodAutoscaler controller does not get pods either.
  void GetPodsIfNeeded() {
    const bool off =
        observation_.scale.replicas == 0 && !MayScaleUpFromZero(observation_.request.horizontal_pod_autoscaler());
    off || selector().empty() ? FinishWithoutMetrics() : GetPods();
  }

  // The manifest is used only for a warning. If the manifest cannot be read, the observation continues.
  void GetManifest() {
    kube::HttpRequest request = kube::GetRequest(observation_.scale.target_path, kMaxTargetBytes, kApiTimeout);
    request.headers = {kube::AcceptHeader({request.path, "", /*metadata_only=*/true}, /*list=*/false)};
    observer_.client_.Send(std::move(request), [this, alive = alive_](const absl::StatusOr<tree::Node>& target) {
      if (!*alive) return;
      const absl::optional<int32_t> replicas = target.ok() ? ReadManifestReplicas(*target) : absl::nullopt;
      if (replicas.has_value()) observation_.request.set_manifest_replicas(*replicas);
      GetPodsIfNeeded();
    });
  }

  void GetPods() {
    for (SelectorCache::Other& other : observer_.selectors_.Others(name_space(), name())) {
      others_.push_back(std::move(other.name));
      other_selectors_.push_back(std::move(other.selector));
    }
    // If this client cannot parse the selector, requests the pods by selector, because the observation needs the error
    // of the API server.
    if (objects::LabelSelector(selector()).selects_nothing()) return ListPodsBySelector();
    observer_.namespace_reads_.GetPods(name_space(), [this, alive = alive_](const NamespaceReads::Pods::Result& all) {
      if (*alive) TakeAllPods(all);
    });
  }

  void TakeAllPods(const NamespaceReads::Pods::Result& all) {
    if (!all.ok()) return TakePods(all.status());
    if (*all == nullptr) return ListPodsBySelector();
    PodList pods = SelectPods(**all, objects::LabelSelector(selector()), other_selectors_);
    observer_.namespace_reads_.CountUse(name_space(), pods.pods.size());
    TakePods(std::move(pods));
  }

  void ListPodsBySelector() {
    ListPods(observer_.client_, name_space(), selector(), std::move(other_selectors_),
             [this, alive = alive_](absl::StatusOr<PodList> pods) {
               if (*alive) TakePods(std::move(pods));
             });
  }

  void TakePods(absl::StatusOr<PodList> pods) {
    // The API server cannot parse the selector. The service decides what the HorizontalPodAutoscaler controller reports
    // in this case.
    if (!pods.ok() && IsBadRequest(pods.status())) return FinishWithoutMetrics();
    if (!pods.ok()) return Finish(pods.status());
    auto& list = *observation_.request.mutable_pods();
    list.Reserve(static_cast<int>(pods->pods.size()));
    for (v1::Pod& pod : pods->pods) *list.Add() = std::move(pod);
    for (size_t i = 0; i < others_.size(); ++i) {
      if (pods->selected_by[i]) observation_.request.add_rivals(others_[i]);
    }
    for (std::string& owner : OtherOwners(target(), pods->owners)) {
      observation_.request.add_other_owners(std::move(owner));
    }
    metrics_.Read(selector(), observer_.options_.metrics_timeout, observation_.request, [this] {
      observation_.unavailable_api = metrics_.unavailable_api();
      Finish(absl::OkStatus());
    });
  }

  void FailScale(const std::string& error) {
    observation_.request.set_scale_error(error);
    FinishWithoutMetrics();
  }

  // Finishes without reading metrics. Adds one empty reading for each metric, because the request must have a reading
  // for each metric.
  void FinishWithoutMetrics() {
    const int metrics = observation_.request.horizontal_pod_autoscaler().spec().metrics_size();
    for (int i = 0; i < metrics; ++i) observation_.request.add_readings();
    Finish(absl::OkStatus());
  }

  void Finish(const absl::Status& status) {
    const auto it = observer_.tasks_.find(this);
    // Keeps this object alive until the end of the function.
    const std::unique_ptr<Task> self = std::move(observer_.tasks_.extract(it).value());
    if (!status.ok()) return done_(status);
    observation_.request.set_now(TimeText(observer_.options_.wall_time()));
    done_(std::move(observation_));
  }

  Observer& observer_;
  const bool whole_;
  bool deleted_ = false;
  const Done done_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Observation observation_;
  std::vector<ApiResource> resources_;
  std::string first_error_;
  std::vector<std::string> others_;  // names of other autoscalers in the namespace
  std::vector<objects::LabelSelector> other_selectors_;
  MetricReader metrics_;
};

Observer::Observer(kube::EventLoop& loop, kube::ApiClient& client, Options options)
    : loop_(loop),
      client_(client),
      options_(std::move(options)),
      discovery_(loop, client),
      namespace_reads_(loop, client, options_.metrics_timeout) {}

Observer::~Observer() = default;

void Observer::Delete(const std::string& name_space, const std::string& name) {
  selectors_.Remove(name_space, name);
  namespace_reads_.Remove(name_space, name);
  for (const std::unique_ptr<Task>& task : tasks_) task->Delete(name_space, name);
}

void Observer::Observe(v1::HorizontalPodAutoscaler autoscaler, Done done) {
  namespace_reads_.Add(autoscaler.metadata().namespace_(), autoscaler.metadata().name());
  Begin(std::move(autoscaler), /*whole=*/true, std::move(done));
}

void Observer::LearnSelector(v1::HorizontalPodAutoscaler autoscaler, OnSelector done) {
  Begin(std::move(autoscaler), /*whole=*/false,
        [done = std::move(done)](const absl::StatusOr<Observation>& observation) { done(observation.status()); });
}

void Observer::Begin(v1::HorizontalPodAutoscaler autoscaler, bool whole, Done done) {
  auto task = std::make_unique<Task>(*this, std::move(autoscaler), whole, std::move(done));
  Task& begun = *task;
  tasks_.insert(std::move(task));
  begun.Begin();
}

}  // namespace cpsizer::replicas
