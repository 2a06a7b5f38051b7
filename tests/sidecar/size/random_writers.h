#ifndef CPSIZER_TESTS_SIDECAR_SIZE_RANDOM_WRITERS_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_RANDOM_WRITERS_H_

#include <cstdint>
#include <map>
#include <random>
#include <string>

#include "tests/testing/fake_api/fake_api_server.h"

namespace cpsizer::sidecar {

// Each function returns the URL path of an object of the cluster `clusters/NAME`.
std::string ClusterPath(const std::string& name);
std::string VpaPath(const std::string& name);
std::string ConfigurationPath();

// Simulates users and controllers in a management cluster with the clusters hc0, hc1 and so on. They change the objects
// that the sidecar reads and the objects that the sidecar writes.
class RandomWriters {
 public:
  RandomWriters(uint32_t seed, int clusters, testing::FakeApiServer& server)
      : random_(seed), clusters_(clusters), server_(server) {}

  static std::string NameOf(int number);

  // Creates all clusters with their VPAs, the MachineSets and a configuration.
  void Begin();
  // Makes one random change or no change.
  void ChangeSomething();
  // Sets a valid configuration.
  void End();
  // Opts in all clusters and gives each cluster a VPA with a recommendation. The sidecar must then size all clusters.
  void WantAllSized();

 private:
  int RandomBelow(int sides) { return static_cast<int>(random_() % static_cast<uint32_t>(sides)); }
  const char* AnyMemory();
  void ChangeCluster(const std::string& name);
  void EndDeletion(const std::string& name);
  void OptIn(const std::string& name);
  void ChangeVpa(const std::string& name);
  void ChangeConfiguration();
  // Counts the calls for `name`. Returns false if one more reverted write would cause a contention.
  bool MayUndo(const std::string& name);

  std::mt19937 random_;
  const int clusters_;
  testing::FakeApiServer& server_;
  std::map<std::string, int> reverted_;
  int changes_to_next_configuration_ = 0;  // if 0, the configuration can change at any time
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_RANDOM_WRITERS_H_
