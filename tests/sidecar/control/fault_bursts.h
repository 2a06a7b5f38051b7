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

// All decisions must be applied within this time after the last fault (docs/sidecar.md, "After a fault").
inline constexpr absl::Duration kConvergenceBound = absl::Seconds(30);
// The same limit after a burst with refusals. A refused request or write is retried after 45 s to 75 s. The write that
// follows then needs a few seconds.
inline constexpr absl::Duration kRefusalConvergenceBound = absl::Seconds(80);

// Runs a sidecar while objects change. The first bursts have random faults, and one in four of these bursts also has
// refusals. The bursts after that have only one kind of fault each. These bursts last long enough for backoff delays to
// grow. After each burst all changes stop, and the time until convergence is measured. Bursts with refusals have a
// separate time limit.
class FaultBursts {
 public:
  // The controller under test and its cluster. All referenced objects must outlive the FaultBursts.
  struct Cluster {
    testing::FakeApiServer& server;
    BreakableService& service;
    // Returns the time of the sidecar, which runs faster than real time.
    std::function<absl::Time()> now;
    // Runs the sidecar until `done` returns true. Returns false after `at_most` of real time.
    std::function<bool(const std::function<bool()>& done, absl::Duration at_most)> run_until;
    // Makes at most one random change of an object, as users do.
    std::function<void()> change;
    // Makes the state valid, so that the controller can make all decisions.
    std::function<void()> end_changes;
    // Describes the first object whose decision is not applied. Returns an empty text if all decisions are applied.
    std::function<std::string()> unsettled;
  };

  FaultBursts(RandomFaults& faults, Cluster cluster) : faults_(faults), cluster_(std::move(cluster)) {}

  // Runs until the required number of faults has occurred. The test fails if a burst does not end or the sidecar does
  // not converge.
  void Run();
  // Fails the test for each burst after which the sidecar did not converge within the time limit, and prints the kinds
  // of the faults. Does nothing unless `./dev soak sidecar` runs the test. The time of the sidecar is faster than real
  // time, so the time limits are meaningful only on an idle machine without sanitizers. Run() already fails if the
  // sidecar never converges.
  void ExpectConvergedInTime() const;
  // Prints the numbers of faults and the times until convergence.
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
  // The time of the last response of the service, including a delay that a fault caused.
  absl::Time last_answer_ = absl::InfinitePast();
  std::vector<absl::Duration> after_faults_;
  std::vector<absl::Duration> after_refusals_;
  std::vector<std::string> late_;
  std::map<std::string, int> seen_;  // number of faults by kind, at the last call of NewFaults()
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_CONTROL_FAULT_BURSTS_H_
