#ifndef CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_ORACLE_H_
#define CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_ORACLE_H_

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

// The autoscaler of the test: sizes small, medium and large, and these numbers.
inline constexpr absl::Duration kFaultyWindow = absl::Seconds(30);
inline constexpr absl::Duration kFaultyInterval = absl::Seconds(5);
inline constexpr absl::Duration kFaultyDelay = absl::Seconds(30);

// Judges the writes of a controller of machines, with arithmetic of its own. A patch of the ControlPlaneMachineSet that
// the server takes must be one step, announced in the status, decided from samples that the metrics API has returned,
// whose windows are full and beyond the threshold, and not within the delay of a step before. Times of steps in the
// status must be those of such patches. Thread-safe.
class MachineOracle {
 public:
  // The metrics API has returned a sample.
  void SeeSample(const std::string& node, const std::string& timestamp, const std::string& cpu);
  // The controller has asked the service.
  void SeeRequest(v1::RecommendMachineRequest request);
  // As FakeApiServer::Options::observe.
  void Check(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);

  std::vector<std::string> wrong() const;
  int steps() const;
  // What the status lacks of the last steps; empty if nothing.
  std::string Forgotten(const kube::Json& status) const;

 private:
  // Each returns why it is wrong; empty if it is not.
  std::string JudgePatch(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);
  std::string JudgeStatus(const testing::FakeApiWrite& write) const;
  std::string JudgeRequest(const v1::RecommendMachineRequest& request, bool up, const std::string& from) const;
  std::string JudgeNode(const v1::MachineNodeSamples& node, absl::Time now, double& percent) const;

  mutable std::mutex mutex_;                                            // guards all below
  std::map<std::pair<std::string, std::string>, std::string> samples_;  // CPU, by node and time
  std::multimap<std::string, v1::RecommendMachineRequest> requests_;    // by `now`
  std::map<std::string, std::string> last_;                             // time of the last step, by direction
  std::vector<std::string> times_;                                      // of all steps
  std::vector<std::string> wrong_;
};

std::string MachineSizeOf(const kube::Json& machine_set);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_ORACLE_H_
