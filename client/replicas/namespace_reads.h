#ifndef CPSIZER_CLIENT_REPLICAS_NAMESPACE_READS_H_
#define CPSIZER_CLIENT_REPLICAS_NAMESPACE_READS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/objects/replica_objects.h"
#include "client/replicas/shared_read.h"

namespace cpsizer::replicas {

// Reads the pods and the pod metrics of a namespace once for all its autoscalers (SharedRead).
//
// The result is null in two cases: the namespace has only one autoscaler, or a list was bad within the last
// kBySelectorTime. In these cases, the caller must read by its own selector. A list is bad if it is too large or too
// slow, cannot be read, or has too many unused pods. An error of the API server or of the connection is the result for
// all callers that waited for the list.
//
// Must be used only on the thread of the event loop. A callback may run before the call returns. No callback runs after
// this object is destroyed.
class NamespaceReads {
 public:
  using Pods = SharedRead<objects::FoundPod>;
  using PodMetrics = SharedRead<objects::FoundPodMetrics>;

  // `loop` and `client` must outlive this object. `metrics_timeout` is the timeout of one read of pod metrics.
  NamespaceReads(kube::EventLoop& loop, kube::ApiClient& client, absl::Duration metrics_timeout);
  ~NamespaceReads();
  NamespaceReads(const NamespaceReads&) = delete;
  NamespaceReads& operator=(const NamespaceReads&) = delete;

  // Add() must be called when an autoscaler is observed. Remove() must be called when the autoscaler no longer exists.
  void Add(const std::string& name_space, const std::string& name) { namespaces_[name_space].autoscalers.insert(name); }
  void Remove(const std::string& name_space, const std::string& name);

  void GetPods(const std::string& name_space, Pods::Done done);
  // Must be called when an autoscaler has used the list of GetPods(). `selected` is the number of pods that the
  // autoscaler used.
  void CountUse(const std::string& name_space, size_t selected);
  void GetPodMetrics(const std::string& name_space, PodMetrics::Done done);

 private:
  struct NamespaceState {
    absl::flat_hash_set<std::string> autoscalers;
    absl::Time by_selector_until = absl::InfinitePast();
    int64_t unused_pods = 0;  // pods that were read but not used, minus kUnusedPodsPerList for each saved list
  };

  bool IsShared(const std::string& name_space) const;
  void ReadBySelector(const std::string& name_space);
  void StartPods(const std::string& name_space, Pods::Done done);
  void StartPodMetrics(const std::string& name_space, const PodMetrics::Done& done);
  // Converts `items`, the result of a read, to the result for the callers.
  template <typename Item>
  typename SharedRead<Item>::Result ResultOf(const std::string& name_space, absl::StatusOr<std::vector<Item>> items);

  kube::EventLoop& loop_;
  kube::ApiClient& client_;
  const absl::Duration metrics_timeout_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  absl::flat_hash_map<std::string, NamespaceState> namespaces_;
  Pods pods_;
  PodMetrics pod_metrics_;
};

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_NAMESPACE_READS_H_
