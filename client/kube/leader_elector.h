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

// Elects one of several processes as the leader by a Lease, which the leader renews.
//
// A lease does not fence writes: a leader that was paused can still send a write when another process leads. MayWrite()
// makes that unlikely; only writes with preconditions are safe.
//
// Uses the clock of the loop, which must advance while the machine is suspended. The times in the Lease are only
// compared for equality, so the clocks of machines may differ. Source: client-go's leaderelection.
class LeaderElector {
 public:
  struct Options {
    std::string path;      // `/apis/coordination.k8s.io/v1/namespaces/NAMESPACE/leases`
    std::string name;      // of the Lease
    std::string identity;  // of this process, new at every start
    absl::Duration lease_duration = absl::Seconds(137);
    absl::Duration renew_deadline = absl::Seconds(107);
    absl::Duration retry_period = absl::Seconds(26);
    std::function<absl::Time()> wall_time = absl::Now;  // for the times in the Lease
    // Annotations that the leader sets on the Lease, with their values. They stay when it is released.
    std::vector<std::pair<std::string, std::string>> annotations = {};
  };
  struct Callbacks {
    std::function<void()> elected;
    // The lease is lost, and this process must not write: it should exit so that it restarts.
    std::function<void()> lost;
    std::function<void(const absl::Status& status)> failed;  // an attempt failed; for logs
    // Another process leads, at the first observation and after each change; for logs.
    std::function<void(absl::string_view identity)> led_by = [](absl::string_view) {};
    // Returns whether this process may take part in the election for the Lease, which is null if there is none. Called
    // at each read of it until this process leads.
    std::function<absl::Status(const tree::Node& lease)> accept = [](const tree::Node&) { return absl::OkStatus(); };
    // `accept` returned this error: the election has ended.
    std::function<void(const absl::Status& status)> refused = [](const absl::Status&) {};
  };

  // Must not outlive `loop` and `client`. Starts immediately. Requires lease_duration > renew_deadline > 1.2
  // retry_period.
  LeaderElector(EventLoop& loop, ApiClient& client, Options options, Callbacks callbacks);
  ~LeaderElector();
  LeaderElector(const LeaderElector&) = delete;
  LeaderElector& operator=(const LeaderElector&) = delete;

  // Returns whether this process leads and has renewed recently enough. Call it right before each write.
  bool MayWrite() const { return leads_ && loop_.now() < renewed_ + options_.renew_deadline; }

  // Releases the lease, so that another process need not wait until it expires, and stops. Calls `done` once, also
  // after a failure. Requires that no write of the leader is pending; waits for a pending write of the lease itself,
  // which may still acquire it.
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
  // The Lease to write in place of `lease`, which is null if there is none: held by this process, and released.
  Json Claimed(const tree::Node& lease) const;
  Json Freed(const tree::Node& lease) const;
  std::string Path() const;

  EventLoop& loop_;
  ApiClient& client_;
  const Options options_;
  const Callbacks callbacks_;
  // False if the response is no longer needed.
  std::shared_ptr<bool> wanted_ = std::make_shared<bool>(true);
  bool writing_ = false;  // the lease
  std::function<void()> released_;
  tree::Node lease_;     // as last read
  std::string leader_;   // the last leader that was reported to led_by
  absl::Time observed_;  // the time of its last observed change
  bool leads_ = false;
  absl::Time renewed_ = absl::InfinitePast();  // the time when the last successful renewal was sent
  Timers::Id next_ = 0;
  Timers::Id deadline_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LEADER_ELECTOR_H_
