#ifndef CPSIZER_CLIENT_REPLICAS_METRIC_READER_H_
#define CPSIZER_CLIENT_REPLICAS_METRIC_READER_H_

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/objects/label_selector.h"
#include "client/replicas/controller_words.h"
#include "client/replicas/discovery.h"
#include "client/replicas/namespace_reads.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::replicas {

// Reads all metrics of one autoscaler concurrently from the three metrics APIs. A read never fails as a whole. If an
// API fails, times out or returns invalid data, the affected readings have an error, with the text of the
// HorizontalPodAutoscaler controller.
//
// Must be used only on the thread of the event loop.
class MetricReader {
 public:
  struct Apis {
    kube::EventLoop& loop;
    kube::ApiClient& client;
    Discovery& discovery;
    NamespaceReads& namespace_reads;
  };

  explicit MetricReader(const Apis& apis) : apis_(apis) {}
  // Cancels the read. `done` is not called.
  ~MetricReader();
  MetricReader(const MetricReader&) = delete;
  MetricReader& operator=(const MetricReader&) = delete;

  // Fills `pod_metrics`, `pod_metrics_error` and `readings` of `request` for the metrics of its autoscaler, then calls
  // `done`. `selector` selects the pods of the autoscaler. `timeout` applies to all requests together. `request` must
  // be valid until `done` is called. Must be called only once.
  void Read(const std::string& selector, absl::Duration timeout, v1::RecommendReplicasRequest& request,
            std::function<void()> done);

  // Returns an API that was down, slow or not installed, such as `metrics.k8s.io`. Returns an empty string if all APIs
  // responded.
  const std::string& unavailable_api() const { return unavailable_api_; }

 private:
  // Special indexes of readings. kPodMetrics is for the read of the resource metrics API, kBeginning for the time until
  // all requests have begun.
  static constexpr int kPodMetrics = -1;
  static constexpr int kBeginning = -2;
  using Take = std::function<absl::Status(absl::string_view answer)>;

  void RequestMetric(const v1::MetricSpec& spec, int index);
  void RequestPodMetrics();
  void RequestPodMetricsBySelector();
  void TakePodMetrics(const objects::LabelSelector& selector, const NamespaceReads::PodMetrics::Result& all);
  void RequestPods(const v1::PodsMetricSource& source, int index);
  void RequestObject(const v1::ObjectMetricSource& source, int index);
  void RequestExternal(const v1::ExternalMetricSource& source, int index);
  // Requests a metric of `object`, or of all pods if `object` is `*`. Finds the version of the API first.
  void RequestCustom(const std::string& resource, const std::string& object, const v1::MetricIdentifier& metric,
                     int index);
  void Get(int index, const std::string& path, const RequestSubject& subject, Take take);
  // Ends the reading `index` with an error of the API `group`, in the words of the HorizontalPodAutoscaler controller.
  // Records `group` if the whole API is unavailable.
  void Fail(int index, const std::string& group, const absl::Status& status, const RequestSubject& subject);
  // Ends the reading `index`, with or without an error, unless the timeout has passed.
  void Finish(int index, const std::string& error = "");
  void EndAtTimeout();

  const Apis apis_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::string name_space_;
  std::string selector_;
  absl::Time deadline_;
  v1::RecommendReplicasRequest* request_ = nullptr;
  std::function<void()> done_;
  std::set<int> open_;                    // indexes of pending readings
  std::map<int, std::string> requested_;  // the API group of each reading
  std::string unavailable_api_;
  kube::Timers::Id end_ = 0;
};

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_METRIC_READER_H_
