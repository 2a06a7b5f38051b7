#ifndef CPSIZER_TESTS_E2E_KUBE_RANDOM_CONFIGURATIONS_H_
#define CPSIZER_TESTS_E2E_KUBE_RANDOM_CONFIGURATIONS_H_

#include <cstdint>
#include <random>
#include <string>

#include "tests/testing/json.h"

namespace cpsizer::e2e {

// ClusterSizingConfigurations as people write them, and as they should not: a good one, with none to three things
// changed, each for the better or the worse. The same seed gives the same ones.
class RandomConfigurations {
 public:
  explicit RandomConfigurations(uint32_t seed) : random_(seed) {}

  kube::Json Next();

 private:
  kube::Json Good();
  // Changes something in one place.
  void Change(kube::Json& configuration);
  void ChangeCriteria(kube::Json& sizes);
  void ChangeEffects(kube::Json& size);
  void ChangeManagement(kube::Json& size);
  void ChangePace(kube::Json& spec);
  void ChangeName(kube::Json& configuration);

  // A value where a quantity belongs.
  kube::Json Quantity();
  kube::Json Duration();
  kube::Json Count();
  int Below(int end) { return static_cast<int>(random_() % static_cast<uint32_t>(end)); }
  kube::Json& One(kube::Json& list) { return list[static_cast<size_t>(Below(static_cast<int>(list.size())))]; }

  std::mt19937 random_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_KUBE_RANDOM_CONFIGURATIONS_H_
