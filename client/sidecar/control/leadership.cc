#include "client/sidecar/control/leadership.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/rate_limit.h"
#include "client/kube/http/url.h"
#include "client/kube/resource_path.h"
#include "client/objects/lease/sidecar_lease.h"
#include "client/sidecar/control/enforce_checks.h"
#include "client/sidecar/control/exit_code.h"

namespace cpsizer::sidecar {

Leadership::Leadership(const Options& options, const kube::ClusterConfig& config, std::string identity,
                       kube::EventLoop& loop, kube::Authorization authorization, Log log, Callbacks callbacks)
    : options_(options),
      in_pod_(config.is_pod_account),
      name_space_(LeaseNamespace(options, config)),
      identity_(std::move(identity)),
      loop_(loop),
      client_(loop, std::move(authorization), kube::RateLimit(/*per_second=*/0, 1)),
      log_(std::move(log)),
      callbacks_(std::move(callbacks)) {}

void Leadership::Begin() {
  if (TakesLease(options_)) return ElectUnlessInstalled();
  leads_ = true;
  CompareCpuPolicy();
}

void Leadership::Release(std::function<void()> done) {
  if (elector_ == nullptr) return done();
  elector_->Release(std::move(done));
}

absl::optional<std::string> Leadership::LeaseAnnotation(absl::string_view name) const {
  if (elector_ == nullptr || !leads_) return absl::nullopt;
  const tree::Node& value = tree::Find(elector_->lease(), {"metadata", "annotations", name});
  return value.is_null() ? absl::nullopt : absl::optional<std::string>(value.text);
}

void Leadership::SetLeaseAnnotation(absl::string_view name, std::string value) {
  if (elector_ != nullptr && leads_) elector_->SetAnnotation(name, std::move(value));
}

void Leadership::Get(absl::string_view name_space, absl::string_view name, kube::ApiClient::OnAnswer answer) {
  std::string path = absl::StrCat(objects::LeasesPath(kube::PercentEncoded(name_space)), "/", name);
  client_.Send(kube::GetRequest(std::move(path), kube::kMaxAnswerBytes, options_.renew_deadline), std::move(answer));
}

void Leadership::CompareCpuPolicy() {
  if (in_pod_ || !options_.own->ReadsLease()) return;
  Get(name_space_, options_.leader_elect_name, [this](const absl::StatusOr<tree::Node>& lease) {
    if (absl::IsNotFound(lease.status())) return;
    if (!lease.ok()) {
      return Warn(
          "failed to read the CPU policy of the sidecar in the cluster; that sidecar may decide differently from this "
          "one",
          lease.status());
    }
    const absl::Status status = CheckLease(options_, LeaseName(), *lease);
    if (!status.ok()) Warn("the sidecar in the cluster may decide differently from this one", status);
  });
}

void Leadership::ElectUnlessInstalled() {
  if (in_pod_ || LeaseName() == InstalledLease(options_)) return Elect();
  Get(objects::kInstalledNamespace, options_.controller->lease, [this](const absl::StatusOr<tree::Node>& installed) {
    if (installed.ok()) return Refuse(InstalledLeaseError(options_, LeaseName()));
    if (absl::IsNotFound(installed.status())) return Elect();
    Warn("failed to acquire the leader lease; retrying", installed.status());
    loop_.timers().At(loop_.now() + options_.retry_period, [this] { ElectUnlessInstalled(); });
  });
}

void Leadership::Elect() {
  kube::LeaderElector::Options options;
  options.path = objects::LeasesPath(kube::PercentEncoded(name_space_));
  options.name = options_.leader_elect_name;
  options.identity = identity_;
  options.lease_duration = options_.lease_duration;
  options.renew_deadline = options_.renew_deadline;
  options.retry_period = options_.retry_period;
  options.annotations = options_.own->LeaseAnnotations();
  elector_ = std::make_unique<kube::LeaderElector>(loop_, client_, std::move(options), ElectorCallbacks());
}

kube::LeaderElector::Callbacks Leadership::ElectorCallbacks() {
  kube::LeaderElector::Callbacks callbacks;
  callbacks.elected = [this] {
    log_(LogLevel::kInfo, "acquired the leader lease", {{"lease", LeaseName()}});
    leads_ = true;
    callbacks_.elected();
  };
  callbacks.lost = [this] {
    log_(LogLevel::kError, "lost the leader lease; exiting so that the pod restarts", {});
    callbacks_.ended(kExitUnreachable);
  };
  callbacks.failed = [this](const absl::Status& status) {
    Warn("failed to acquire the leader lease; retrying", status);
  };
  callbacks.led_by = [this](absl::string_view identity) {
    log_(LogLevel::kInfo, "another process is the leader; waiting for the lease",
         {{"lease", LeaseName()}, {"leader", std::string(identity)}});
  };
  if (in_pod_) return callbacks;
  callbacks.accept = [this](const tree::Node& lease) { return CheckLease(options_, LeaseName(), lease); };
  callbacks.refused = [this](const absl::Status& status) { Refuse(status); };
  return callbacks;
}

void Leadership::Refuse(const absl::Status& status) {
  log_(LogLevel::kError, "cannot acquire the leader lease; exiting", {{"error", std::string(status.message())}});
  callbacks_.ended(kExitUsage);
}

void Leadership::Warn(absl::string_view message, const absl::Status& status) {
  log_(LogLevel::kWarn, message, {{"error", std::string(status.message())}});
}

std::string Leadership::LeaseName() const {
  return absl::StrCat(name_space_, "/", options_.leader_elect_name);
}

}  // namespace cpsizer::sidecar
