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

// Whether this sidecar is the one that writes. In enforce mode it takes part in the election for its lease, unless the
// installed sidecar has another one. In observe mode it takes no lease, and warns if the installed sidecar decides by
// another CPU policy. The checks are those of enforce_checks.h.
class Leadership {
 public:
  struct Callbacks {
    std::function<void()> elected;
    // This sidecar may not take the lease, or has lost it: the program ends with `exit_code`.
    std::function<void(int exit_code)> ended;
  };

  // `options` and `loop` must outlive it. `identity` is that of this process, in the lease.
  Leadership(const Options& options, const kube::ClusterConfig& config, std::string identity, kube::EventLoop& loop,
             kube::Authorization authorization, Log log, Callbacks callbacks);

  // Called once, before anything is decided.
  void Begin();
  // True from Begin() on in observe mode.
  bool leads() const { return leads_; }
  // Whether the lease, if this sidecar needs one, is certainly its own now.
  bool MayWrite() const { return leads_ && (elector_ == nullptr || elector_->MayWrite()); }
  // Gives the lease back, if there is one, and calls `done`.
  void Release(std::function<void()> done);

 private:
  void Get(absl::string_view name_space, absl::string_view name, kube::ApiClient::OnAnswer answer);
  void CompareCpuPolicy();
  void ElectBesideNoOther();
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
  // Without a rate limit: a leader that has much to write would lose its lease.
  kube::ApiClient client_;
  const Log log_;
  const Callbacks callbacks_;
  std::unique_ptr<kube::LeaderElector> elector_;
  bool leads_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_LEADERSHIP_H_
