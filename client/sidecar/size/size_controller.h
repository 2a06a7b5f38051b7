#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_CONTROLLER_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/work_queue.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/frame/controller.h"
#include "client/sidecar/control/kind_options.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/size/applier.h"
#include "client/sidecar/size/batch_client.h"
#include "client/sidecar/size/configuration_validator.h"
#include "client/sidecar/size/dependencies.h"
#include "client/sidecar/size/dry_run.h"
#include "client/sidecar/size/full_detail_queue.h"
#include "client/sidecar/size/plan.h"
#include "client/sidecar/size/reporter.h"
#include "client/sidecar/size/reverted_writes.h"
#include "client/sidecar/size/size_status.h"

namespace cpsizer::sidecar {

// The template argument of Controller for the size controller.
struct SizesKind {
  static constexpr const char* kName = "size";
  static constexpr bool kOneObject = false;
  static constexpr const char* kHeldValues = "sizes";
  static constexpr const char* kHeldObjects = "clusters";
  static constexpr ContentionRule kContention = kSizeContention;

  using Dependencies = sidecar::Dependencies;
  struct Options {
    Policy policy;
    v1::RecommendSizeOptions request_options;  // the CPU policy and the hygiene settings
    // If false, nothing is written, and `dry_run` gets the plan.
    bool enforce = true;
    size_t max_writes = 10;  // number of writes in flight
    // Keeps the status of each cluster with its headroom. For the headroom, all responses are requested in full.
    bool keep_cluster_statuses = false;
    // Returns free memory to the system. Called after many clusters were decided and all writes have ended.
    std::function<void()> release_memory = [] {};
  };
  // The clusters of one call.
  struct Round : ControlRound {
    std::vector<RequestedCluster> clusters;
    v1::Detail detail = v1::DETAIL_UNSPECIFIED;
  };
  // One response for each cluster.
  using Answer = BatchClient::Responses;
};

// Takes the clusters that have changed, sends them to the service, plans, and writes. At most one call is in flight;
// all changes during a call are in the next call. A call for several clusters requests brief responses, unless the
// statuses of the clusters are kept. If the reason of a decision must be reported, a full response is requested shortly
// before the writes of the cluster are sent. If the cluster changes before the full response is requested, the cluster
// is decided again instead.
//
// The versions of the inputs are stored with each decision. If any of these versions has changed at the time of the
// write, nothing is written and the cluster is decided again.
class SizeController : public Controller<SizesKind> {
 public:
  using Priority = kube::WorkQueue::Priority;

  SizeController(const Dependencies& dependencies, const Options& options, DryRunReporter::OnDryRun dry_run);
  ~SizeController() override { loop().timers().Cancel(release_); }

  // Must be called when these clusters are new or have changed.
  void Enqueue(const std::vector<std::string>& keys, Priority priority);
  void ClusterGone(const std::string& key);
  // Must be called when the configuration or MachineSets may have changed. `machine_sets_known` must be true if all
  // required MachineSets are known.
  void ConfigurationChanged(bool machine_sets_known) { validator_.Update(machine_sets_known); }

  // Returns true if there is nothing to do until an object changes or a timer fires.
  bool idle() const;
  // Returns true if there is something to do and decisions are not paused.
  bool busy() const { return started() && !idle(); }
  bool writes_ended() const override { return applier_.idle(); }
  const ConfigurationValidator& configuration() const { return validator_; }

 private:
  // Reasons are requested only while fewer writes than this number wait. The waiting writes are enough to continue
  // writing during the request.
  static constexpr size_t kFewJobs = 100;

  // A cluster and its VPA in the cache.
  struct CachedCluster {
    const HostedCluster* cluster = nullptr;
    VpaOfCluster vpa;
    InputVersions versions;
  };

  // The steps of a round.
  void QueueAll() override;
  absl::Time NextDue() const override;
  RoundPtr NextRound() override;
  void Call(const RoundPtr& round, std::function<void(Answer)> answered) override;
  void OnResponse(const RoundPtr& round, Answer responses) override;
  void OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) override;
  void Requeue(const RoundPtr& round) override;
  void DescribeKind(SidecarStatus& status) const override;

  // Returns whether the reasons of some clusters must be requested now.
  bool WantsReasons() const { return !full_detail_queue_.empty() && applier_.waiting() < kFewJobs; }
  size_t MostItems() const;
  size_t ObservationBytes(const std::string& key) const;
  std::vector<std::string> TakeKeys();
  std::vector<RequestedCluster> Consider(const std::vector<std::string>& keys);
  std::vector<RequestedCluster> TakeForFullDetail();
  VpaAction PlanVpaOf(const HostedCluster& cluster, const VpaOfCluster& vpa);
  absl::optional<SizePlan> PlanWithoutRequest(const HostedCluster& cluster, const VpaOfCluster& vpa) const;
  SizePlan PlanAnswer(const CachedCluster& cached, const absl::StatusOr<v1::RecommendSizeResponse>& answer) const;
  void Decided(size_t clusters);
  void ReleaseMemorySoon();

  // Reports the result of a decision in log lines, events, counters and cluster statuses.
  void Report(const HostedCluster& cluster, const SizePlan& plan);
  void Proceed(const RequestedCluster& requested, SizePlan plan);
  // `wait` is the minimum delay of a retry.
  void Finish(const Job& job, Applier::Outcome outcome, absl::Duration wait = absl::ZeroDuration());
  // Must be called when the response is about an older version of the cluster.
  void DecideAgain(const RequestedCluster& requested);
  // Adds the cluster to a later round.
  void QueueAgain(const RequestedCluster& requested);

  // Returns nothing if the cluster is deleted or decisions are paused.
  absl::optional<CachedCluster> FindCached(const std::string& key) const;
  // Returns true if the cluster would be decided from the same versions now.
  bool HasSameVersions(const RequestedCluster& requested) const;

  ConfigurationValidator validator_;
  BatchClient batch_client_;
  RevertedWrites reverted_writes_;
  Reporter reporter_;
  Applier applier_;
  DryRunReporter dry_run_reporter_;
  ClusterStatuses cluster_statuses_;
  kube::WorkQueue queue_;
  FullDetailQueue full_detail_queue_;
  bool reasons_come_next_ = false;
  kube::Timers::Id release_ = 0;
};

// The options of --controller=sizes.
class SizeOptions : public KindOptions {
 public:
  SizeOptions();

  std::vector<server::Flag> Flags() override;
  void AddSettings(std::vector<LogField>& settings) const override;
  // The lease has the settings that decide the sizes: the CPU policy, and the settings of VPAs.
  std::vector<std::pair<std::string, std::string>> LeaseAnnotations() const override;
  absl::Status CheckLease(absl::string_view lease_name, const tree::Node& lease) const override;
  bool ReadsLease() const override { return !names_cpu_policy; }

  v1::RecommendSizeOptions request_options;
  bool names_cpu_policy = false;  // true if --cpu-policy or its environment variable is set
  bool require_topology = true;
  bool manage_vpa = true;
  bool per_cluster_metrics = false;

 private:
  absl::Status CheckVpaSettings(absl::string_view lease_name, const tree::Node& lease) const;
};

// The description of --controller=sizes, which sizes hosted clusters.
extern const ControllerInfo kSizeController;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_CONTROLLER_H_
