#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_APPLIER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_APPLIER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/sidecar/control/write/writes.h"
#include "client/sidecar/size/dependencies.h"
#include "client/sidecar/size/plan.h"
#include "client/sidecar/size/reporter.h"
#include "client/sidecar/size/reverted_writes.h"

namespace cpsizer::sidecar {

// The writes of one decision about a cluster: of its VPA, of its size, or both.
struct Job : RequestedCluster {
  SizePlan size;
};

// Executes plans. A job writes first the VPA of a cluster and then its size. Immediately before each write is sent, the
// cache must still have the objects of the plan, and this process must be allowed to write.
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
    // Returns whether the objects of the plan have not changed and the cluster exists.
    std::function<bool(const RequestedCluster& requested)> is_unchanged;
    // Called when the job has ended. For kRetry, `wait` is the delay that the API server requested, or zero if the API
    // server did not request a delay.
    std::function<void(const Job& job, Outcome outcome, absl::Duration wait)> finished;
  };

  // `writes`, `reporter` and `reverted_writes` must outlive this object.
  Applier(const Dependencies& dependencies, Writes& writes, Reporter& reporter, RevertedWrites& reverted_writes,
          Callbacks callbacks);
  ~Applier() { *alive_ = false; }
  Applier(const Applier&) = delete;
  Applier& operator=(const Applier&) = delete;

  // Executes a job that has at least one write.
  void Add(Job job);
  bool idle() const { return waiting() == 0 && in_flight() == 0; }
  size_t waiting() const { return writes_.waiting(); }
  // Returns the number of jobs that wait for a response of the API server.
  size_t in_flight() const { return writes_.in_flight() + rereads_; }

 private:
  // A job, and its cluster when the job was added. The cluster may be deleted while the write is in flight.
  struct Started {
    Job job;
    HostedCluster before;
  };
  using StartedPtr = std::shared_ptr<const Started>;

  void VpaWritten(const StartedPtr& started, const WriteResponse& response);
  void SizeWritten(const StartedPtr& started, const WriteResponse& response);
  // Must be called when the result of a write is unknown or is not as planned. Reads the cluster before the next
  // decision.
  void Reread(const StartedPtr& started, const WriteResponse& response);
  // `what` is the failed write.
  void Fail(const Started& started, absl::string_view what, WriteResult result, const absl::Status& status);
  // Ends a job without a write, because its plan is stale.
  void Drop(const Job& job);
  void Finish(const Job& job, Outcome outcome, absl::Duration wait = absl::ZeroDuration()) const {
    callbacks_.finished(job, outcome, wait);
  }

  const Dependencies dependencies_;
  Writes& writes_;
  Reporter& reporter_;
  RevertedWrites& reverted_writes_;
  const Callbacks callbacks_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  size_t rereads_ = 0;  // the number of reads in flight
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_APPLIER_H_
