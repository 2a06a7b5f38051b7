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

// Keeps the cache current by list and watch, and reports changes to the controller. MachineSets are followed only while
// some size has no capacity in the configuration. Everything is listed again periodically, to find what the watches
// have missed.
//
// No precondition of the API reaches from a cluster to its VPA. So nothing may be decided while one of them is known
// from objects that no longer exist, as after a restore of etcd from a backup:
// - If a watch breaks, nothing is decided until everything is listed again. A restore breaks all watches, and the first
//   one that recovers must not decide before the others have recovered.
// - All kinds are listed again, whichever broke: a connection to a server that is gone can seem alive for minutes.
// That costs 0.8 s to 1.6 s after a break, and the lists. After several breaks within two minutes it costs up to 6 s.
// Lists that fail are retried after 6 s at most, and at once when a list of another kind succeeds. A watch that ends at
// its normal timeout costs nothing.
//
// This does not help while all connections seem alive, until the first of them is found dead.
//
// Without watches the same rule applies to old lists: a while after the lists, decisions stop, and the remaining work
// waits until everything is listed again.
class Informers {
 public:
  struct Options {
    bool watch = true;                                 // otherwise only lists
    absl::Duration poll_interval = absl::Minutes(10);  // between two lists
  };

  struct Callbacks {
    std::function<void()> complete;        // everything that decisions need is known
    std::function<void()> incomplete;      // decisions must stop until the next `complete`
    std::function<void()> failed = [] {};  // the API server cannot be followed for now
  };

  Informers(const Dependencies& dependencies, kube::ApiClient& client, SizeController& controller,
            const Options& options, Callbacks callbacks);
  ~Informers();
  Informers(const Informers&) = delete;
  Informers& operator=(const Informers&) = delete;

  // Another process may have decided from newer objects: lists everything again before anything is decided.
  void Relist();

 private:
  struct Informer {
    enum class State : uint8_t { kListing, kInTouch, kLost };

    State state = State::kListing;
    std::unique_ptr<kube::Reflector> reflector;
  };

  void Follow(Informer& informer, kube::Resource resource, kube::Reflector::Callbacks callbacks);
  // A list of this kind has ended.
  void RetryOthersNow(const Informer& informer);
  // A list of this kind begins.
  void ListBegins(const Informer& informer);
  void ListAllBut(const Informer* informer);
  void Expire();
  // Keeps `store` within its limits, and calls `remove` for each object that no longer exists. Used for every kind.
  template <typename T>
  static kube::Reflector::Callbacks StoreCallbacks(Store<T>& store, std::function<void(const std::string&)> remove);
  // For kinds whose objects concern single clusters: `put` returns which.
  template <typename T>
  kube::Reflector::Callbacks QueueingCallbacks(Store<T>& store,
                                               std::function<ClusterCache::Keys(const tree::Node&, bool)> put,
                                               std::function<void(const std::string&)> remove);
  // For kinds that all decisions depend on.
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
  bool expired_ = false;  // too old for decisions
  // The errors logged since the caches were last complete: those of single kinds, and empty text for an outage.
  absl::flat_hash_set<std::string> failures_;
  bool no_machine_sets_ = false;  // the cluster does not have this kind, or forbids reading it
  int forbidden_ = 0;             // consecutive times that MachineSets were forbidden
  Informer configurations_;
  Informer clusters_;
  Informer vpas_;
  Informer machine_sets_;  // without reflector if it is not needed
  kube::Timers::Id poll_timer_ = 0;
  kube::Timers::Id expiry_timer_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_INFORMERS_H_
