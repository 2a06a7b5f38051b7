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

// Elects one of several processes as the leader. The leader holds a Lease and renews it.
//
// A lease does not fence writes: a leader that was paused can still send a write after another process has become the
// leader. MayWrite() makes such writes unlikely. Only writes with preconditions are safe.
//
// Uses the clock of the loop. This clock must advance while the machine is suspended. The times in the Lease are only
// compared for equality. For this reason the clocks of the machines may differ. Source: client-go's leaderelection.
class LeaderElector {
 public:
  struct Options {
    std::string path;      // `/apis/coordination.k8s.io/v1/namespaces/NAMESPACE/leases`
    std::string name;      // the name of the Lease
    std::string identity;  // the identity of this process; must be new at each start
    absl::Duration lease_duration = absl::Seconds(137);
    absl::Duration renew_deadline = absl::Seconds(107);
    absl::Duration retry_period = absl::Seconds(26);
    std::function<absl::Time()> wall_time = absl::Now;  // for the times in the Lease
    // Annotations that the leader sets on the Lease, with their values. They remain when the Lease is released.
    std::vector<std::pair<std::string, std::string>> annotations = {};
  };
  struct Callbacks {
    std::function<void()> elected;
    // Called when the lease is lost. This process must no longer write. It should exit so that it is restarted.
    std::function<void()> lost;
    std::function<void(const absl::Status& status)> failed;  // called for each failed attempt; for logs
    // Called when another process is observed as the leader for the first time, and after each change of the leader.
    // For logs.
    std::function<void(absl::string_view identity)> led_by = [](absl::string_view) {};
    // Returns an error if this process must not become the leader. `lease` is null if there is no Lease. Called at each
    // read of the Lease until this process leads.
    std::function<absl::Status(const tree::Node& lease)> accept = [](const tree::Node&) { return absl::OkStatus(); };
    // Called when `accept` has returned an error and the election has ended.
    std::function<void(const absl::Status& status)> refused = [](const absl::Status&) {};
  };

  // Must not outlive `loop` and `client`. Starts immediately. Requires lease_duration > renew_deadline, and
  // renew_deadline > 1.2 * retry_period.
  LeaderElector(EventLoop& loop, ApiClient& client, Options options, Callbacks callbacks);
  ~LeaderElector();
  LeaderElector(const LeaderElector&) = delete;
  LeaderElector& operator=(const LeaderElector&) = delete;

  // Returns whether this process leads and has renewed the lease within renew_deadline. Must be called immediately
  // before each write.
  bool MayWrite() const { return leads_ && loop_.now() < renewed_ + options_.renew_deadline; }

  // Stops the election and releases the lease, so that another process does not wait until the lease expires. Calls
  // `done` once, also after a failure. Requires that no writes of this process to other objects are pending. Waits for
  // a pending write of the Lease, because this write may acquire the lease.
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
  // Claimed() returns `lease` as a Lease that this process holds; `lease` is null if there is no Lease. Freed() returns
  // `lease` as a released Lease.
  Json Claimed(const tree::Node& lease) const;
  Json Freed(const tree::Node& lease) const;
  std::string Path() const;

  EventLoop& loop_;
  ApiClient& client_;
  const Options options_;
  const Callbacks callbacks_;
  // Shared with the pending requests. False if the responses to these requests are no longer needed.
  std::shared_ptr<bool> wanted_ = std::make_shared<bool>(true);
  bool writing_ = false;  // true while a write of the Lease is pending
  std::function<void()> released_;
  tree::Node lease_;     // the Lease as it was last read or written
  std::string leader_;   // the leader that was last reported to led_by
  absl::Time observed_;  // the time when the last change of the Lease was observed
  bool leads_ = false;
  absl::Time renewed_ = absl::InfinitePast();  // the time when the last successful renewal was sent
  Timers::Id next_ = 0;
  Timers::Id deadline_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LEADER_ELECTOR_H_
