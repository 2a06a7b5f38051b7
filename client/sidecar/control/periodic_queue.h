#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_PERIODIC_QUEUE_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_PERIODIC_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace cpsizer::sidecar {

// Gives each object one turn in each period, in the order in which the objects are due. A key identifies an object. A
// turn is one decision about an object: it begins when Take() returns the key. Each object gets a turn before any
// object gets its second turn. If the turns do not fit into the period, the time between two turns becomes longer for
// all objects.
//
// Must be used only on the thread of the event loop. The current time is a parameter.
class PeriodicQueue {
 public:
  explicit PeriodicQueue(absl::Duration period) : period_(period) {}

  // Adds the object, which is due now. Does nothing if the object exists already.
  void Add(const std::string& key, absl::Time now);
  // Removes the object. If the object is removed and added again during its turn, it gets another turn after the
  // current turn.
  void Remove(const std::string& key);
  // Makes all objects due now, in the order in which they were due. An object whose turn is in progress gets another
  // turn after the current turn.
  void Restart(absl::Time now);

  // Begins the turn of the object that has been due for the longest time, and returns the key. Returns nothing if no
  // object is due. The turn ends when End(), EndAndRetry(), EndAndWait() or Requeue() is called.
  absl::optional<std::string> Take(absl::Time now);
  // Ends the turn. The next turn of the object is due one period later.
  void End(const std::string& key, absl::Time now);
  // Ends a turn that had no result. The next turn is due soon; the delay doubles each time until End() or EndAndWait(),
  // and is at most one period.
  void EndAndRetry(const std::string& key, absl::Time now);
  // Ends the turn. The next turn is due after `wait`, or after one period if `wait` is shorter. Hasten() makes the turn
  // due immediately.
  void EndAndWait(const std::string& key, absl::Time now, absl::Duration wait);
  // Must be called when the object has changed. If EndAndWait() delays the next turn, the turn is due now.
  void Hasten(const std::string& key, absl::Time now);
  // Makes the object due now. An object whose turn is in progress gets another turn after the current turn.
  void Advance(const std::string& key, absl::Time now);
  // Ends a turn in which a decision was not possible. The object is due at the same time as before Take().
  void Requeue(const std::string& key);

  // Returns the time from which Take() returns an object; InfiniteFuture if no object waits.
  absl::Time NextDue() const;
  // Returns the number of objects that are due and whose turn has not begun.
  size_t Overdue(absl::Time now) const;
  // Returns the delay of the last turn that began. A turn has no delay if it begins one period after the previous turn
  // of the object.
  absl::Duration overrun() const { return overrun_; }
  // Returns true if all turns of a whole period were late. Becomes false again after all turns of a whole period were
  // in time.
  bool overruns() const { return overruns_; }

 private:
  // The time at which an object is due, and a number that orders objects that are due at the same time.
  using Place = std::pair<absl::Time, int64_t>;
  struct Object {
    Place place;
    absl::Duration grace;  // a turn that begins within this time after the due time is not late
    bool waits = true;     // false during the turn
    bool again = false;    // due as soon as this turn ends
    bool removed = false;  // removed during its turn
    bool delayed = false;  // delayed by EndAndWait()
    int retries = 0;
  };

  void Queue(const std::string& key, Object& object, absl::Time due, absl::Duration grace);
  // Returns the object. Returns null if the turn of the object is not in progress. If the object was removed during its
  // turn, erases the object and returns null.
  Object* Ended(const std::string& key);
  void NoteLateness(absl::Duration late, absl::Time now);

  const absl::Duration period_;
  absl::flat_hash_map<std::string, Object> objects_;
  absl::btree_map<Place, std::string> waiting_;
  int64_t places_ = 0;
  absl::Duration overrun_;
  bool overruns_ = false;
  // Since this time, all turns differ from `overruns_`: the turns are late although `overruns_` is false, or the turns
  // are in time although `overruns_` is true.
  absl::Time differs_since_ = absl::InfiniteFuture();
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_PERIODIC_QUEUE_H_
