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

// Objects of one reason.
struct HeldOnes {
  size_t count = 0;
  absl::Duration longest;  // of one of them, for whatever reasons
};

// Why an object is held.
struct HoldCause {
  std::string reason;  // control/hold_reasons.h
  // The name of a cause that holds many objects and is logged once for all of them, such as an API; empty for a cause
  // of this object alone.
  std::string shared;
  // The sort of error of a shared cause, such as a status code. That it becomes another one is logged too.
  std::string sort = "";

  bool operator==(const HoldCause&) const = default;
};

// The objects of one controller, by key, that are held: they keep what they have, for a reason.
//
// Belongs to the loop. "Now" is a parameter.
class Holds {
 public:
  struct Callbacks {
    // The first object is held by this shared cause, or its sort is another one now; `error` says what it is.
    std::function<void(const HoldCause& cause, const std::string& error)> begins = {};
    // No object is held by it any more. `affected` objects were.
    std::function<void(const HoldCause& cause, size_t affected)> ends = {};
  };

  Holds() = default;
  explicit Holds(Callbacks callbacks) : callbacks_(std::move(callbacks)) {}

  // The object is held from `now` on. Returns whether it was not held before, or for another reason, or by a shared
  // cause and now by its own.
  bool Hold(const std::string& key, const HoldCause& cause, const std::string& error, absl::Time now);
  // The object is not held any more, or does not exist. Returns why it was held; an empty reason if it was not.
  HoldCause Release(const std::string& key);

  // Empty if the object is not held.
  HoldCause CauseOf(const std::string& key) const;
  std::string ReasonOf(const std::string& key) const { return CauseOf(key).reason; }
  // By reason.
  std::map<std::string, HeldOnes> Count(absl::Time now) const;
  // How often an object began to be held, by reason.
  const std::map<std::string, int64_t>& begun() const { return begun_; }

 private:
  struct Held {
    HoldCause cause;
    absl::Time since;
  };
  struct Shared {
    size_t count = 0;
    absl::optional<std::string> sort;           // that was logged
    absl::flat_hash_set<std::string> affected;  // keys, since it began
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
