#ifndef CPSIZER_TESTS_SIDECAR_CONTROL_FAULT_BURSTS_H_
#define CPSIZER_TESTS_SIDECAR_CONTROL_FAULT_BURSTS_H_

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "tests/sidecar/control/random_faults.h"
#include "tests/sidecar/size/sidecar_fixture.h"
#include "tests/testing/fake_api/fake_api_server.h"

namespace cpsizer::sidecar {

// The time after the last fault within which all decisions must be applied (docs/sidecar.md, "After a fault").
inline constexpr absl::Duration kConvergenceBound = absl::Seconds(30);
// The same bound after a refusal. A refusal is retried after 45 s to 75 s, and the write then needs a few seconds.
inline constexpr absl::Duration kRefusalConvergenceBound = absl::Seconds(80);

// Runs a sidecar while objects change. First there are bursts of random faults. Then there are bursts with one kind of
// fault each, which are so long that delays have grown. After each burst all changes stop, and the time until
// convergence is measured. Each fourth random burst also has refusals, for which there is a separate bound.
class FaultBursts {
 public:
  // The controller under test and its cluster. All members must outlive the bursts.
  struct Cluster {
    testing::FakeApiServer& server;
    BreakableService& service;
    // Returns the time of the sidecar, which runs faster than real time.
    std::function<absl::Time()> now;
    // Runs the sidecar until `done` returns true. Returns false after `at_most` of real time.
    std::function<bool(const std::function<bool()>& done, absl::Duration at_most)> run_until;
    // Changes one object, as users do.
    std::function<void()> change;
    // Makes the state valid, so that the controller can decide it.
    std::function<void()> end_changes;
    // Returns the first object that is not as decided; empty if all objects are.
    std::function<std::string()> unsettled;
  };

  FaultBursts(RandomFaults& faults, Cluster cluster) : faults_(faults), cluster_(std::move(cluster)) {}

  // Runs until there were enough faults. The test fails if a burst does not end or the state does not converge.
  void Run();
  // Fails for each burst after which the sidecar did not converge in time, and prints the kinds of the faults. Only
  // checks this if `./dev soak sidecar` runs the test: the time of the sidecar is faster than real time, so the bounds
  // are useful only on an idle machine without sanitizers. If the sidecar does not converge at all, Run() fails.
  void ExpectConvergedInTime() const;
  // Prints the faults and the times of convergence.
  void Print() const;

 private:
  bool RunBurst(bool refusals);
  bool RunBurstOf(const std::string& kind);
  void EndBurst();
  bool Converge(bool refusals);
  // Returns the kinds and numbers of the faults since the last call, such as `429 3, closed 2`.
  std::string NewFaults();
  static void PrintTimes(absl::string_view name, absl::Duration bound, std::vector<absl::Duration> times);

  RandomFaults& faults_;
  const Cluster cluster_;
  // The time of the last response of the service, including the delay by a fault.
  absl::Time last_answer_ = absl::InfinitePast();
  std::vector<absl::Duration> after_faults_;
  std::vector<absl::Duration> after_refusals_;
  std::vector<std::string> late_;
  std::map<std::string, int> seen_;  // faults until the last call of NewFaults()
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_CONTROL_FAULT_BURSTS_H_
