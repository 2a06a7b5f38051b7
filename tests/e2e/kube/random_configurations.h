#ifndef CPSIZER_TESTS_E2E_KUBE_RANDOM_CONFIGURATIONS_H_
#define CPSIZER_TESTS_E2E_KUBE_RANDOM_CONFIGURATIONS_H_

#include <cstdint>
#include <random>
#include <string>

#include "tests/testing/json.h"

namespace cpsizer::e2e {

// Creates valid and invalid ClusterSizingConfigurations. Each object is valid at first, and then gets up to three
// random changes that may make it invalid. The same seed creates the same objects.
class RandomConfigurations {
 public:
  explicit RandomConfigurations(uint32_t seed) : random_(seed) {}

  kube::Json Next();

 private:
  kube::Json Good();
  // Makes one random change.
  void Change(kube::Json& configuration);
  void ChangeCriteria(kube::Json& sizes);
  void ChangeEffects(kube::Json& size);
  void ChangeManagement(kube::Json& size);
  void ChangePace(kube::Json& spec);
  void ChangeName(kube::Json& configuration);

  // Returns a random value for a quantity.
  kube::Json Quantity();
  kube::Json Duration();
  kube::Json Count();
  int Below(int end) { return static_cast<int>(random_() % static_cast<uint32_t>(end)); }
  kube::Json& One(kube::Json& list) { return list[static_cast<size_t>(Below(static_cast<int>(list.size())))]; }

  std::mt19937 random_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_KUBE_RANDOM_CONFIGURATIONS_H_
