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
#include "client/sidecar/control/log.h"

namespace cpsizer::sidecar {

// The objects that are held for one reason.
struct HeldObjects {
  size_t count = 0;
  absl::Duration longest;  // the age of the oldest of these holds
};

// The cause of a hold.
struct HoldCause {
  std::string reason;  // one of control/hold_reasons.h
  // The name of a cause that holds many objects, such as an API. A shared cause is logged once for all its objects.
  // Empty if the cause holds only this object.
  std::string shared;
  // The kind of error of a shared cause, such as a status code. A change of the kind is logged too.
  std::string kind = "";

  bool operator==(const HoldCause&) const = default;
};

// The held objects of one controller, by key. The controller does not change a held object. Each hold has a reason.
//
// Must be used only on the thread of the event loop. The current time is a parameter.
class Holds {
 public:
  struct Callbacks {
    // Called when a shared cause holds its first object, or when the kind of the cause has changed. `error` describes
    // the cause.
    std::function<void(const HoldCause& cause, const std::string& error)> begins = {};
    // Called when a shared cause no longer holds any object. The cause held `affected` objects.
    std::function<void(const HoldCause& cause, size_t affected)> ends = {};
  };

  Holds() = default;
  explicit Holds(Callbacks callbacks) : callbacks_(std::move(callbacks)) {}

  // Holds the object from `now` on. Returns true if the object was not held before or was held for another reason.
  // Returns true in one more case: the previous cause was shared, and `cause` is not shared.
  bool Hold(const std::string& key, const HoldCause& cause, const std::string& error, absl::Time now);
  // Ends the hold of the object. Must be called when the object is no longer held or no longer exists. Returns the
  // cause of the hold. If the object was not held, the returned cause has an empty reason.
  HoldCause Release(const std::string& key);

  // Returns the cause of the hold. The cause is empty if the object is not held.
  HoldCause CauseOf(const std::string& key) const;
  std::string ReasonOf(const std::string& key) const { return CauseOf(key).reason; }
  // Returns the number of held objects and the age of the oldest hold, by reason.
  std::map<std::string, HeldObjects> Count(absl::Time now) const;
  // Returns the number of holds that began, by reason.
  const std::map<std::string, int64_t>& begun() const { return begun_; }

 private:
  struct Held {
    HoldCause cause;
    absl::Time since;
  };
  struct Shared {
    size_t count = 0;
    absl::optional<std::string> kind;           // the last logged kind
    absl::flat_hash_set<std::string> affected;  // keys of the objects held since the cause began
  };

  void Join(const std::string& key, const HoldCause& cause);
  void NoteKind(const HoldCause& cause, const std::string& error);
  void Leave(const HoldCause& cause);

  Callbacks callbacks_;
  absl::flat_hash_map<std::string, Held> held_;
  std::map<std::string, Shared> shared_;
  std::map<std::string, int64_t> begun_;
};

// Returns callbacks that log a shared cause, such as an outage of the service or of an API, once when it begins and
// once when it ends. `what` is the name of the values that do not change during that time, such as `replicas`.
// `objects` is the key of the log field with the number of held objects.
Holds::Callbacks LogSharedCauses(const Log& log, const std::string& what, const std::string& objects);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_HOLDS_H_
