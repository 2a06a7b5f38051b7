#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_SERIAL_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_SERIAL_CONTROLLER_H_

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/time/time.h"
#include "client/sidecar/control/frame/controller.h"

namespace cpsizer::sidecar {

// A controller whose rounds are about all its objects, so that one round runs at a time.
//
// Must be used only on the thread of the event loop.
template <typename Kind>
class SerialController : public Controller<Kind> {
 public:
  using Base = Controller<Kind>;
  using typename Base::Dependencies;
  using typename Base::Options;
  using typename Base::Round;
  using typename Base::RoundPtr;

 protected:
  SerialController(Dependencies dependencies, Options options, size_t most_writes = Base::kNoLimit)
      : Base(std::move(dependencies), std::move(options), /*most_rounds=*/1, most_writes) {}

  // Begins the round that is due. Returns null if there is nothing to decide.
  virtual RoundPtr BeginRound() = 0;
  // Returns the number of known objects.
  virtual size_t objects() const = 0;

  // Makes a round due at this time or earlier. A round in progress ends first.
  void DueAt(absl::Time due) {
    due_ = std::min(due_, due);
    this->Wake();
  }
  // Ends the round. The next round is due after `wait`, or earlier after DueAt() or Start().
  void EndAfter(absl::Duration wait) { EndUntil(std::min(due_, this->now() + wait)); }
  // Ends the round. The next round is due at this time, even if DueAt() or Start() was called during the round.
  void EndUntil(absl::Time due) {
    due_ = due;
    this->EndRound();
  }

 private:
  void QueueAll() final { due_ = this->now(); }
  absl::Time NextDue() const final { return due_; }
  RoundPtr NextRound() final {
    if (due_ > this->now()) return nullptr;
    due_ = absl::InfiniteFuture();
    return BeginRound();
  }
  void Requeue(const RoundPtr& /*round*/) final { due_ = this->now(); }
  void DescribeKind(SidecarStatus& status) const final {
    status.objects = objects();
    status.queued = due_ <= this->now() ? 1 : 0;
  }

  absl::Time due_ = absl::InfiniteFuture();
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_SERIAL_CONTROLLER_H_
