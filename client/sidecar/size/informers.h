#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_INFORMERS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_INFORMERS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/reflector.h"
#include "client/sidecar/size/dependencies.h"
#include "client/sidecar/size/size_controller.h"

namespace cpsizer::sidecar {

// Keeps the cache current by list and watch, and reports changes to the controller. MachineSets are watched only while
// a size has no memory capacity or no CPU capacity in the configuration. All objects are listed again periodically, to
// find changes that the watches missed.
//
// The precondition of a write covers only one object, not a cluster together with its VPA. Therefore no decision is
// allowed if the cache may contain objects that no longer exist, for example after a restore of etcd from a backup:
// - If a watch breaks, no decision is made until all objects are listed again. A restore breaks all watches, and no
//   decision is allowed when only one watch has recovered.
// - If the watch of one kind breaks, all kinds are listed again, because the broken connection of another watch can
//   remain open for minutes.
//
// After a break, decisions pause for 0.8 s to 1.6 s plus the time of the lists. After several breaks within two
// minutes, decisions pause for up to 6 s. Lists that fail are retried after at most 6 s, and immediately when a list of
// another kind succeeds. After a watch that ends at its normal timeout, decisions do not pause.
//
// After a restore, these rules have no effect until the first broken connection is detected.
//
// If watches are disabled, decisions are allowed only for some time after each list. Decisions that are not made in
// this time wait until all objects are listed again.
class Informers {
 public:
  struct Options {
    bool watch = true;                                 // if false, only lists are used
    absl::Duration poll_interval = absl::Minutes(10);  // time between two lists
  };

  struct Callbacks {
    // Called when the caches contain all objects that decisions need.
    std::function<void()> complete;
    // Called when the caches are incomplete. Decisions must stop until `complete` is called again.
    std::function<void()> incomplete;
    // Called when a list or a watch of the API server has failed.
    std::function<void()> failed = [] {};
  };

  Informers(const Dependencies& dependencies, kube::ApiClient& client, SizeController& controller,
            const Options& options, Callbacks callbacks);
  ~Informers();
  Informers(const Informers&) = delete;
  Informers& operator=(const Informers&) = delete;

  // Lists all objects again before the next decision, because another process may have decided from newer objects.
  void Relist();

 private:
  struct Informer {
    enum class State : uint8_t { kListing, kInTouch, kLost };

    State state = State::kListing;
    std::unique_ptr<kube::Reflector> reflector;
  };

  void Follow(Informer& informer, kube::Resource resource, kube::Reflector::Callbacks callbacks);
  // Must be called when a list of `informer` has ended.
  void RetryOthersNow(const Informer& informer);
  // Must be called when a list of `informer` begins.
  void ListBegins(const Informer& informer);
  void ListAllBut(const Informer* informer);
  void Expire();
  // Returns callbacks for any kind. The callbacks keep `store` within its limits, and call `remove` for each object
  // that no longer exists.
  template <typename T>
  static kube::Reflector::Callbacks StoreCallbacks(Store<T>& store, std::function<void(const std::string&)> remove);
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

  void MachineSetsFailed(const absl::Status& status);
  // Starts or stops the informer for MachineSets, as the configuration requires, and notifies the controller.
  void ConfigurationChanged();
  bool MachineSetsKnown() const;
  void CheckComplete();
  void Failed(const absl::Status& status);

  const Dependencies dependencies_;
  kube::ApiClient& client_;
  SizeController& controller_;
  const Options options_;
  const Callbacks callbacks_;
  bool complete_ = false;
  bool expired_ = false;  // the lists are too old for decisions
  // The errors that were logged since the caches were last complete. If an error affects only one kind of object, the
  // entry is the message. The entry for an outage is an empty text.
  absl::flat_hash_set<std::string> failures_;
  bool no_machine_sets_ = false;  // the cluster does not have MachineSets, or forbids this sidecar to read them
  // The number of consecutive times that the list of MachineSets was forbidden.
  int forbidden_ = 0;
  Informer configurations_;
  Informer clusters_;
  Informer vpas_;
  Informer machine_sets_;  // has no reflector if MachineSets are not needed
  kube::Timers::Id poll_timer_ = 0;
  kube::Timers::Id expiry_timer_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_INFORMERS_H_
