#include "client/sidecar/control/cluster_run.h"

#include <unistd.h>

#include <ctime>
#include <random>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/config/config_source.h"
#include "client/sidecar/control/enforce_checks.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kUserAgent[] = "cpsizer-sidecar";
constexpr char kController[] = "cpsizer.io/sidecar";
// The delay between a large response and the release of memory. The response is parsed and used during this delay.
constexpr absl::Duration kUntilReleased = absl::Seconds(2);
// The timeout of the shutdown in enforce mode. Longer than any write takes.
constexpr absl::Duration kWriteTimeout = absl::Seconds(20);
// The maximum time to send the remaining events after all writes have ended. kWriteTimeout includes this time.
constexpr absl::Duration kEventTimeout = absl::Seconds(5);
constexpr absl::Duration kEndCheckInterval = absl::Milliseconds(50);

std::string HostName() {
  char name[256] = {};
  return gethostname(name, sizeof(name) - 1) == 0 ? name : "unknown";
}

double Random() {
  static std::mt19937_64 generator{std::random_device()()};
  return std::uniform_real_distribution<double>(0, 1)(generator);
}

// Returns an ID of this process. The ID is random, so that another process on this host does not have the same ID.
std::string Instance() {
  static const std::string instance = absl::StrCat(HostName(), "_", std::random_device()());
  return instance;
}

kube::Authorization AuthorizationOf(kube::Identity& identity) {
  return {[&identity](absl::Time now) { return identity.Headers(now); },
          [&identity](absl::Time sent) { identity.Invalidate(sent); }};
}

// Returns the time of a clock that is never set back and that also runs while the machine or this process sleeps. The
// result is not the time of day.
absl::Time BootTime() {
  timespec now = {};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return absl::TimeFromTimespec(now);
}

}  // namespace

absl::Duration StopTimeout(const Options& options) {
  return options.enforce ? kWriteTimeout : absl::ZeroDuration();
}

absl::StatusOr<std::unique_ptr<ClusterRun>> ClusterRun::Make(const Options& options, const MakeService& make_service,
                                                             const MakeWork& make_work, Log log,
                                                             std::function<void()> release_memory) {
  kube::ConfigOptions where;
  where.kubeconfig = options.kubeconfig;
  where.context = options.context;
  absl::StatusOr<kube::ClusterConfig> config = kube::FindClusterConfig(where, kube::ProcessEnvironment());
  if (!config.ok()) return config.status();
  if (absl::Status status = CheckEnforce(options, *config); !status.ok()) return status;
  std::unique_ptr<ClusterRun> run(
      new ClusterRun(options, *config, make_service, make_work, std::move(log), std::move(release_memory)));
  if (absl::Status status = run->LoadCertificates(); !status.ok()) return status;
  return run;
}

ClusterRun::ClusterRun(const Options& options, const kube::ClusterConfig& config, const MakeService& make_service,
                       const MakeWork& make_work, Log log, std::function<void()> release_memory)
    : options_(options),
      server_(config.server),
      origin_(config.origin),
      log_(std::move(log)),
      release_memory_(std::move(release_memory)),
      identity_(config, kube::ProcessEnvironment(),
                [this](absl::string_view line) { log_(LogLevel::kWarn, line, {}); }),
      loop_(HttpOptionsOf(), BootTime, Random),
      client_(loop_, AuthorizationOf(identity_), kube::RateLimit(options.kube_api_qps, options.kube_api_burst)),
      leadership_(options_, config, Instance(), loop_, AuthorizationOf(identity_), log_,
                  {[this] { Lead(); }, [this](int exit_code) { End(exit_code); }}),
      events_(loop_, client_,
              {kController, Instance(), absl::Now,
               [this](const absl::Status& status) {
                 log_(LogLevel::kWarn, "failed to write a Kubernetes event; the event is dropped",
                      {{"error", std::string(status.message())}});
               }}),
      service_(make_service(loop_)),
      work_(make_work({loop_, client_, events_, *service_, counters_, log_, [this] { return MayWrite(); },
                       release_memory_, [this](absl::string_view name) { return leadership_.LeaseAnnotation(name); },
                       [this](absl::string_view name, std::string value) {
                         leadership_.SetLeaseAnnotation(name, std::move(value));
                       }})) {}

kube::HttpOptions ClusterRun::HttpOptionsOf() {
  kube::HttpOptions options = identity_.Http(kUserAgent);
  options.on_large = [this] { ReleaseMemorySoon(); };
  return options;
}

void ClusterRun::ReleaseMemorySoon() {
  if (std::exchange(releasing_, true)) return;
  loop_.timers().At(loop_.now() + kUntilReleased, [this] {
    releasing_ = false;
    release_memory_();
  });
}

absl::Status ClusterRun::LoadCertificates() {
  absl::StatusOr<kube::TlsIdentity> tls = identity_.Tls(loop_.now());
  if (!tls.ok()) return tls.status();
  loop_.http().SetIdentity(*std::move(tls));
  return absl::OkStatus();
}

void ClusterRun::ReloadCertificates() {
  const absl::Status status = LoadCertificates();
  if (status.ok()) return;
  log_(LogLevel::kWarn, "failed to reload the certificates for the API server; keeping the previous ones",
       {{"error", std::string(status.message())}});
}

void ClusterRun::ReloadCertificatesPeriodically() {
  loop_.timers().At(loop_.now() + kube::kCertificateAge, [this] {
    ReloadCertificates();
    ReloadCertificatesPeriodically();
  });
}

void ClusterRun::Lead() {
  // The previous leader may have decided from newer objects than the objects of the last poll of this sidecar.
  // Therefore this sidecar lists all objects again.
  if (!options_.watch) return work_->Relist();
  StartWhenReady();
}

void ClusterRun::End(int exit_code) {
  exit_code_ = exit_code;
  ended_ = true;
}

void ClusterRun::StartWhenReady() {
  if (!complete_ || !leadership_.leads() || stopping_) return;
  work_->Start();
}

bool ClusterRun::MayWrite() const {
  return options_.enforce && !stopping_ && complete_ && leadership_.MayWrite();
}

int ClusterRun::Run() {
  log_(LogLevel::kInfo, "watching the API server", {{"server", server_}, {"configuration", origin_}});
  ReloadCertificatesPeriodically();
  Work::Callbacks callbacks;
  callbacks.complete = [this] {
    complete_ = true;
    StartWhenReady();
  };
  callbacks.incomplete = [this] {
    complete_ = false;
    log_(LogLevel::kDebug, "caches are not synced; decisions are paused", {});
    work_->Pause();
  };
  callbacks.failed = [this] {
    ReloadCertificates();
    // If a list failed because it exceeded a limit, its memory can be released.
    ReleaseMemorySoon();
  };
  work_->Follow(std::move(callbacks));
  leadership_.Begin();
  while (!ended_) loop_.RunOnce(absl::InfiniteDuration());
  return exit_code_;
}

void ClusterRun::Stop() {
  loop_.RequestStop();
  loop_.Post([this] { BeginStop(); });
}

void ClusterRun::Ask(StatusBoard::Put put) {
  loop_.Post([this, put = std::move(put)] { put(Status()); });
}

SidecarStatus ClusterRun::Status() const {
  SidecarStatus status;
  status.counters = counters_;
  status.leads = leadership_.leads();
  status.synced = complete_;
  work_->Describe(status);
  return status;
}

void ClusterRun::BeginStop() {
  if (std::exchange(stopping_, true)) return;
  work_->Unfollow();
  loop_.timers().At(loop_.now() + StopTimeout(options_), [this] { ended_ = true; });
  ReleaseLease();
}

// Releases the lease after all writes in flight have ended.
void ClusterRun::ReleaseLease() {
  if (!work_->writes_ended()) {
    loop_.timers().At(loop_.now() + kEndCheckInterval, [this] { ReleaseLease(); });
    return;
  }
  events_.Flush();
  leadership_.Release([this, by = loop_.now() + kEventTimeout] { EndAfterEvents(by); });
}

// Waits until the events are sent, but at most until `by`. The lease is released before this wait.
void ClusterRun::EndAfterEvents(absl::Time by) {
  if (events_.idle() || loop_.now() >= by) {
    ended_ = true;
    return;
  }
  loop_.timers().At(loop_.now() + kEndCheckInterval, [this, by] { EndAfterEvents(by); });
}

}  // namespace cpsizer::sidecar
