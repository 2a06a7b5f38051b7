#ifndef CPSIZER_TESTS_SIDECAR_RANDOM_FAULTS_H_
#define CPSIZER_TESTS_SIDECAR_RANDOM_FAULTS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "tests/sidecar/sidecar_world.h"
#include "tests/testing/fake_api_server.h"

namespace cpsizer::sidecar {

// What goes wrong with half of all watches, a tenth of all pages of lists and a quarter of all other requests to the
// API server and answers of the service, until there were enough faults. Thread-safe, but for Disturb().
class RandomFaults {
 public:
  RandomFaults(uint32_t seed, int most) : most_(most), random_(seed) {}

  // As FakeApiServer::Faults.
  testing::FakeApiFault Next(const testing::FakeApiRequest& request);
  // Before an answer of the service.
  void Disturb(BreakableService& service);
  // Lets a request go on that is held up; now and then, for requests held up in turn.
  void LetOneGo();
  // Lets all go on: the faults are over.
  void LetAllGo();
  bool over() const;

  // The only token that the API server takes.
  std::string Token() const;
  void ExpireToken();

  // How often there was which.
  std::map<std::string, int> counts() const;

 private:
  using Fault = testing::FakeApiFault;

  // With the lock held.
  // Once in `times`.
  bool Strikes(uint32_t times);
  Fault Counted(const std::string& name, Fault fault);
  Fault OfAnyRequest();
  Fault OfWatch();
  Fault OfLaterPage(const testing::FakeApiRequest& request);
  std::shared_ptr<testing::FakeGate> NewGate();

  const int most_;
  mutable std::mutex mutex_;  // guards all below
  std::mt19937 random_;
  int faults_ = 0;
  std::map<std::string, int> counts_;
  int tokens_ = 0;
  std::vector<std::shared_ptr<testing::FakeGate>> gates_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_RANDOM_FAULTS_H_
