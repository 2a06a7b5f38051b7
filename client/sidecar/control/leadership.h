#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_LEADERSHIP_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_LEADERSHIP_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/kube/api_client.h"
#include "client/kube/config/cluster_config.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/leader_elector.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/options.h"

namespace cpsizer::sidecar {

// Decides whether this sidecar is the one that writes. In enforce mode it takes part in the election for its lease,
// unless the installed sidecar has another lease. In observe mode it takes no lease, and warns if the installed sidecar
// uses another CPU policy. The checks are those of enforce_checks.h.
class Leadership {
 public:
  struct Callbacks {
    std::function<void()> elected;
    // This sidecar may not take the lease, or has lost it: the program exits with `exit_code`.
    std::function<void(int exit_code)> ended;
  };

  // `options` and `loop` must outlive it. `identity` identifies this process in the lease.
  Leadership(const Options& options, const kube::ClusterConfig& config, std::string identity, kube::EventLoop& loop,
             kube::Authorization authorization, Log log, Callbacks callbacks);

  // Called once, before the first decision.
  void Begin();
  // True from Begin() on in observe mode.
  bool leads() const { return leads_; }
  // Returns whether this sidecar surely holds the lease now, if it needs one.
  bool MayWrite() const { return leads_ && (elector_ == nullptr || elector_->MayWrite()); }
  // Releases the lease, if there is one, and calls `done`.
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
  // Without a rate limit: otherwise many writes could delay the renewal of the lease until it is lost.
  kube::ApiClient client_;
  const Log log_;
  const Callbacks callbacks_;
  std::unique_ptr<kube::LeaderElector> elector_;
  bool leads_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_LEADERSHIP_H_
