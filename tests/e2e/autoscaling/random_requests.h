#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_REQUESTS_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_REQUESTS_H_

#include <initializer_list>
#include <random>
#include <string>

#include "absl/strings/string_view.h"
#include "tests/testing/json.h"

namespace cpsizer::e2e {

// Creates autoscalers with all kinds of metrics, pods and errors. The same seed creates the same autoscalers. The first
// step is at the start of the year 2000, and each step is 15 seconds after the previous step. The numbers are so small
// that the results of the controller's arithmetic are defined.
class RandomRequests {
 public:
  explicit RandomRequests(unsigned seed) : random_(seed) {}

  // Returns `count` RecommendReplicasRequests as JSON, without `history` and `now`. Each request is the input of one
  // step of the same autoscaler. The autoscaler has its own namespace.
  kube::Json NextCase(int count);

 private:
  kube::Json Autoscaler();
  // If `without_pods` is true, the metric is an Object or External metric.
  kube::Json Metric(int index, bool without_pods);
  kube::Json Rules();
  kube::Json Pod(int index);
  kube::Json PodMetrics(absl::string_view pod, int now);
  // If `idle` is true, the values of Object and External metrics are 0.
  kube::Json Reading(const kube::Json& metric, int pods, bool idle);
  kube::Json Step(const kube::Json& autoscaler, int now);

  // Returns a random number from `least` to `most`, including both.
  int Between(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }
  bool OneIn(int n) { return Between(1, n) == 1; }
  std::string OneOf(std::initializer_list<const char*> values) {
    return *(values.begin() + Between(0, static_cast<int>(values.size()) - 1));
  }
  // Returns a quantity: up to about `most` milli-units, or a few whole units. Some quantities also have a fraction of a
  // milli-unit.
  std::string Amount(int most);
  // Returns a quantity like Amount() without parts of a milli unit: the API server rounds requests and overheads of
  // pods up to whole milli units, so the controller never sees others.
  std::string Request(int most);
  // Returns a quantity like Amount(), but above zero. Used for targets.
  std::string AboveZero(int most);
  // Returns a random length of a window, in seconds. Some windows end exactly at a step.
  int Window();
  // Returns the time `seconds` after the first step. `seconds` may be negative.
  static std::string At(int seconds);

  std::mt19937 random_;
  int cases_ = 0;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_REQUESTS_H_
