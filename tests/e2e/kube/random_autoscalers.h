#ifndef CPSIZER_TESTS_E2E_KUBE_RANDOM_AUTOSCALERS_H_
#define CPSIZER_TESTS_E2E_KUBE_RANDOM_AUTOSCALERS_H_

#include <cstddef>
#include <cstdint>
#include <random>

#include "tests/testing/json.h"

namespace cpsizer::e2e {

// HorizontalPodAutoscalers of autoscaling/v2 as people write them, and as they should not: a good one, with none to
// three things changed, each for the better or the worse. Every value is of its field's type, and no list is written
// out empty. The same seed gives the same ones.
class RandomAutoscalers {
 public:
  explicit RandomAutoscalers(uint32_t seed) : random_(seed) {}

  kube::Json Next();

 private:
  kube::Json Good();
  kube::Json GoodMetric();
  // Changes something in one place.
  void Change(kube::Json& autoscaler);
  void ChangeBounds(kube::Json& spec);
  void ChangeReference(kube::Json& reference);
  void ChangeMetric(kube::Json& metric);
  void ChangeSource(kube::Json& source);
  void ChangeTarget(kube::Json& target);
  void ChangeBehavior(kube::Json& behavior);
  void ChangePolicy(kube::Json& policy);

  size_t Below(size_t end) { return random_() % end; }
  // One of the values; null takes the field away.
  template <size_t n>
  void Put(kube::Json& object, const char* field, const kube::Json (&values)[n]) {
    const kube::Json& value = values[Below(n)];
    if (!object.is_object()) object = kube::Json::object();
    value.is_null() ? static_cast<void>(object.erase(field)) : static_cast<void>(object[field] = value);
  }

  std::mt19937 random_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_KUBE_RANDOM_AUTOSCALERS_H_
