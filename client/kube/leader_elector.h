#ifndef CPSIZER_CLIENT_KUBE_LEADER_ELECTOR_H_
#define CPSIZER_CLIENT_KUBE_LEADER_ELECTOR_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/json.h"

namespace cpsizer::kube {

// Elects one of several processes by a Lease, and keeps it elected while it renews.
//
// A lease is no fence: a leader that was paused can still send a write when another one leads. MayWrite() makes that
// unlikely; what is safe is a write with preconditions.
//
// Times are those of the loop's clock, which must go on while the machine sleeps; times of the record are only compared
// with each other for being the same, so clocks may differ between machines. Source: client-go's leaderelection.
class LeaderElector {
 public:
  struct Options {
    std::string path;      // `/apis/coordination.k8s.io/v1/namespaces/NAMESPACE/leases`
    std::string name;      // of the Lease
    std::string identity;  // of this process, new at every start
    absl::Duration lease_duration = absl::Seconds(137);
    absl::Duration renew_deadline = absl::Seconds(107);
    absl::Duration retry_period = absl::Seconds(26);
    std::function<absl::Time()> wall_time = absl::Now;  // for people who look at the Lease
  };
  struct Callbacks {
    std::function<void()> elected;
    // Leads no more, and must not write: the process had best begin anew.
    std::function<void()> lost;
    std::function<void(const absl::Status& status)> failed;  // an attempt; for logs
    // Another leads: first seen, or another one than before; for logs.
    std::function<void(absl::string_view identity)> led_by = [](absl::string_view) {};
  };

  // Must not outlive `loop` and `client`. Begins at once. Requires lease_duration > renew_deadline > 1.2 retry_period.
  LeaderElector(EventLoop& loop, ApiClient& client, Options options, Callbacks callbacks);
  ~LeaderElector();
  LeaderElector(const LeaderElector&) = delete;
  LeaderElector& operator=(const LeaderElector&) = delete;

  // Whether this process leads and has renewed recently enough. To be asked right before each write.
  bool MayWrite() const { return leads_ && loop_.now() < renewed_ + options_.renew_deadline; }

  // Gives the lease back, so that another process need not wait for its end, and stops. `done` hears once, whether that
  // worked or not. No write of the leader may be under way; for one of the lease itself, which may still make it ours,
  // it waits.
  void Release(std::function<void()> done);

 private:
  using OnLease = std::function<void(absl::StatusOr<tree::Node>)>;

  void Attempt();
  void Get();
  void Consider(tree::Node lease);
  void Write(const char* method, const Json& lease);
  void Succeed(absl::Time sent, tree::Node lease);
  void Fail(const absl::Status& status);
  void Lose();
  void GiveBack();
  void After(absl::Duration wait);
  void Send(const char* method, const std::string& path, const Json& lease, OnLease answer);
  // The lease as it is to be, where it is `lease` or, with a null, not there; and free.
  Json Claimed(const tree::Node& lease) const;
  Json Freed(const tree::Node& lease) const;
  std::string Path() const;

  EventLoop& loop_;
  ApiClient& client_;
  const Options options_;
  const Callbacks callbacks_;
  // Answers that nobody waits for any more find it false.
  std::shared_ptr<bool> wanted_ = std::make_shared<bool>(true);
  bool writing_ = false;  // the lease
  std::function<void()> released_;
  tree::Node lease_;     // as we last saw it
  std::string leader_;   // the last other one that was told of
  absl::Time observed_;  // when it was last seen to have changed
  bool leads_ = false;
  absl::Time renewed_ = absl::InfinitePast();  // when the last renewal that worked was sent
  Timers::Id next_ = 0;
  Timers::Id deadline_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LEADER_ELECTOR_H_
