#ifndef CPSIZER_CLIENT_KUBE_HTTP_BACKOFF_H_
#define CPSIZER_CLIENT_KUBE_HTTP_BACKOFF_H_

#include "absl/time/time.h"

namespace cpsizer::kube {

// Computes the delays between attempts. The delay doubles with each failure. After some time without failures, the
// delay is reset. With jitter, many clients do not retry at the same time. A value type.
//
// Source of the default values: the reflector of client-go.
class Backoff {
 public:
  struct Options {
    absl::Duration first = absl::Milliseconds(800);
    absl::Duration most = absl::Seconds(30);  // maximum before jitter
    absl::Duration reset_after = absl::Minutes(2);
  };

  Backoff() : Backoff(Options()) {}
  explicit Backoff(const Options& options) : options_(options), step_(options.first) {}

  // Returns the delay before the next attempt: the current step multiplied by a factor from 1 to 2. `random` is in [0,
  // 1).
  absl::Duration Next(absl::Time now, double random);

 private:
  Options options_;
  absl::Duration step_;
  absl::Time last_ = absl::InfinitePast();
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_BACKOFF_H_
