#ifndef CPSIZER_CLIENT_KUBE_LEADER_ELECTOR_H_
#define CPSIZER_CLIENT_KUBE_LEADER_ELECTOR_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/json.h"

namespace cpsizer::kube {

// Elects one of several processes as the leader. The leader holds a Lease and renews the Lease periodically.
//
// A lease does not fence writes: a leader that was paused can send a write after another process has become the leader.
// MayWrite() makes such a write unlikely. Only writes with preconditions are safe.
//
// Uses the clock of the loop, which must advance while the machine is suspended. The times in the Lease are only
// compared for equality, so the clocks of the machines may differ. Source: leaderelection of client-go.
class LeaderElector {
 public:
  struct Options {
    std::string path;      // such as `/apis/coordination.k8s.io/v1/namespaces/NAMESPACE/leases`
    std::string name;      // the name of the Lease
    std::string identity;  // identity of this process; must be different after each start
    absl::Duration lease_duration = absl::Seconds(137);
    absl::Duration renew_deadline = absl::Seconds(107);
    absl::Duration retry_period = absl::Seconds(26);
    std::function<absl::Time()> wall_time = absl::Now;  // returns the current time, for the times in the Lease
    // Annotations that the leader sets on the Lease: pairs of name and value. Release() does not remove them.
    std::vector<std::pair<std::string, std::string>> annotations = {};
  };
  struct Callbacks {
    std::function<void()> elected;
    // Called when the lease is lost. The process must not write any more. It should exit, so that it is restarted.
    std::function<void()> lost;
    std::function<void(const absl::Status& status)> failed;  // called after each failed attempt, for logs
    // Called with the identity of another process when that process is first observed as the leader. For logs.
    std::function<void(absl::string_view identity)> led_by = [](absl::string_view) {};
    // Returns an error if this process must not become the leader. `lease` is null if there is no Lease. Called after
    // each read of the Lease, until this process is the leader.
    std::function<absl::Status(const tree::Node& lease)> accept = [](const tree::Node&) { return absl::OkStatus(); };
    // Called after `accept` has returned an error. The election has ended.
    std::function<void(const absl::Status& status)> refused = [](const absl::Status&) {};
  };

  // Starts immediately. Must be destroyed before `loop` and `client`. Requires lease_duration > renew_deadline, and
  // renew_deadline > 1.2 * retry_period.
  LeaderElector(EventLoop& loop, ApiClient& client, Options options, Callbacks callbacks);
  ~LeaderElector();
  LeaderElector(const LeaderElector&) = delete;
  LeaderElector& operator=(const LeaderElector&) = delete;

  // Returns whether this process is the leader and has renewed the lease within renew_deadline. Must be called
  // immediately before each write.
  bool MayWrite() const { return leads_ && loop_.now() < renewed_ + options_.renew_deadline; }

  // Returns the Lease as this process last read or wrote it; null before the first read.
  const tree::Node& lease() const { return lease_; }

  // Sets an annotation on the Lease, with a write as soon as possible, and with each later write. Must be called only
  // while this process is the leader, because the Lease of another leader keeps its annotations until then.
  void SetAnnotation(absl::string_view name, std::string value);

  // Stops the election and releases the lease, so that the next leader does not wait until the lease expires. Calls
  // `done` once, also after a failure. Must be called when no writes to other objects are in flight. Waits for a write
  // of the Lease that is in flight, because this write may acquire the lease.
  void Release(std::function<void()> done);

 private:
  using OnLease = std::function<void(absl::StatusOr<tree::Node>)>;

  void Attempt();
  void Get();
  bool IsAccepted(const tree::Node& lease);
  void Consider(tree::Node lease);
  void Write(const char* method, const Json& lease);
  void Succeed(absl::Time sent, tree::Node lease);
  void Fail(const absl::Status& status);
  void Lose();
  void GetAndFree();
  void After(absl::Duration wait);
  void Send(const char* method, const std::string& path, const Json& lease, OnLease answer);
  // Claimed() returns `lease` with this process as the holder. `lease` is null if there is no Lease. Freed() returns
  // `lease` without a holder.
  Json Claimed(const tree::Node& lease) const;
  Json Freed(const tree::Node& lease) const;
  std::string Path() const;

  EventLoop& loop_;
  ApiClient& client_;
  Options options_;  // only SetAnnotation() changes it
  const Callbacks callbacks_;
  // The requests in flight share this value. False if their responses must be ignored.
  std::shared_ptr<bool> wanted_ = std::make_shared<bool>(true);
  bool writing_ = false;      // true while a write of the Lease is in flight
  bool write_again_ = false;  // true if the write in flight does not have the latest annotations
  std::function<void()> released_;
  tree::Node lease_;     // the Lease from the last read or write
  std::string leader_;   // last argument of led_by
  absl::Time observed_;  // time when a change of the Lease was last observed
  bool leads_ = false;
  absl::Time renewed_ = absl::InfinitePast();  // time when the last successful write of the Lease was sent
  Timers::Id next_ = 0;
  Timers::Id deadline_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LEADER_ELECTOR_H_
