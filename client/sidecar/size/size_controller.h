#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_CONTROLLER_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/work_queue.h"
#include "client/sidecar/control/controller.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/size/applier.h"
#include "client/sidecar/size/configuration_keeper.h"
#include "client/sidecar/size/plan.h"
#include "client/sidecar/size/questions.h"
#include "client/sidecar/size/reporter.h"
#include "client/sidecar/size/undone_writes.h"
#include "client/sidecar/size/dependencies.h"
#include "client/sidecar/size/shadow.h"
#include "client/sidecar/size/cluster_statuses.h"
#include "client/sidecar/size/unexplained.h"

namespace cpsizer::sidecar {

// What the rounds of the controller of sizes are about.
struct SizesKind {
  static constexpr const char* kName = InfoOf(ControllerKind::kSizes).label;
  static constexpr bool kOneObject = false;

  // The clusters of one call.
  struct Round : ControlRound {
    std::vector<Question> questions;
    v1::Detail detail = v1::DETAIL_UNSPECIFIED;
  };
  // One for each of them.
  using Answer = Questions::Answers;
};

// Takes the clusters that something has changed about, asks the service about them, plans, and writes. At most one call
// to the service is under way; what changes meanwhile goes into the next one together. Several clusters are asked about
// in brief. Those whose reason is for people are asked about once more, in full, when their turn to be written comes
// near: until then a change to them is decided again, immediately.
//
// What a decision was made from is remembered with it: if any of that has changed by the time of the write, nothing is
// written and the cluster is decided again.
class SizeController : public Controller<SizesKind> {
 public:
  struct Options {
    Policy policy;
    v1::RecommendSizeOptions question;  // cpu policy and hygiene
    bool enforce = true;                // else nothing is written, and `dry_run` gets what would be
    size_t max_writes = 10;             // under way at once
    // Keeps how each cluster stands, with its headroom, and asks in full for that.
    bool keep_cluster_statuses = false;
    // Gives free memory back to the system: called when many clusters have been decided and all is written.
    std::function<void()> release_memory = [] {};
  };
  using Priority = kube::WorkQueue::Priority;

  SizeController(const Dependencies& dependencies, Options options, Shadow::WouldDo dry_run);
  ~SizeController() override { dependencies_.loop.timers().Cancel(release_); }

  // Something has changed about these clusters, or they were seen for the first time.
  void Enqueue(const std::vector<std::string>& keys, Priority priority);
  void ClusterGone(const std::string& key);
  // Configuration or MachineSets may have changed; are the MachineSets that it needs all known?
  void ConfigurationChanged(bool machine_sets_known) { keeper_.Look(machine_sets_known); }

  // Whether nothing is left to do until something changes or a time comes.
  bool idle() const;
  // Whether there is something to do, and it may be done.
  bool busy() const { return started() && !idle(); }
  bool writes_ended() const override { return applier_.idle(); }
  const ConfigurationKeeper& configuration() const { return keeper_; }

 private:
  // Enough waiting writes to keep the writes going while reasons are asked for.
  static constexpr size_t kFewJobs = 100;

  // A cluster as it is known now.
  struct Known {
    const HostedCluster* cluster = nullptr;
    VpaOfCluster vpa;
    Basis basis;
  };

  // The steps of a round.
  void QueueAll() override;
  absl::Time NextDue() const override;
  RoundPtr Take() override;
  void Call(const RoundPtr& round, std::function<void(Answer)> answered) override;
  void TakeAnswer(const RoundPtr& round, Answer answers) override;
  void TakeFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) override;
  void Return(const RoundPtr& round) override;
  void DescribeKind(SidecarStatus& status) const override;

  // Whether to ask for the reasons of some now.
  bool WantsReasons() const { return !unexplained_.empty() && applier_.waiting() < kFewJobs; }
  size_t MostItems() const;
  size_t ObservationBytes(const std::string& key) const;
  std::vector<std::string> TakeKeys();
  std::vector<Question> Consider(const std::vector<std::string>& keys);
  std::vector<Question> TakeUnexplained();
  VpaAction PlanVpaOf(const HostedCluster& cluster, const VpaOfCluster& vpa);
  absl::optional<SizePlan> WithoutAsking(const HostedCluster& cluster, const VpaOfCluster& vpa) const;
  SizePlan PlanAnswer(const Known& known, const absl::StatusOr<v1::RecommendSizeResponse>& answer) const;
  void Decided(size_t clusters);
  void ReleaseMemorySoon();

  // Tells everybody how a cluster stands.
  void Report(const HostedCluster& cluster, const SizePlan& plan);
  void Proceed(const Question& question, SizePlan plan);
  // `wait`: a retry comes not earlier.
  void Finish(const Job& job, Applier::Outcome outcome, absl::Duration wait = absl::ZeroDuration());
  // The answer is about what was before.
  void LookAgain(const Question& question);
  // Asks about it in a later round.
  void QueueAgain(const Question& question);

  // Absent where it is gone, or nothing is to be decided.
  absl::optional<Known> Know(const std::string& key) const;
  absl::optional<Basis> BasisOf(const std::string& key) const;
  bool StillStands(const Question& question) const;

  const Dependencies dependencies_;
  const Options options_;
  ConfigurationKeeper keeper_;
  Questions questions_;
  UndoneWrites undone_writes_;
  Reporter reporter_;
  Applier applier_;
  Shadow shadow_;
  ClusterStatuses cluster_statuses_;
  kube::WorkQueue queue_;
  Unexplained unexplained_;
  bool reasons_come_next_ = false;
  kube::Timers::Id release_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_CONTROLLER_H_
