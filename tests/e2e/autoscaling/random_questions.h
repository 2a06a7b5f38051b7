#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_QUESTIONS_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_QUESTIONS_H_

#include <initializer_list>
#include <random>
#include <string>

#include "absl/strings/string_view.h"
#include "tests/testing/json.h"

namespace cpsizer::e2e {

// Autoscalers with all kinds of metrics, pods and error, the same for the same seed. It is the beginning of the year
// 2000, and a quarter of a minute later with each look. Figures are small enough for the controller's arithmetic to be
// defined.
class RandomQuestions {
 public:
  explicit RandomQuestions(unsigned seed) : random_(seed) {}

  // RecommendReplicasRequests as JSON, without `history` and `now`: what is found in so many looks at one autoscaler,
  // in a namespace of its own.
  kube::Json NextCase(int looks);

 private:
  kube::Json Autoscaler();
  kube::Json Metric(int index);
  kube::Json Rules();
  kube::Json Pod(int index);
  kube::Json PodMetrics(absl::string_view pod, int now);
  kube::Json Reading(const kube::Json& metric, int pods);
  kube::Json Look(const kube::Json& autoscaler, int now);

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
  // Seconds; with some of the looks just at its edge.
  int Window();
  // Seconds from the first look, which may be below 0.
  static std::string At(int seconds);

  std::mt19937 random_;
  int cases_ = 0;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_RANDOM_QUESTIONS_H_
