#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_LEADERSHIP_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_LEADERSHIP_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/kube/api_client.h"
#include "client/kube/config/cluster_config.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/leader_elector.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/options.h"

namespace cpsizer::sidecar {

// Decides whether this sidecar is the leader. Only the leader writes. In enforce mode with leader election, the sidecar
// acquires its lease, unless the installed sidecar has another lease. In observe mode the sidecar does not use a lease,
// and logs a warning if the installed sidecar uses another CPU policy. The checks are defined in enforce_checks.h.
class Leadership {
 public:
  struct Callbacks {
    std::function<void()> elected;
    // Called when this sidecar is not allowed to acquire the lease or has lost it. The program must exit with
    // `exit_code`.
    std::function<void(int exit_code)> ended;
  };

  // `options` and `loop` must outlive this object. `identity` identifies this process in the lease.
  Leadership(const Options& options, const kube::ClusterConfig& config, std::string identity, kube::EventLoop& loop,
             kube::Authorization authorization, Log log, Callbacks callbacks);

  // Must be called once, before the first decision.
  void Begin();
  // Returns whether this sidecar is the leader. If this sidecar does not use a lease, returns true after Begin().
  bool leads() const { return leads_; }
  // Returns whether this sidecar is the leader and, if it needs a lease, certainly holds the lease now.
  bool MayWrite() const { return leads_ && (elector_ == nullptr || elector_->MayWrite()); }
  // Returns the value of an annotation of the lease; nothing if there is none, or if this sidecar does not hold a
  // lease.
  absl::optional<std::string> LeaseAnnotation(absl::string_view name) const;
  // Sets an annotation of the lease. Does nothing if this sidecar does not hold a lease.
  void SetLeaseAnnotation(absl::string_view name, std::string value);
  // Releases the lease if this sidecar has one, and calls `done`.
  void Release(std::function<void()> done);

 private:
  void Get(absl::string_view name_space, absl::string_view name, kube::ApiClient::OnAnswer answer);
  void CompareCpuPolicy();
  void ElectUnlessInstalled();
  void Elect();
  kube::LeaderElector::Callbacks ElectorCallbacks();
  void Refuse(const absl::Status& status);
  void Warn(absl::string_view message, const absl::Status& status);
  std::string LeaseName() const;

  const Options& options_;
  const bool in_pod_;
  const std::string name_space_;
  const std::string identity_;
  kube::EventLoop& loop_;
  // This client has no rate limit. With a rate limit, many writes could delay the renewal of the lease until the lease
  // is lost.
  kube::ApiClient client_;
  const Log log_;
  const Callbacks callbacks_;
  std::unique_ptr<kube::LeaderElector> elector_;
  bool leads_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_LEADERSHIP_H_
