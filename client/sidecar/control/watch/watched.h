#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_WATCH_WATCHED_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_WATCH_WATCHED_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/http/timers.h"
#include "client/kube/reflector.h"
#include "client/kube/resource_version.h"
#include "client/sidecar/control/object_identity.h"
#include "client/sidecar/control/watch/store.h"
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

// Returns the callbacks that keep `store` within its limits, and call `remove` with the key of each object that no
// longer exists. `key_of` returns the key of an object in the store. The caller sets `listed` and `changed`. `store`
// must outlive the callbacks.
template <typename T>
kube::Reflector::Callbacks StoreCallbacks(Store<T>& store, std::string (*key_of)(const tree::Node& object),
                                          std::function<void(const std::string& key)> remove) {
  kube::Reflector::Callbacks callbacks;
  callbacks.list_begins = [&store] { store.BeginList(); };
  callbacks.list_ends = [&store, remove] {
    for (const std::string& key : store.EndList()) remove(key);
  };
  callbacks.list_abandoned = [&store, remove] {
    for (const std::string& key : store.AbandonList()) remove(key);
  };
  callbacks.deleted = [remove, key_of](const tree::Node& object) { remove(key_of(object)); };
  callbacks.check = [&store] { return CheckStoreSize(store); };
  return callbacks;
}

// The objects of one or several kinds that one controller decides about. A reflector keeps each kind current. The
// lists are complete when all kinds that are needed are listed.
//
// The precondition of a write covers only the written object. Therefore no decision is allowed if the stores may
// contain objects that no longer exist, for example after a restore of etcd from a backup:
// - If a watch breaks, the lists are not complete until all kinds are listed again, because a restore breaks all
//   watches, and the others may not have recovered.
// - If the watch of one kind breaks, all kinds are listed again, because the broken connection of another watch can
//   remain open for minutes.
//
// After a break, decisions pause for 0.8 s to 1.6 s plus the time of the lists. After several breaks within two
// minutes, decisions pause for up to 6 s. Lists that fail are retried after at most 6 s, and immediately when a list of
// another kind succeeds. After a watch that ends at its normal timeout, decisions do not pause. After a restore, these
// rules have no effect until the first broken connection is detected.
//
// Must be used only on the thread of the event loop.
class Watched {
 public:
  struct Options {
    std::string failure;  // the message of the log line for a failure to watch the API server
    // If set, all kinds are listed again after this time, to find changes that the watches missed.
    absl::Duration relist_after = absl::InfiniteDuration();
    // If set, the lists are complete only for this time. If `busy` returns true at its end, all kinds are listed again;
    // else the next list of a reflector makes them complete. For kinds without a watch.
    absl::Duration complete_for = absl::InfiniteDuration();
    std::function<bool()> busy = [] { return false; };
  };
  using Kind = size_t;  // the index of a kind

  // `context` must outlive this object.
  Watched(const Work::Context& context, Options options) : context_(context), options_(std::move(options)) {}
  ~Watched();
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  // Adds a kind; must be called before Follow(). `store` must outlive this object. `changed` is called after an object
  // was added, reported again or removed, with the object before and after. `before` is null if the object was not in
  // the store; `after` is null if it was removed. T must derive from ObjectIdentity.
  template <typename T>
  void AddStore(kube::Resource resource, T (*read)(const tree::Node&), Store<T>& store,
                std::function<void(const T* before, const T* after)> changed) {
    const auto put = [&store, changed](T object, bool listed) {
      const std::string key = KeyOf(object);
      const T* known = store.Find(key);
      const absl::optional<T> before = known == nullptr ? absl::nullopt : absl::make_optional<T>(*known);
      listed ? store.PutListed(key, std::move(object)) : store.Put(key, std::move(object));
      changed(before.has_value() ? &*before : nullptr, store.Find(key));
    };
    const auto key_of = [](const tree::Node& object) { return KeyOf(ReadIdentity(object)); };
    kube::Reflector::Callbacks handlers = StoreCallbacks(store, key_of, [&store, changed](const std::string& key) {
      const T* known = store.Find(key);
      if (known == nullptr) return;
      const T before = *known;
      store.Remove(key);
      changed(&before, nullptr);
    });
    handlers.listed = [put, read](const tree::Node& object) { put(read(object), /*listed=*/true); };
    handlers.changed = [put, read](const tree::Node& object) { put(read(object), /*listed=*/false); };
    Add(std::move(resource), std::move(handlers));
  }
  // Like AddStore(), but `changed` is called only if HasSameContent() returns false for the object before and after.
  template <typename T>
  void Add(kube::Resource resource, T (*read)(const tree::Node&), Store<T>& store, std::function<void()> changed) {
    AddStore<T>(std::move(resource), read, store, [changed = std::move(changed)](const T* before, const T* after) {
      if (before == nullptr || after == nullptr || !HasSameContent(*before, *after)) changed();
    });
  }
  // Adds a kind whose objects the caller keeps. Callbacks about failures are not used. If `absent` is set, it is called
  // with the error of each failed list of the kind, and returns true if the lists are complete without this kind: the
  // API server does not have it, or does not allow to read it.
  Kind Add(kube::Resource resource, kube::Reflector::Callbacks handlers,
           std::function<bool(const absl::Status& status)> absent = nullptr) {
    lists_.push_back({std::move(resource), std::move(handlers), std::move(absent)});
    return lists_.size() - 1;
  }

  // Starts the reflectors of the kinds that are needed. Must be called once.
  void Follow(Work::Callbacks callbacks);
  // Stops the reflectors. Must not be called from a callback.
  void Unfollow();
  // Starts or stops the reflector of a kind. All kinds are needed at first. Must not be called from a callback of this
  // kind.
  void SetNeeded(Kind kind, bool needed);
  // Lists all objects again before the next `complete`. Does nothing before Follow(). Must not be called from a
  // callback.
  void Relist() { ListAllBut(nullptr); }

 private:
  struct List {
    kube::Resource resource;
    kube::Reflector::Callbacks handlers;
    std::function<bool(const absl::Status& status)> is_absent = nullptr;
    bool needed = true;
    bool listing = true;  // true while a list is requested or in progress
    bool complete = false;
    bool absent = false;
    std::unique_ptr<kube::Reflector> reflector = nullptr;
  };

  void FollowOne(List& list);
  void ListEnds(List& list);
  void ListFailed(List& list, const absl::Status& status);
  void ListAllBut(const List* list);
  // Calls `complete` or `incomplete` if the lists have become complete or incomplete.
  void CheckComplete();
  // Called when the lists have been complete for Options::complete_for.
  void Expire();
  void CancelTimers();
  void LogFailure(const absl::Status& status);

  const Work::Context& context_;
  const Options options_;
  Work::Callbacks callbacks_;
  std::vector<List> lists_;
  bool following_ = false;
  bool complete_ = false;  // the last value that the callbacks reported
  bool expired_ = false;   // the lists are too old for decisions
  // The errors that were logged since the lists were last complete. If an error affects only one kind of object, the
  // entry is the message. The entry for an outage is an empty text.
  absl::flat_hash_set<std::string> failures_;
  kube::Timers::Id relist_timer_ = 0;
  kube::Timers::Id expiry_timer_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_WATCH_WATCHED_H_
