#ifndef CPSIZER_TESTS_E2E_KUBE_RANDOM_AUTOSCALERS_H_
#define CPSIZER_TESTS_E2E_KUBE_RANDOM_AUTOSCALERS_H_

#include <cstddef>
#include <cstdint>
#include <random>

#include "tests/testing/json.h"

namespace cpsizer::e2e {

// Creates valid and invalid HorizontalPodAutoscalers of autoscaling/v2. Each object is valid at first, and then gets up
// to three random changes that may make it invalid. Each value has the type of its field, and no list is empty. The
// same seed creates the same objects.
class RandomAutoscalers {
 public:
  explicit RandomAutoscalers(uint32_t seed) : random_(seed) {}

  kube::Json Next();

 private:
  kube::Json Good();
  kube::Json GoodMetric();
  // Makes one random change.
  void Change(kube::Json& autoscaler);
  void ChangeBounds(kube::Json& spec);
  void ChangeReference(kube::Json& reference);
  void ChangeMetric(kube::Json& metric);
  void ChangeSource(kube::Json& source);
  void ChangeTarget(kube::Json& target);
  void ChangeBehavior(kube::Json& behavior);
  void ChangePolicy(kube::Json& policy);

  size_t Below(size_t end) { return random_() % end; }
  // Sets the field to one of the values. The value null removes the field.
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
