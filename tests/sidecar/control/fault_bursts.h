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

// The time after the last fault in which all decisions must be applied. Docs: docs/sidecar.md, "After a fault".
inline constexpr absl::Duration kConvergenceBound = absl::Seconds(30);
// The same after a refusal, which is retried after 45 s to 75 s; the write then needs a few seconds.
inline constexpr absl::Duration kRefusalConvergenceBound = absl::Seconds(80);

// Runs a sidecar through bursts of random faults while objects change, then through bursts of one kind of fault each,
// which are so long that delays have grown. After each burst all changes stop, and the time until convergence is
// measured. Every fourth random burst has refusals as well, with a separate bound.
class FaultBursts {
 public:
  // The controller under test, and its cluster. They outlive the bursts.
  struct Cluster {
    testing::FakeApiServer& server;
    BreakableService& service;
    // The sidecar's time, which is faster than real time.
    std::function<absl::Time()> now;
    // Runs the sidecar until `done`; false after `at_most` of real time.
    std::function<bool(const std::function<bool()>& done, absl::Duration at_most)> run_until;
    // Changes one object, as users do.
    std::function<void()> change;
    // Makes the state valid, so that it can be decided.
    std::function<void()> end_changes;
    // Returns the first object that is not as decided; empty if there is none.
    std::function<std::string()> unsettled;
  };

  FaultBursts(RandomFaults& faults, Cluster cluster) : faults_(faults), cluster_(std::move(cluster)) {}

  // Runs until the faults are over. A burst that does not end, and a state that does not converge, are test failures.
  void Run();
  // Fails for each burst after which the sidecar had not converged in time, with the kinds of its faults, if `./dev
  // soak sidecar` runs the test: the sidecar's time is faster than real time, so that the bounds are meaningful only on
  // a quiet machine without sanitizers. Run() fails if it does not converge at all.
  void ExpectConvergedInTime() const;
  // Prints faults and convergence.
  void Print() const;

 private:
  bool RunBurst(bool refusals);
  bool RunBurstOf(const std::string& kind);
  void EndBurst();
  bool Converge(bool refusals);
  // The kinds of faults since the last call, with their numbers: `429 3, closed 2`.
  std::string NewFaults();
  static void PrintTimes(absl::string_view name, absl::Duration bound, std::vector<absl::Duration> times);

  RandomFaults& faults_;
  const Cluster cluster_;
  absl::Time last_answer_ = absl::InfinitePast();  // of the service, that a fault delays
  std::vector<absl::Duration> after_faults_;
  std::vector<absl::Duration> after_refusals_;
  std::vector<std::string> late_;
  std::map<std::string, int> seen_;  // faults until the last NewFaults()
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_CONTROL_FAULT_BURSTS_H_
