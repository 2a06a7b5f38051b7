#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_WATCHED_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_WATCHED_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/kube/reflector.h"
#include "client/kube/resource_version.h"
#include "client/sidecar/control/object_identity.h"
#include "client/sidecar/control/store.h"
#include "client/sidecar/control/work.h"
#include "client/tree/node.h"

namespace cpsizer::sidecar {

// Puts the response to a write into `store`, unless a watch has already reported a later version or the deletion of the
// object.
template <typename T>
void PutWritten(Store<T>& store, T object) {
  const std::string key = KeyOf(object);
  const T* known = store.Find(key);
  if (known == nullptr || !kube::IsOlder(known->resource_version, object.resource_version)) return;
  store.Put(key, std::move(object));
}

// The objects of one or several kinds that one controller decides about. A reflector keeps each kind current. The
// lists are complete when all kinds are listed.
//
// If one watch breaks, all kinds are listed again before the next decision, because the API server may have been
// restored from a backup. The precondition of a write does not detect this, because it covers only the written object.
//
// Must be used only on the thread of the event loop.
class Watched {
 public:
  // `failure` is the message of the log line for a failure to watch the API server. `context` must outlive this object.
  Watched(const Work::Context& context, std::string failure) : context_(context), failure_(std::move(failure)) {}
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  // Adds a kind; must be called before Follow(). `store` must outlive this object. `changed` is called after an object
  // was added, removed or changed. An object has changed if HasSameContent() returns false for its previous and its new
  // version. T must derive from ObjectIdentity.
  template <typename T>
  void Add(kube::Resource resource, T (*read)(const tree::Node&), Store<T>& store, std::function<void()> changed) {
    const auto remove = [&store, changed](const std::string& key) {
      if (store.Find(key) == nullptr) return;
      store.Remove(key);
      changed();
    };
    const auto put = [&store, changed](T object, bool listed) {
      const std::string key = KeyOf(object);
      const T* known = store.Find(key);
      const bool same = known != nullptr && HasSameContent(*known, object);
      listed ? store.PutListed(key, std::move(object)) : store.Put(key, std::move(object));
      if (!same) changed();
    };
    kube::Reflector::Callbacks handlers;
    handlers.list_begins = [&store] { store.BeginList(); };
    handlers.listed = [put, read](const tree::Node& object) { put(read(object), /*listed=*/true); };
    handlers.list_ends = [&store, remove] {
      for (const std::string& key : store.EndList()) remove(key);
    };
    handlers.list_abandoned = [&store, remove] {
      for (const std::string& key : store.AbandonList()) remove(key);
    };
    handlers.changed = [put, read](const tree::Node& object) { put(read(object), /*listed=*/false); };
    handlers.deleted = [remove](const tree::Node& object) { remove(KeyOf(ReadIdentity(object))); };
    handlers.check = [&store] { return CheckStoreSize(store); };
    Add(std::move(resource), std::move(handlers));
  }
  // Adds a kind whose objects the caller keeps. Callbacks about failures are not used.
  void Add(kube::Resource resource, kube::Reflector::Callbacks handlers) {
    lists_.push_back({std::move(resource), std::move(handlers)});
  }

  // Starts the reflectors. Must be called once.
  void Follow(Work::Callbacks callbacks);
  // Stops the reflectors. Must not be called from a callback.
  void Unfollow();
  // Lists all objects again before the next `complete`. Does nothing before Follow(). Must not be called from a
  // callback.
  void Relist() { ListAllBut(nullptr); }

 private:
  struct List {
    kube::Resource resource;
    kube::Reflector::Callbacks handlers;
    bool listing = true;  // true while a list is requested or in progress
    bool complete = false;
    std::unique_ptr<kube::Reflector> reflector = nullptr;
  };

  void FollowOne(List& list);
  void ListEnds(List& list);
  void ListAllBut(const List* list);
  void SetComplete(bool complete);
  // Logs the failure if it is the first failure since the lists were complete.
  void Failed(const absl::Status& status);

  const Work::Context& context_;
  const std::string failure_;
  Work::Callbacks callbacks_;
  std::vector<List> lists_;
  bool complete_ = false;  // the last value that the callbacks reported
  bool failed_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_WATCHED_H_
