#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_QUESTIONS_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_QUESTIONS_H_

#include <initializer_list>
#include <random>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/kube/json.h"

namespace cpsizer::e2e {

// Autoscalers with all kinds of metrics, pods and trouble, the same for the same seed. Times stand so far from every
// boundary of windows and delays that a minute more or less changes no answer, and figures are small enough for the
// controller's arithmetic to be defined.
class RandomQuestions {
 public:
  RandomQuestions(unsigned seed, absl::Time now) : random_(seed), now_(now) {}

  // RecommendReplicasRequests as JSON, without `history` and `now`: what is found in so many looks at one autoscaler,
  // in a namespace of its own.
  kube::Json NextCase(int looks);

 private:
  kube::Json Autoscaler();
  kube::Json Metric(int index);
  kube::Json Rules();
  kube::Json Pod(int index);
  kube::Json PodMetrics(absl::string_view pod);
  kube::Json Reading(const kube::Json& metric, int pods);
  kube::Json Look(const kube::Json& autoscaler);

  // Both ends included.
  int Between(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }
  bool OneIn(int n) { return Between(1, n) == 1; }
  std::string OneOf(std::initializer_list<const char*> values) {
    return *(values.begin() + Between(0, static_cast<int>(values.size()) - 1));
  }
  // Up to about `most` milli-units, or a few whole ones, and finer at times.
  std::string Amount(int most);
  // The same, for targets.
  std::string AboveZero(int most);
  std::string SecondsAgo(int seconds) const;

  std::mt19937 random_;
  int cases_ = 0;
  const absl::Time now_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_QUESTIONS_H_
