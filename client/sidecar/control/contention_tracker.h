#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_CONTENTION_TRACKER_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_CONTENTION_TRACKER_H_

#include <cstddef>
#include <string>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace cpsizer::sidecar {

// The rule that decides when another writer and the sidecar contend for the same objects.
struct ContentionRule {
  int rounds;             // the number of changes after which contention begins
  absl::Duration window;  // the time within which these changes must occur
  absl::Duration lasts;   // the time from the last change to the end of contention
};

// The objects of one controller that another writer also changes. In each function, `what` is the part of the object
// that the other writer changes, such as `size` or `status`.
//
// Must be used only on the thread of the event loop. The current time is a parameter.
class ContentionTracker {
 public:
  explicit ContentionTracker(const ContentionRule& rule) : rule_(rule) {}

  // Must be called when another writer has changed `what` of the object or has reverted our write. Returns whether
  // contention begins with this change. A change during contention prolongs the contention.
  bool Changed(const std::string& key, absl::string_view what, absl::Time now);
  // Returns whether contention about `what` of the object has ended. Returns true only once for each contention.
  bool Ended(const std::string& key, absl::string_view what, absl::Time now);

  // Returns when contention about `what` of the object ends; a time in the past if there is no contention.
  absl::Time Until(const std::string& key, absl::string_view what) const;
  // Returns the number of objects for which any contention exists.
  size_t Count(absl::Time now) const;

  void Delete(const std::string& key) { objects_.erase(key); }

 private:
  struct Contention {
    absl::InlinedVector<absl::Time, 3> changes;
    absl::Time until = absl::InfinitePast();
  };
  using ContentionsOfObject = absl::btree_map<std::string, Contention>;

  const ContentionRule rule_;
  absl::flat_hash_map<std::string, ContentionsOfObject> objects_;  // few entries
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_CONTENTION_TRACKER_H_
