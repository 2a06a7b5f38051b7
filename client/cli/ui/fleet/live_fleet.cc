#include "client/cli/ui/fleet/live_fleet.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/fleet/page_views.h"
#include "client/cli/ui/fleet/view_probe.h"
#include "server/process/allocator.h"
#include "server/process/memory_releaser.h"

namespace cpsizer::cli {
namespace {

// The time between two decisions. Without it, a fleet whose VPAs change all the time would use a whole core.
constexpr absl::Duration kMinInterval = absl::Milliseconds(500);
// The time before the next attempt after a failure of the service or of the kubeconfig.
constexpr absl::Duration kRetryAfter = absl::Seconds(5);
// The longest wait for an event, which is also the longest time until the thread notices that it must stop.
constexpr absl::Duration kMaxWait = absl::Milliseconds(200);
// A watch that was lost is listed again within this time, unless the API server does not respond or refuses the list.
constexpr absl::Duration kMaxRelist = absl::Seconds(5);
constexpr std::streamoff kMaxPrinted = 64 << 10;
// A kubeconfig that was written again may have another address or authority. It is read again if the API server does
// not respond for this time.
constexpr absl::Duration kMaxFailing = absl::Seconds(15);

}  // namespace

struct LiveFleet::Follow {
  Follow(ClusterConnection& the_connection, const LiveFleet& fleet)
      : connection(the_connection),
        follower(connection, fleet.options_.source.cluster.name_space, fleet.absent_, err),
        probe(connection.loop(), connection.client()),
        views(connection.loop(), connection.client(), fleet.options_.source.cluster.name_space, ViewProbe::kInterval),
        next_certificates(connection.loop().now() + kube::kCertificateAge) {}

  // Reads the certificates again if they are due.
  void ReloadCertificates() {
    const absl::Time now = connection.loop().now();
    if (now < next_certificates) return;
    next_certificates = now + kube::kCertificateAge;
    connection.ReloadCertificates();
  }

  ClusterConnection& connection;
  std::ostringstream printed;  // the messages of the follower, which are also in its state
  Screen err{printed, Terminal()};
  ClusterFollower follower;
  ClusterProbe probe;
  ViewProbe views;
  absl::Time failing_since = absl::InfiniteFuture();  // InfiniteFuture: the API server responds
  absl::Time next_certificates;
  std::unique_ptr<BlockingService> client;
  absl::Time next_decision = absl::InfinitePast();
  absl::Time unsynced_since = absl::InfinitePast();  // InfiniteFuture: all kinds are synced
  std::string service_error;
  absl::Time last_decision;
  // The lists and the decisions of a large fleet need much memory for a short time.
  server::MemoryReleaser memory{server::FreeMemoryBytes, server::ReleaseFreeMemory};
};

LiveFleet::LiveFleet(const PageOptions& options, const Inputs& first, PageFleet& fleet, PageState& state,
                     Publish publish)
    : options_(options),
      source_(first.source),
      absent_(first.absent),
      fleet_(fleet),
      publisher_(state, std::move(publish)),
      thread_([this] { Run(); }) {}

LiveFleet::~LiveFleet() {
  stopping_ = true;
  thread_.join();
}

void LiveFleet::Run() {
  const absl::Time began = options_.now();
  while (!stopping_) {
    const absl::Status status = FollowCluster();
    if (stopping_) return;
    publisher_.SetStale(began, Stale{began, std::string(status.message())});
    const absl::Time retry = absl::Now() + kRetryAfter;
    while (!stopping_ && absl::Now() < retry) absl::SleepFor(kMaxWait);
  }
}

absl::Status LiveFleet::FollowCluster() {
  const absl::StatusOr<std::unique_ptr<ClusterConnection>> connection =
      ClusterConnection::Make(options_.source.cluster);
  if (!connection.ok()) return connection.status();
  Follow follow(**connection, *this);
  follow.client = ChooseClient(options_.server, follow.err);
  if (follow.client == nullptr) return VerbStatus(kExitCallFailed, follow.printed.str());
  follow.unsynced_since = follow.last_decision = (*connection)->loop().now();
  while (!stopping_) {
    (*connection)->loop().RunOnce(kMaxWait);
    follow.probe.SendIfDue();
    if (!follow.probe.is_failing()) follow.views.SendIfDue();
    follow.ReloadCertificates();
    if (follow.printed.tellp() > kMaxPrinted) follow.printed.str("");
    CheckCurrent(follow);
    CheckViews(follow);
    if (follow.probe.is_refused() || (*connection)->loop().now() > follow.failing_since + kMaxFailing) {
      return absl::UnavailableError(follow.probe.error());
    }
    if (follow.follower.HasNews() && (*connection)->loop().now() >= follow.next_decision) Decide(follow);
  }
  return absl::OkStatus();
}

void LiveFleet::Decide(Follow& follow) {
  Inputs inputs;
  inputs.source = source_;
  inputs.is_live = true;
  inputs.inventory = follow.follower.TakeNews();
  absl::StatusOr<FleetUpdate> update = fleet_.Update(std::move(inputs), *follow.client);
  const absl::Time now = follow.connection.loop().now();
  follow.next_decision = now + (update.ok() ? kMinInterval : kRetryAfter);
  follow.service_error = update.ok() ? "" : std::string(update.status().message());
  if (!update.ok()) return follow.follower.MarkChanged();
  follow.last_decision = now;
  publisher_.SetFleet(*std::move(update), now);
  follow.memory.Poll();
}

void LiveFleet::CheckCurrent(Follow& follow) {
  const absl::Time now = follow.connection.loop().now();
  const bool was_synced = follow.unsynced_since == absl::InfiniteFuture();
  if (follow.follower.IsSynced()) {
    follow.unsynced_since = absl::InfiniteFuture();
  } else if (was_synced) {
    follow.unsynced_since = now;
  }
  const absl::Time observed_at = std::min({follow.probe.last_response(), follow.unsynced_since, now});
  if (follow.probe.is_failing()) {
    follow.failing_since = std::min(follow.failing_since, now);
    return publisher_.SetStale(observed_at, Stale{observed_at, follow.probe.error()});
  }
  if (std::exchange(follow.failing_since, absl::InfiniteFuture()) != absl::InfiniteFuture()) {
    follow.follower.Reconnect();
    follow.views.SearchSoon();
  }
  if (now > follow.unsynced_since + kMaxRelist) {
    const std::string failure = follow.follower.Failure();
    return publisher_.SetStale(observed_at,
                               Stale{observed_at, failure.empty() ? "the objects are listed again" : failure});
  }
  if (!follow.service_error.empty()) {
    return publisher_.SetStale(follow.last_decision, Stale{follow.last_decision, follow.service_error});
  }
  // After a failure, the data is current only when all kinds are synced again.
  if (follow.follower.IsSynced() || !publisher_.state().stale().has_value()) {
    publisher_.SetStale(observed_at, absl::nullopt);
  }
}

void LiveFleet::CheckViews(Follow& follow) {
  if (!follow.views.TakeEnd()) return;
  publisher_.SetViews(WithHistory(options_, follow.views.views()));
}

}  // namespace cpsizer::cli
