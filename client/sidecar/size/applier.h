#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_APPLIER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_APPLIER_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/sidecar/control/write/write_result.h"
#include "client/sidecar/size/dependencies.h"
#include "client/sidecar/size/plan.h"
#include "client/sidecar/size/reporter.h"
#include "client/sidecar/size/reverted_writes.h"

namespace cpsizer::sidecar {

// The versions of the objects from which a decision is made.
struct InputVersions {
  // The version of the configuration and of the MachineSets.
  int64_t epoch = 0;
  std::string cluster_version;
  std::string vpa_version;  // empty if there is no VPA

  friend bool operator==(const InputVersions& a, const InputVersions& b) {
    return a.epoch == b.epoch && a.cluster_version == b.cluster_version && a.vpa_version == b.vpa_version;
  }
};

// The writes of one decision about a cluster.
struct Job {
  std::string key;
  InputVersions versions;
  VpaAction vpa = VpaAction::kNone;
  SizePlan size;
};

// Executes plans, several jobs at the same time. A job writes first the VPA of a cluster and then its size. Before each
// write, it checks that the cache still has the objects of the plan and that this process may write.
class Applier {
 public:
  enum class Outcome : uint8_t {
    kDone,   // the plan was written, or is no longer needed
    kAgain,  // an object has changed: the cluster must be planned again
    kRetry,  // a write failed: the cluster must be planned again later
    // The API server refused a write, and will probably refuse it again.
    kRefused,
  };
  struct Callbacks {
    // Returns the current versions; absent if the cluster was deleted.
    std::function<absl::optional<InputVersions>(const std::string& key)> versions;
    // Called when the job has ended. For kRetry, `wait` is the delay that the API server requested, or zero if the API
    // server did not request a delay.
    std::function<void(const Job& job, Outcome outcome, absl::Duration wait)> finished;
  };

  Applier(const Dependencies& dependencies, Reporter& reporter, RevertedWrites& reverted_writes, size_t max_writes,
          Callbacks callbacks);
  ~Applier() { *alive_ = false; }
  Applier(const Applier&) = delete;
  Applier& operator=(const Applier&) = delete;

  void Add(Job job);
  bool idle() const { return jobs_.empty() && writing_ == 0; }
  size_t waiting() const { return jobs_.size(); }
  size_t in_flight() const { return writing_; }

 private:
  using JobPointer = std::shared_ptr<const Job>;

  void Start();
  // Returns true if this process may write and no object has changed since the plan was made.
  bool IsWanted(const Job& job) const;
  // Returns a function that calls IsWanted(). The writer calls the returned function immediately before it sends the
  // write.
  Writer::StillWanted StillWanted(const JobPointer& job);
  void Apply(const JobPointer& job);
  void WriteVpa(const JobPointer& job, const HostedCluster& cluster, const Vpa* vpa);
  // `before` is the cluster at the time when the write was requested. The cluster may have been deleted later.
  void VpaWritten(const JobPointer& job, const HostedCluster& before, absl::StatusOr<Vpa> vpa);
  void VpaDeleted(const JobPointer& job, const HostedCluster& before, const absl::Status& status);
  void WriteSize(const JobPointer& job);
  void SizeWritten(const JobPointer& job, const HostedCluster& before, absl::StatusOr<HostedCluster> after);
  // Must be called when the result of a write is unknown or is not as planned. Reads the cluster before the next
  // decision.
  void Reread(const JobPointer& job, const HostedCluster& before, const absl::Status& status);
  void Fail(const JobPointer& job, const HostedCluster& before, absl::string_view what, const absl::Status& status);
  void FailWith(WriteResult result, const JobPointer& job, const HostedCluster& before, absl::string_view what,
                const absl::Status& status);
  // Ends a job without a write, because its plan is stale.
  void Drop(const JobPointer& job);
  void Finish(const JobPointer& job, Outcome outcome, absl::Duration wait = absl::ZeroDuration());

  const Dependencies dependencies_;
  Reporter& reporter_;
  RevertedWrites& reverted_writes_;
  const size_t max_writes_;
  const Callbacks callbacks_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::deque<Job> jobs_;
  size_t writing_ = 0;
  bool starting_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_APPLIER_H_
