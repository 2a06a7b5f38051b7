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

// Gives each object, by key, one turn in every period, in the order in which they are due. So every object gets a turn
// before any object gets a second one. If the turns do not fit into the period, the period is prolonged for all
// objects.
//
// Must be used only on the thread of the event loop. The current time is a parameter.
class PeriodicQueue {
 public:
  explicit PeriodicQueue(absl::Duration period) : period_(period) {}

  // The object is due now. Does nothing if it is known already.
  void Add(const std::string& key, absl::Time now);
  // The object does not get further turns. Added again while it still has its turn, it gets another one after it.
  void Remove(const std::string& key);
  // All objects are due now, in the order in which they were due; those that have their turn get another one after it.
  void Restart(absl::Time now);

  // Returns the object that has been due for longest; absent if none is due. Its turn lasts until one of the next four
  // calls.
  absl::optional<std::string> Take(absl::Time now);
  // The turn is over; the next one is due a period later.
  void End(const std::string& key, absl::Time now);
  // The same, but the turn had no result and the next one is due soon: later after each time in a row.
  void EndAndRetry(const std::string& key, absl::Time now);
  // The same, but the next one is due after `wait`, if that is longer than a period, or at Hasten().
  void EndAndWait(const std::string& key, absl::Time now, absl::Duration wait);
  // The object has changed: if EndAndWait() delays its next turn, that is due now.
  void Hasten(const std::string& key, absl::Time now);
  // The object could not have its turn: it is due as before.
  void Return(const std::string& key);

  // Returns when Take() next has an object; InfiniteFuture if there is none.
  absl::Time NextDue() const;
  // Returns the number of objects that are due but do not have their turn yet.
  size_t Overdue(absl::Time now) const;
  // Returns how much later than one period after the previous turn the latest one came.
  absl::Duration overrun() const { return overrun_; }
  // Returns whether turns have come late for a whole period; ends once they have been in time for a whole period.
  bool overruns() const { return overruns_; }

 private:
  using Place = std::pair<absl::Time, int64_t>;  // due; the order among those due at the same time
  struct Object {
    Place place;
    absl::Duration grace;  // how late a turn may come within the period
    bool waits = true;     // otherwise it has its turn
    bool again = false;    // due as soon as this turn is over
    bool removed = false;  // while it has its turn
    bool delayed = false;  // by EndAndWait()
    int retries = 0;
  };

  void Queue(const std::string& key, Object& object, absl::Time due, absl::Duration grace);
  // Returns null unless the object has its turn; forgets an object that was removed during its turn.
  Object* Ended(const std::string& key);
  void NoteLateness(absl::Duration late, absl::Time now);

  const absl::Duration period_;
  absl::flat_hash_map<std::string, Object> objects_;
  absl::btree_map<Place, std::string> waiting_;
  int64_t places_ = 0;
  absl::Duration overrun_;
  bool overruns_ = false;
  absl::Time differs_since_ = absl::InfiniteFuture();  // turns are late while overruns_ is false, or the reverse
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_PERIODIC_QUEUE_H_
