#ifndef CPSIZER_TESTS_SIDECAR_REPLICAS_RANDOM_AUTOSCALERS_H_
#define CPSIZER_TESTS_SIDECAR_REPLICAS_RANDOM_AUTOSCALERS_H_

#include <cstdint>
#include <random>
#include <string>

#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

// Returns the number of replicas that an autoscaler of RandomAutoscalers requires. `load` is the value of its metric,
// and `replicas` is the current number. This is an oracle that does not use the library.
int DecidedReplicas(int load, int replicas);

// Deployments app-0, app-1 and so on in the namespace `shop`, each with an autoscaler that uses its own External
// metric. Users and other controllers change all of these objects.
class RandomAutoscalers {
 public:
  RandomAutoscalers(uint32_t seed, int count, testing::FakeApiServer& server)
      : random_(seed), count_(count), server_(server) {}

  static std::string NameOf(int number);
  static std::string DeploymentPath(const std::string& name);
  static std::string AutoscalerPath(const std::string& name);
  // Returns the kind of the object that has the value of the metric of `name`.
  static testing::FakeApiKind MetricKind(const std::string& name);
  static int ReplicasOf(const kube::Json& deployment);
  static int LoadOf(const kube::Json& metric);

  // Creates all kinds and objects.
  void Begin();
  // Makes one random change, or none.
  void ChangeSomething();
  // Returns the first deployment that does not have the replicas that its autoscaler requires; empty if there is none.
  std::string Unsettled() const;

 private:
  int RandomBelow(int sides) { return static_cast<int>(random_() % static_cast<uint32_t>(sides)); }
  void PutDeployment(const std::string& name);
  void PutAutoscaler(const std::string& name);
  void PutLoad(const std::string& name);

  std::mt19937 random_;
  const int count_;
  testing::FakeApiServer& server_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_REPLICAS_RANDOM_AUTOSCALERS_H_
