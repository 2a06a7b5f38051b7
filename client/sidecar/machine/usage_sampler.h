#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_USAGE_SAMPLER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_USAGE_SAMPLER_H_

#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/http/event_loop.h"
#include "client/machine/usage_reader.h"

namespace cpsizer::sidecar {

// Measures the control plane nodes once in each interval. Measures even if no decisions are made, so that a process
// that waits for the lease also has full windows. Only one measurement runs at a time: if a measurement takes longer
// than the interval, the next measurement is delayed.
//
// Must be used only on the thread of the event loop.
class UsageSampler {
 public:
  using Usage = absl::StatusOr<machine::NodeUsage>;
  using Read = std::function<void(std::function<void(Usage)> done)>;

  // `loop` must outlive this object. Measures nothing before Start().
  UsageSampler(kube::EventLoop& loop, absl::Duration interval, Read read, std::function<void(const Usage&)> take)
      : loop_(loop), interval_(interval), read_(std::move(read)), take_(std::move(take)) {}
  ~UsageSampler() { Stop(); }
  UsageSampler(const UsageSampler&) = delete;
  UsageSampler& operator=(const UsageSampler&) = delete;

  // Measures now, and then once in each interval. Does nothing if it is already started.
  void Start();
  void Stop();

 private:
  void Sample();

  kube::EventLoop& loop_;
  const absl::Duration interval_;
  const Read read_;
  const std::function<void(const Usage&)> take_;
  // Null while stopped. Stop() sets the value to false for a measurement in progress.
  std::shared_ptr<bool> started_;
  kube::Timers::Id next_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_USAGE_SAMPLER_H_
