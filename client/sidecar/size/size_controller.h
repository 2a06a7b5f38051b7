#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_CONTROLLER_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/work_queue.h"
#include "client/sidecar/control/service_health.h"
#include "client/sidecar/control/status_board.h"
#include "client/sidecar/size/applier.h"
#include "client/sidecar/size/configuration_keeper.h"
#include "client/sidecar/size/plan.h"
#include "client/sidecar/size/questions.h"
#include "client/sidecar/size/reporter.h"
#include "client/sidecar/size/rivals.h"
#include "client/sidecar/size/seams.h"
#include "client/sidecar/size/shadow.h"
#include "client/sidecar/size/standings.h"
#include "client/sidecar/size/unexplained.h"

namespace cpsizer::sidecar {

// The loop: takes the keys of clusters that something has changed about, asks the service about them, plans, and
// applies. At most one call to the service is under way; what comes meanwhile goes into the next one together. Several
// are asked about in brief, and those of them that people are told the reason of once more, in full, when their turn to
// be written comes near: until then what changes about them is decided anew, at once.
//
// What a decision was made from is remembered with it: where any of that is another by the time of the write, nothing
// is written and the cluster is looked at again.
class SizeController {
 public:
  struct Options {
    Policy policy;
    v1::RecommendSizeOptions question;  // cpu policy and hygiene
    bool enforce = true;                // else nothing is written, and `would_do` hears what would be
    size_t max_writes = 10;             // under way at once
    // Keeps how each cluster stands, with its headroom, and asks in full for that.
    bool keep_standings = false;
    // Gives free memory back to the system: called when many clusters have been decided and all is written.
    std::function<void()> release_memory = [] {};
  };
  using Priority = kube::WorkQueue::Priority;

  SizeController(const Seams& seams, Options options, Shadow::WouldDo would_do);
  ~SizeController();
  SizeController(const SizeController&) = delete;
  SizeController& operator=(const SizeController&) = delete;

  // Everything is known, and this process is the one that decides: looks at all.
  void Start();
  // What is known may no longer be so: nothing is decided until Start(), and nothing of what was decided goes out.
  void Hold();

  // Something has changed about these clusters, or they were seen for the first time.
  void Enqueue(const std::vector<std::string>& keys, Priority priority);
  void ClusterGone(const std::string& key);
  // Configuration or MachineSets may have changed; are the MachineSets that it needs all known?
  void ConfigurationChanged(bool machine_sets_known) { keeper_.Look(machine_sets_known); }

  // Whether nothing is left to do until something changes or a time comes.
  bool idle() const;
  // Whether there is something to be done that nobody keeps it from.
  bool busy() const { return started_ && !idle(); }
  // Whether no write is planned or under way.
  bool writes_ended() const { return applier_.idle(); }
  // Adds what there is to tell of it to `status`.
  void Describe(SidecarStatus& status) const;
  const ConfigurationKeeper& configuration() const { return keeper_; }

 private:
  // So many that wait to be written keep the writes going while reasons are asked for.
  static constexpr size_t kFewJobs = 100;

  // A cluster as it is known now.
  struct Known {
    const HostedCluster* cluster = nullptr;
    VpaOfCluster vpa;
    Basis basis;
  };

  bool MayAsk() const;
  // Whether it is time to ask for the reasons of some.
  bool WantsReasons() const { return !unexplained_.empty() && applier_.waiting() < kFewJobs; }
  // Asks about what is queued, and for reasons.
  void Pump();
  size_t MostItems() const;
  size_t ObservationBytes(const std::string& key) const;
  std::vector<std::string> TakeKeys();
  std::vector<Question> Consider(const std::vector<std::string>& keys);
  std::vector<Question> TakeUnexplained();
  VpaAction PlanVpaOf(const HostedCluster& cluster, const VpaOfCluster& vpa);
  absl::optional<SizePlan> WithoutAsking(const HostedCluster& cluster, const VpaOfCluster& vpa) const;
  void Ask(std::vector<Question> questions, v1::Detail detail);
  void TakeAnswers(const std::vector<Question>& questions, v1::Detail detail,
                   absl::StatusOr<Questions::Answers> answers);
  SizePlan PlanAnswer(const Known& known, const absl::StatusOr<v1::RecommendSizeResponse>& answer) const;
  void Decided(size_t clusters);
  void ReleaseMemorySoon();
  void PauseQuestions(const std::vector<Question>& questions, const absl::Status& status);

  // Tells everybody how a cluster stands.
  void Report(const HostedCluster& cluster, const SizePlan& plan);
  void Proceed(const Question& question, SizePlan plan);
  void Finish(const Job& job, Applier::Outcome outcome);
  // The answer is about what was before.
  void LookAgain(const Question& question);

  // Absent where it is gone, or nothing is to be decided.
  absl::optional<Known> Know(const std::string& key) const;
  absl::optional<Basis> BasisOf(const std::string& key) const;
  bool StillStands(const Question& question) const;
  void WakeForQueue();

  const Seams seams_;
  const Options options_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  ServiceHealth health_;
  ConfigurationKeeper keeper_;
  Questions questions_;
  Rivals rivals_;
  Reporter reporter_;
  Applier applier_;
  Shadow shadow_;
  Standings standings_;
  kube::WorkQueue queue_;
  Unexplained unexplained_;
  bool started_ = false;
  bool asking_ = false;
  bool reasons_come_next_ = false;
  absl::Time ask_not_before_ = absl::InfinitePast();
  kube::Timers::Id wake_ = 0;
  kube::Timers::Id release_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_CONTROLLER_H_
