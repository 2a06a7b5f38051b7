#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_CONTENTION_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_CONTENTION_H_

#include "absl/container/inlined_vector.h"
#include "absl/time/time.h"

namespace cpsizer::sidecar {

// How often somebody else undid one thing that we wrote. After a few rounds we stop for a while: two writers that fight
// serve nobody. A value type.
class Contention {
 public:
  static constexpr int kRounds = 3;
  static constexpr absl::Duration kWindow = absl::Minutes(10);
  static constexpr absl::Duration kPause = absl::Minutes(30);

  // Somebody undid it. Whether that begins a pause.
  bool Undone(absl::Time now);
  // When writing may go on; in the past where there is no pause.
  absl::Time paused_until() const { return paused_until_; }

 private:
  absl::InlinedVector<absl::Time, kRounds> rounds_;
  absl::Time paused_until_ = absl::InfinitePast();
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_CONTENTION_H_
