#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_HOLDS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_HOLDS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace cpsizer::sidecar {

// The objects held for one reason.
struct HeldObjects {
  size_t count = 0;
  absl::Duration longest;  // the longest hold of one of them, for any reason
};

// The cause of a hold.
struct HoldCause {
  std::string reason;  // control/hold_reasons.h
  // The name of a cause that holds many objects and is logged once for all of them, such as an API; empty for a cause
  // of this object alone.
  std::string shared;
  // The kind of error of a shared cause, such as a status code. A change of it is logged too.
  std::string sort = "";

  bool operator==(const HoldCause&) const = default;
};

// The objects of one controller, by key, that are held: they do not change, for a reason.
//
// Must be used only on the thread of the event loop. The current time is a parameter.
class Holds {
 public:
  struct Callbacks {
    // The first object is held by this shared cause, or its sort has changed; `error` describes it.
    std::function<void(const HoldCause& cause, const std::string& error)> begins = {};
    // The cause no longer holds an object. It held `affected` objects.
    std::function<void(const HoldCause& cause, size_t affected)> ends = {};
  };

  Holds() = default;
  explicit Holds(Callbacks callbacks) : callbacks_(std::move(callbacks)) {}

  // The object is held from `now` on. Returns whether it was not held before, or was held for another reason, or was
  // held by a shared cause and now by its own.
  bool Hold(const std::string& key, const HoldCause& cause, const std::string& error, absl::Time now);
  // The object is no longer held, or does not exist. Returns the previous cause; its reason is empty if the object
  // was not held.
  HoldCause Release(const std::string& key);

  // Returns an empty cause if the object is not held.
  HoldCause CauseOf(const std::string& key) const;
  std::string ReasonOf(const std::string& key) const { return CauseOf(key).reason; }
  // Returns the number and the longest hold of the held objects, by reason.
  std::map<std::string, HeldObjects> Count(absl::Time now) const;
  // Returns how often a hold of an object began, by reason.
  const std::map<std::string, int64_t>& begun() const { return begun_; }

 private:
  struct Held {
    HoldCause cause;
    absl::Time since;
  };
  struct Shared {
    size_t count = 0;
    absl::optional<std::string> sort;           // the last one that was logged
    absl::flat_hash_set<std::string> affected;  // keys, since the cause began
  };

  void Join(const std::string& key, const HoldCause& cause);
  void NoteSort(const HoldCause& cause, const std::string& error);
  void Leave(const HoldCause& cause);

  Callbacks callbacks_;
  absl::flat_hash_map<std::string, Held> held_;
  std::map<std::string, Shared> shared_;
  std::map<std::string, int64_t> begun_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_HOLDS_H_
