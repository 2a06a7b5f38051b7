#include "tests/history/transitions/slow_fleet.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace cpsizer::history {
namespace {

constexpr int kNoSize = TransitionCluster::kNoSize;

struct Condition {
  bool is_true = false;
  int reason = kNoSize;  // a size
  absl::Time since;
};

struct HostedCluster {
  TransitionCluster settings;
  uint32_t number = 0;
  int wanted = kNoSize;
  Condition computed;             // ClusterSizeComputed: the last transition
  Condition transition_required;  // ClusterSizeTransitionRequired
};

class SlowFleet {
 public:
  explicit SlowFleet(const Scenario& scenario) : rules_(scenario.rules) {
    for (const TransitionCluster& settings : scenario.clusters) {
      HostedCluster& cluster = clusters_.emplace_back();
      cluster.settings = settings;
      cluster.number = static_cast<uint32_t>(clusters_.size() - 1);
      if (settings.last_transition.has_value()) cluster.computed = {true, settings.size, *settings.last_transition};
    }
  }

  void Apply(const ScenarioEvent& event) {
    HostedCluster& cluster = clusters_[event.cluster];
    if (event.is_pause) {
      cluster.settings.paused_until = event.until;
    } else {
      cluster.wanted = cluster.settings.override_size.value_or(event.size);
    }
  }

  void ReconcileAll(absl::Time now, std::vector<Transition>& done) {
    std::vector<HostedCluster*> order;
    for (HostedCluster& cluster : clusters_) order.push_back(&cluster);
    std::stable_sort(order.begin(), order.end(), [](const HostedCluster* a, const HostedCluster* b) {
      return a->settings.name < b->settings.name;
    });
    for (HostedCluster* cluster : order) Reconcile(*cluster, now, done);
  }

 private:
  void Reconcile(HostedCluster& cluster, absl::Time now, std::vector<Transition>& done) {
    if (now < cluster.settings.paused_until) return;
    const int wanted = cluster.wanted;
    if (wanted == kNoSize) return;
    if (wanted == cluster.settings.size) {
      cluster.transition_required.is_true = false;
      return;
    }
    if (!rules_.immediate && (IsDelayed(cluster, wanted, now) || IsLimited(cluster, now))) {
      Condition& required = cluster.transition_required;
      if (!required.is_true || required.reason != wanted) required = {true, wanted, now};
      return;
    }
    done.push_back({now, cluster.number, cluster.settings.size, wanted});
    cluster.settings.size = wanted;
    cluster.computed = {true, wanted, now};
    cluster.transition_required.is_true = false;
  }

  bool IsDelayed(const HostedCluster& cluster, int wanted, absl::Time now) const {
    const int64_t from = cluster.settings.size == kNoSize ? 0 : rules_.criteria_from[cluster.settings.size];
    const bool increases = from < rules_.criteria_from[wanted];
    absl::Time start = absl::InfinitePast();
    if (cluster.computed.is_true) start = cluster.computed.since;
    const Condition& required = cluster.transition_required;
    if (required.is_true && required.reason == wanted) start = required.since;
    return now - start < (increases ? rules_.increase_delay : rules_.decrease_delay);
  }

  bool IsLimited(const HostedCluster& cluster, absl::Time now) const {
    if (!cluster.settings.scheduled) return false;
    const auto is_in_window = [&](const HostedCluster& other) {
      return other.computed.is_true && other.computed.since > now - rules_.sliding_window;
    };
    return std::count_if(clusters_.begin(), clusters_.end(), is_in_window) >= rules_.limit;
  }

  const TransitionRules rules_;
  std::vector<HostedCluster> clusters_;
};

}  // namespace

std::vector<Transition> RunSlow(const Scenario& scenario, int seconds) {
  SlowFleet fleet(scenario);
  std::vector<Transition> done;
  size_t next = 0;
  for (int second = 0; second < seconds; ++second) {
    while (next < scenario.events.size() && scenario.events[next].second == second) {
      fleet.Apply(scenario.events[next++]);
    }
    fleet.ReconcileAll(absl::FromUnixSeconds(second), done);
  }
  return done;
}

}  // namespace cpsizer::history
