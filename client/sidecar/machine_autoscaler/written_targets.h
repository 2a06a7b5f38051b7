#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_WRITTEN_TARGETS_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_WRITTEN_TARGETS_H_

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/sidecar/control/watch/store.h"
#include "client/sidecar/machine_autoscaler/scaling_objects.h"
#include "client/sidecar/machine_autoscaler/scaling_plan.h"

namespace cpsizer::sidecar {

// Returns whether the MachineSet has the annotations that `changes` wrote.
bool ShowsAnnotations(const ScalingTarget& target, const std::vector<AnnotationChange>& changes);

// The last write of each MachineSet, to detect another writer that reverts our write. Must be used only on the thread
// of the event loop.
class WrittenTargets {
 public:
  // Must be called after a successful write. `written` is the response of the API server.
  void Wrote(const ScalingTarget& written, const std::vector<AnnotationChange>& changes);
  // Must be called when a write begins. The content of the MachineSet is unknown until the write succeeds.
  void Delete(const std::string& key) { written_.erase(key); }
  // Returns the keys of the MachineSets in which another writer has reverted our last write. Returns a key only once
  // for each write.
  std::vector<std::string> TakeReverted(const Store<ScalingTarget>& targets);

 private:
  struct Written {
    std::string uid;
    std::string resource_version;
    std::vector<AnnotationChange> changes;
  };
  std::map<std::string, Written> written_;  // by key
};

// If the response to a write is missing, the API server may still make the write within this time. The time is longer
// than 60 s, which is the maximum time of the API server for a request.
inline constexpr absl::Duration kUnsettledTimeout = absl::Minutes(2);

// The MachineSets with a write whose result is unknown. The precondition of a write covers only one object. Therefore,
// while such a write may still be made, no MachineAutoscaler may remove its reference to the MachineSet. The write is
// settled when the MachineSet has a later version, because the write requires the previous version.
//
// Must be used only on the thread of the event loop. The current time is a parameter.
class UnsettledTargets {
 public:
  // Must be called when the result of a write to this version of `target` is unknown.
  void Add(const ObjectIdentity& target, absl::Time now) {
    unsettled_[KeyOf(target)] = {target.name, target.uid, target.resource_version, now + kUnsettledTimeout};
  }

  // Removes the MachineSets whose write is settled or whose timeout has passed. Returns whether a timeout has passed.
  // After a timeout, the caller must list all objects again, because a watch can be late.
  bool Settle(const Store<ScalingTarget>& targets, absl::Time now) {
    bool has_passed = false;
    for (auto it = unsettled_.begin(); it != unsettled_.end();) {
      const ScalingTarget* const target = targets.Find(it->first);
      const bool is_settled =
          target == nullptr || target->uid != it->second.uid || target->resource_version != it->second.resource_version;
      const bool is_over = it->second.until <= now;
      has_passed = has_passed || (is_over && !is_settled);
      it = is_settled || is_over ? unsettled_.erase(it) : std::next(it);
    }
    return has_passed;
  }

  std::set<std::string> Names() const {
    std::set<std::string> names;
    for (const auto& [key, unsettled] : unsettled_) names.insert(unsettled.name);
    return names;
  }
  // Returns the time of the next timeout; InfiniteFuture if there is none.
  absl::Time Next() const {
    absl::Time next = absl::InfiniteFuture();
    for (const auto& [key, unsettled] : unsettled_) next = std::min(next, unsettled.until);
    return next;
  }

 private:
  struct Unsettled {
    std::string name;
    std::string uid;
    std::string resource_version;
    absl::Time until;
  };
  std::map<std::string, Unsettled> unsettled_;  // by key; few entries
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_WRITTEN_TARGETS_H_
