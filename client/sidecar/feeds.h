#ifndef CPSIZER_CLIENT_SIDECAR_FEEDS_H_
#define CPSIZER_CLIENT_SIDECAR_FEEDS_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/reflector.h"
#include "client/sidecar/controller.h"
#include "client/sidecar/seams.h"

namespace cpsizer::sidecar {

// Keeps the world as the API server tells, and the controller informed of what changes. MachineSets are followed only
// while some size lacks a capacity.
class Feeds {
 public:
  // As in kube::Resource.
  struct How {
    bool watch = true;
    absl::Duration poll_interval = absl::Minutes(10);
  };

  struct Callbacks {
    std::function<void()> complete;        // hears once: everything that decisions need has been listed
    std::function<void()> failed = [] {};  // the API server cannot be followed for now
  };

  Feeds(const Seams& seams, kube::ApiClient& client, Controller& controller, const How& how, Callbacks callbacks);

 private:
  using Json = kube::Json;

  std::unique_ptr<kube::Reflector> Follow(kube::Resource resource, kube::Reflector::Callbacks callbacks);
  // For objects whose change concerns single clusters: `put` tells which.
  template <typename T>
  kube::Reflector::Callbacks QueueingCallbacks(Store<T>& store, std::function<World::Keys(const Json&, bool)> put,
                                               std::function<void(const std::string&)> remove);
  kube::Reflector::Callbacks ClusterCallbacks();
  kube::Reflector::Callbacks VpaCallbacks();
  kube::Reflector::Callbacks ConfigurationCallbacks();
  kube::Reflector::Callbacks MachineSetCallbacks();

  void PutConfiguration(const Json& object, bool listed);
  // Begins or ends to follow MachineSets, as the configuration needs them, and lets the controller look.
  void ConfigurationChanged();
  bool MachineSetsKnown() const;
  void CheckComplete();
  void Failed(const absl::Status& status);

  const Seams seams_;
  kube::ApiClient& client_;
  Controller& controller_;
  const How how_;
  const Callbacks callbacks_;
  bool told_complete_ = false;
  bool no_machine_sets_ = false;  // there is no such kind in this cluster
  std::unique_ptr<kube::Reflector> configurations_;
  std::unique_ptr<kube::Reflector> clusters_;
  std::unique_ptr<kube::Reflector> vpas_;
  std::unique_ptr<kube::Reflector> machine_sets_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_FEEDS_H_
