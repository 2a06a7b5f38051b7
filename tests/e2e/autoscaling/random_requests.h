#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_REQUESTS_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_REQUESTS_H_

#include <initializer_list>
#include <random>
#include <string>

#include "absl/strings/string_view.h"
#include "tests/testing/json.h"

namespace cpsizer::e2e {

// Makes autoscalers with all kinds of metrics, pods and errors, the same for the same seed. Time starts at the
// beginning of the year 2000, and each step is 15 seconds later. Figures are small enough for the controller's
// arithmetic to be defined.
class RandomRequests {
 public:
  explicit RandomRequests(unsigned seed) : random_(seed) {}

  // Returns RecommendReplicasRequests as JSON, without `history` and `now`: the input of each step for one
  // autoscaler, in its own namespace.
  kube::Json NextCase(int count);

 private:
  kube::Json Autoscaler();
  kube::Json Metric(int index);
  kube::Json Rules();
  kube::Json Pod(int index);
  kube::Json PodMetrics(absl::string_view pod, int now);
  kube::Json Reading(const kube::Json& metric, int pods);
  kube::Json Step(const kube::Json& autoscaler, int now);

  // Both ends are included.
  int Between(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }
  bool OneIn(int n) { return Between(1, n) == 1; }
  std::string OneOf(std::initializer_list<const char*> values) {
    return *(values.begin() + Between(0, static_cast<int>(values.size()) - 1));
  }
  // Returns up to about `most` milli-units, or a few whole units, sometimes with finer units.
  std::string Amount(int most);
  // The same, for targets.
  std::string AboveZero(int most);
  // Returns the length of a window in seconds; some windows end exactly at a step.
  int Window();
  // Returns a time in seconds after the first step, which may be below 0.
  static std::string At(int seconds);

  std::mt19937 random_;
  int cases_ = 0;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_REQUESTS_H_
