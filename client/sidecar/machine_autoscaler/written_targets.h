#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_WRITTEN_TARGETS_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_WRITTEN_TARGETS_H_

#include <map>
#include <string>
#include <vector>

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

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_WRITTEN_TARGETS_H_
