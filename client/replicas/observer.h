#ifndef CPSIZER_CLIENT_REPLICAS_OBSERVER_H_
#define CPSIZER_CLIENT_REPLICAS_OBSERVER_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/requests.h"
#include "client/replicas/discovery.h"
#include "client/replicas/limits.h"
#include "client/replicas/namespace_reads.h"
#include "client/replicas/selector_cache.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::replicas {

// The scale of the target of an autoscaler, as it was read.
struct TargetScale {
  std::string target_path;  // the path of the target; the path of the scale ends with `/scale`
  std::string uid;
  std::string resource_version;
  int32_t replicas = 0;  // the desired number in the spec

  kube::ObjectVersion version() const { return {target_path + "/scale", uid, resource_version}; }
};

// The request to the service about one autoscaler, without `history` and `options`.
struct Observation {
  v1::RecommendReplicasRequest request;
  TargetScale scale;  // empty if the scale could not be read
  // A metrics API that was down, slow or not installed, such as `metrics.k8s.io`. Empty if all metrics APIs responded.
  std::string unavailable_api;
};

// Reads the targets of autoscalers, their pods and metrics. Writes nothing. Any number of observations can run at the
// same time.
//
// If at least two autoscalers of a namespace are observed, they share the lists of its pods and pod metrics
// (NamespaceReads). A shared list is at most kSharedAge old. Sharing does not change the observations.
//
// If an error also prevents kube-controller-manager from reading the scale or the metrics, the observation contains the
// error, with the text of kube-controller-manager. The observation fails only for other errors: the API server does not
// respond, or does not permit this client to read the scale or the pods.
//
// Must be used only on the thread of the event loop. A callback may run before the call returns. No callback runs after
// this object is destroyed.
class Observer {
 public:
  struct Options {
    absl::Duration metrics_timeout = kMetricsTimeout;
    // If true, the target is also read, to get the replicas of its manifest. An error of this read is ignored.
    bool read_manifest = false;
    std::function<absl::Time()> wall_time = absl::Now;
  };
  using Done = std::function<void(absl::StatusOr<Observation>)>;
  using OnSelector = std::function<void(const absl::Status&)>;

  // `loop` and `client` must outlive this object.
  Observer(kube::EventLoop& loop, kube::ApiClient& client, Options options);
  ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  // Observes `autoscaler`, which must be of autoscaling/v2 and must have a name and a namespace.
  void Observe(v1::HorizontalPodAutoscaler autoscaler, Done done);
  // Records the selector of the target of `autoscaler`, without an observation. After this call, observations of other
  // autoscalers report `autoscaler` if it selects the same pods.
  void LearnSelector(v1::HorizontalPodAutoscaler autoscaler, OnSelector done);
  // Must be called when the autoscaler no longer exists. After this call, observations of other autoscalers do not
  // report the autoscaler, even if it is being observed now.
  void Delete(const std::string& name_space, const std::string& name);

 private:
  class Task;

  void Begin(v1::HorizontalPodAutoscaler autoscaler, bool whole, Done done);

  kube::EventLoop& loop_;
  kube::ApiClient& client_;
  const Options options_;
  Discovery discovery_;
  SelectorCache selectors_;
  NamespaceReads namespace_reads_;
  absl::flat_hash_set<std::unique_ptr<Task>> tasks_;
};

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_OBSERVER_H_
