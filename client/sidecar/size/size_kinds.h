#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_KINDS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_KINDS_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/kube/reflector.h"
#include "client/sidecar/control/watch/watched.h"
#include "client/sidecar/size/dependencies.h"
#include "client/sidecar/size/size_controller.h"

namespace cpsizer::sidecar {

// The kinds of objects from which sizes are decided. Keeps the cache current, and reports changes to the controller.
// MachineSets are watched only while a size has no memory capacity or no CPU capacity in the configuration. All objects
// are listed again periodically, to find changes that the watches missed. If watches are disabled, decisions are
// allowed only for some time after each list. Decisions that are not made in this time wait until all objects are
// listed again.
class SizeKinds {
 public:
  struct Options {
    bool watch = true;                                 // if false, only lists are used
    absl::Duration poll_interval = absl::Minutes(10);  // time between two lists
  };

  // Returns the options of the Watched to which the kinds are added. `controller` is used after its construction.
  static Watched::Options WatchedOptions(const Options& options, const SizeController& controller);

  // Adds the kinds to `watched`. `watched` and `controller` must outlive this object.
  SizeKinds(const Dependencies& dependencies, SizeController& controller, const Options& options, Watched& watched);
  SizeKinds(const SizeKinds&) = delete;
  SizeKinds& operator=(const SizeKinds&) = delete;

 private:
  // Returns callbacks for a kind whose objects affect single clusters. `put` returns the keys of these clusters.
  template <typename T>
  kube::Reflector::Callbacks QueueingCallbacks(Store<T>& store,
                                               std::function<ClusterCache::Keys(const tree::Node&, bool)> put,
                                               std::function<void(const std::string&)> remove);
  // Returns callbacks for a kind that all decisions depend on.
  template <typename T>
  kube::Reflector::Callbacks ConfiguringCallbacks(Store<T>& store, T (*read)(const tree::Node&));
  kube::Reflector::Callbacks ClusterCallbacks();
  kube::Reflector::Callbacks VpaCallbacks();
  kube::Reflector::Callbacks ConfigurationCallbacks();
  kube::Reflector::Callbacks MachineSetCallbacks();

  // Returns whether decisions do not wait for MachineSets after the error of their list.
  bool AreMachineSetsAbsent(const absl::Status& status);
  // Watches MachineSets if the configuration needs them, and notifies the controller.
  void ConfigurationChanged();
  bool MachineSetsKnown() const;

  const Dependencies dependencies_;
  SizeController& controller_;
  Watched& watched_;
  Watched::Kind machine_sets_ = 0;
  bool no_machine_sets_ = false;  // the cluster does not have MachineSets, or forbids this sidecar to read them
  // The number of consecutive times that the list of MachineSets was forbidden.
  int forbidden_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_SIZE_KINDS_H_
