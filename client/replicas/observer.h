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
#include "client/replicas/selector_book.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::replicas {

// The scale that an autoscaler is about, as it was looked at.
struct TargetScale {
  std::string target_path;  // of the object itself; its scale is at `/scale` below
  std::string uid;
  std::string resource_version;
  int32_t replicas = 0;  // that it asks for

  kube::ObjectVersion version() const { return {target_path + "/scale", uid, resource_version}; }
};

// What the service is asked about one autoscaler: all but `history` and `options`.
struct Observation {
  v1::RecommendReplicasRequest request;
  TargetScale scale;  // empty where the scale could not be read
  // A metrics API that was down, slow or not installed, such as `metrics.k8s.io`; empty where all of them answered.
  std::string unavailable_api;
};

// Looks at the targets of autoscalers, their pods and metrics, and writes nothing. Any number at the same time.
//
// Autoscalers of one namespace share the lists of its pods and pod metrics, at most kSharedAge old, where at least two
// of them are observed (NamespaceReads). It makes no difference to what is observed.
//
// What keeps an autoscaler from its scale or metrics is part of the observation, in the controller's words. An
// observation fails only where we ourselves cannot see: the API server does not answer, or does not let us read the
// scale or the pods.
//
// Belongs to the loop; answers may come at once. None comes after it is destroyed.
class Observer {
 public:
  struct Options {
    absl::Duration metrics_timeout = kMetricsTimeout;
    // Whether to ask for the target as well, for the replicas that its manifest pins. Not seen where it cannot be had.
    bool look_at_manifest = false;
    std::function<absl::Time()> wall_time = absl::Now;
  };
  using Done = std::function<void(absl::StatusOr<Observation>)>;
  using OnSelector = std::function<void(const absl::Status&)>;

  // Must not outlive `loop` and `client`.
  Observer(kube::EventLoop& loop, kube::ApiClient& client, Options options);
  ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  // `autoscaler` is of autoscaling/v2, with its name and namespace.
  void Observe(v1::HorizontalPodAutoscaler autoscaler, Done done);
  // Only takes down which pods its target has, so that others know it as a rival.
  void LearnSelector(v1::HorizontalPodAutoscaler autoscaler, OnSelector done);
  // The autoscaler does not exist any more: it is no rival of others, also if it is being observed now.
  void Forget(const std::string& name_space, const std::string& name);

 private:
  class Look;

  void Begin(v1::HorizontalPodAutoscaler autoscaler, bool whole, Done done);

  kube::EventLoop& loop_;
  kube::ApiClient& client_;
  const Options options_;
  Discovery discovery_;
  SelectorBook selectors_;
  NamespaceReads namespace_reads_;
  absl::flat_hash_set<std::unique_ptr<Look>> looks_;
};

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_OBSERVER_H_
