#ifndef CPSIZER_CLIENT_SIDECAR_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROLLER_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/work_queue.h"
#include "client/sidecar/applier.h"
#include "client/sidecar/configuration_keeper.h"
#include "client/sidecar/plan.h"
#include "client/sidecar/questions.h"
#include "client/sidecar/reporter.h"
#include "client/sidecar/rivals.h"
#include "client/sidecar/seams.h"
#include "client/sidecar/service_health.h"

namespace cpsizer::sidecar {

// The loop: takes the keys of clusters that something has changed about, asks the service about them, plans, and
// applies. At most one call to the service is under way; what comes meanwhile goes into the next one together.
//
// What a decision was made from is remembered with it: where any of that is another by the time of the write, nothing
// is written and the cluster is looked at again.
class Controller {
 public:
  struct Options {
    Policy policy;
    v1::RecommendSizeOptions question;  // cpu policy and hygiene
    bool enforce = true;                // else nothing is written, and `would_do` hears of it
    size_t max_writes = 10;             // under way at once
    // Gives free memory back to the system: called when many clusters have been decided and all is written.
    std::function<void()> release_memory = [] {};
  };
  // What would be written about a cluster, in observe mode.
  using Priority = kube::WorkQueue::Priority;
  using WouldDo = std::function<void(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size)>;

  Controller(const Seams& seams, Options options, WouldDo would_do);
  ~Controller();
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

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
  // Whether no write is planned or under way.
  bool writes_ended() const { return applier_.idle(); }
  const ConfigurationKeeper& configuration() const { return keeper_; }

 private:
  struct Question {
    std::string key;
    Basis basis;
    VpaAction vpa = VpaAction::kNone;
  };

  // A cluster as it is known now.
  struct Known {
    const HostedCluster* cluster = nullptr;
    VpaOfCluster vpa;
    Basis basis;
  };

  bool MayAsk() const;
  // Asks about what is queued.
  void Pump();
  std::vector<std::string> TakeKeys();
  std::vector<Question> Consider(const std::vector<std::string>& keys);
  VpaAction PlanVpaOf(const HostedCluster& cluster, const VpaOfCluster& vpa);
  absl::optional<SizePlan> WithoutAsking(const HostedCluster& cluster, const VpaOfCluster& vpa) const;
  void Ask(std::vector<Question> questions, v1::Detail detail);
  void TakeAnswers(const std::vector<Question>& questions, absl::StatusOr<Questions::Answers> answers);
  void Decided(size_t clusters);
  void ReleaseMemorySoon();
  void PauseQuestions(const std::vector<Question>& questions, const absl::Status& status);

  void Proceed(const Question& question, SizePlan plan);
  void Observe(const Job& job);
  void Finish(const Job& job, Applier::Outcome outcome);

  // Absent where it is gone, or nothing is to be decided.
  absl::optional<Known> Know(const std::string& key) const;
  absl::optional<Basis> BasisOf(const std::string& key) const;
  void WakeForQueue();

  const Seams seams_;
  const Options options_;
  const WouldDo would_do_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  ServiceHealth health_;
  ConfigurationKeeper keeper_;
  Questions questions_;
  Rivals rivals_;
  Reporter reporter_;
  Applier applier_;
  kube::WorkQueue queue_;
  bool started_ = false;
  bool asking_ = false;
  absl::Time ask_not_before_ = absl::InfinitePast();
  kube::Timers::Id wake_ = 0;
  kube::Timers::Id release_ = 0;
  // In observe mode: what was told last, so that it is told once.
  absl::flat_hash_map<std::string, std::string> told_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROLLER_H_
