#ifndef CPSIZER_TESTS_SIDECAR_REPLICAS_RANDOM_AUTOSCALERS_H_
#define CPSIZER_TESTS_SIDECAR_REPLICAS_RANDOM_AUTOSCALERS_H_

#include <cstdint>
#include <random>
#include <string>

#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

// Returns the number of replicas that an autoscaler of RandomAutoscalers requires. `load` is the value of its metric,
// and `replicas` is the current number. Does not use the library, so tests can compare it with the library.
int DecidedReplicas(int load, int replicas);

// The Deployments app-0, app-1 and so on in the namespace `shop`. Each has an autoscaler with its own External metric.
// Users and other controllers change all these objects.
class RandomAutoscalers {
 public:
  RandomAutoscalers(uint32_t seed, int count, testing::FakeApiServer& server)
      : random_(seed), count_(count), server_(server) {}

  static std::string NameOf(int number);
  static std::string DeploymentPath(const std::string& name);
  static std::string AutoscalerPath(const std::string& name);
  // Returns the kind of the objects that contain the metric of the autoscaler `name`.
  static testing::FakeApiKind MetricKind(const std::string& name);
  static int ReplicasOf(const kube::Json& deployment);
  static int LoadOf(const kube::Json& metric);

  // Creates all kinds and objects.
  void Begin();
  // Makes one random change or no change.
  void ChangeSomething();
  // Describes the first Deployment whose number of replicas is not the number that its autoscaler requires. Returns an
  // empty text if there is none.
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
