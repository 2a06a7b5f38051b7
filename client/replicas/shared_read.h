#ifndef CPSIZER_CLIENT_REPLICAS_SHARED_READ_H_
#define CPSIZER_CLIENT_REPLICAS_SHARED_READ_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/http/event_loop.h"
#include "client/replicas/limits.h"

namespace cpsizer::replicas {

// Reads a list of a namespace once for all callers that request it during the read or within kSharedAge after the read.
// The error of a failed read is passed only to the callers that waited for this read.
//
// A list is dropped after kSharedAge, even without a further request. A new list is not kept if the number of kept
// items would exceed `max_kept`.
//
// Must be used only on the thread of the event loop. A callback may run before the call returns. No callback runs after
// this object is destroyed.
template <typename Item>
class SharedRead {
 public:
  using Items = std::vector<Item>;
  // Null if the list cannot be shared. If null, each caller must read the list itself.
  using Result = absl::StatusOr<std::shared_ptr<const Items>>;
  using Done = std::function<void(const Result& result)>;
  using Read = std::function<void(const std::string& name_space, Done done)>;

  // `loop` must outlive this object. `read` must call its callback exactly once, with null if the list cannot be
  // shared.
  SharedRead(kube::EventLoop& loop, Read read, size_t max_kept)
      : loop_(loop), read_(std::move(read)), max_kept_(max_kept) {}
  ~SharedRead() {
    *alive_ = false;
    for (const auto& [name_space, entry] : entries_) loop_.timers().Cancel(entry.drop);
  }
  SharedRead(const SharedRead&) = delete;
  SharedRead& operator=(const SharedRead&) = delete;

  // Calls `done` once. If a list that is kept is recent enough, calls `done` before this function returns.
  void Get(const std::string& name_space, Done done) {
    const auto it = entries_.find(name_space);
    // Drops a list that is too old, because the timer for this list may be late.
    if (it != entries_.end() && it->second.items != nullptr && loop_.now() > it->second.end) Drop(name_space);
    const auto [found, is_new] = entries_.try_emplace(name_space);
    if (found->second.items != nullptr) return done(Result(found->second.items));
    found->second.waiting.push_back(std::move(done));
    if (!is_new) return;
    read_(name_space, [this, alive = alive_, name_space](const Result& result) {
      if (*alive) Take(name_space, result);
    });
  }

 private:
  // A read in progress, or the list from a completed read. The read is in progress until `items` is set.
  struct Entry {
    std::vector<Done> waiting;
    std::shared_ptr<const Items> items;
    absl::Time end;
    kube::Timers::Id drop = 0;
  };

  // Ends the read of a namespace. Keeps the list if the limit permits this, and passes the list to all waiting callers.
  void Take(const std::string& name_space, const Result& result) {
    const auto it = entries_.find(name_space);
    const std::vector<Done> waiting = std::move(it->second.waiting);
    if (result.ok() && *result != nullptr && kept_ + (*result)->size() <= max_kept_) {
      it->second.waiting.clear();
      it->second.items = *result;
      it->second.end = loop_.now() + kSharedAge;
      it->second.drop = loop_.timers().At(it->second.end, [this, name_space] { Drop(name_space); });
      kept_ += (*result)->size();
    } else {
      entries_.erase(it);
    }
    // Checks `alive`, because each callback may destroy this object.
    const std::shared_ptr<bool> alive = alive_;
    for (const Done& done : waiting) {
      if (*alive) done(result);
    }
  }

  void Drop(const std::string& name_space) {
    const auto it = entries_.find(name_space);
    loop_.timers().Cancel(it->second.drop);
    kept_ -= it->second.items->size();
    entries_.erase(it);
  }

  kube::EventLoop& loop_;
  const Read read_;
  const size_t max_kept_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  absl::flat_hash_map<std::string, Entry> entries_;
  size_t kept_ = 0;
};

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_SHARED_READ_H_
