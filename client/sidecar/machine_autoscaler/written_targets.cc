#include "client/sidecar/machine_autoscaler/written_targets.h"

#include <algorithm>
#include <iterator>

#include "client/kube/resource_version.h"

namespace cpsizer::sidecar {

bool ShowsAnnotations(const ScalingTarget& target, const std::vector<AnnotationChange>& changes) {
  return std::all_of(changes.begin(), changes.end(), [&](const AnnotationChange& change) {
    const std::string* const value = AnnotationOf(target.machine_set, change.key);
    return value == nullptr ? !change.value.has_value() : change.value == *value;
  });
}

void WrittenTargets::Wrote(const ScalingTarget& written, const std::vector<AnnotationChange>& changes) {
  written_[KeyOf(written)] = {written.uid, written.resource_version, changes};
}

std::vector<std::string> WrittenTargets::TakeReverted(const Store<ScalingTarget>& targets) {
  std::vector<std::string> reverted;
  for (auto it = written_.begin(); it != written_.end();) {
    const auto& [key, written] = *it;
    const ScalingTarget* const target = targets.Find(key);
    const bool is_gone = target == nullptr || target->uid != written.uid;
    // The watch may be late: the store may still have an older version than the written version.
    const bool is_reverted = !is_gone && !kube::IsOlder(target->resource_version, written.resource_version) &&
                             target->problem.empty() && !ShowsAnnotations(*target, written.changes);
    if (is_reverted) reverted.push_back(key);
    it = is_gone || is_reverted ? written_.erase(it) : std::next(it);
  }
  return reverted;
}

}  // namespace cpsizer::sidecar
