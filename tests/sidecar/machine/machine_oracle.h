#ifndef CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_ORACLE_H_
#define CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_ORACLE_H_

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/sidecar/control/log.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

// The durations in the autoscaler object of the test. The autoscaler has the sizes small, medium and large.
inline constexpr absl::Duration kFaultyWindow = absl::Seconds(30);
inline constexpr absl::Duration kFaultyInterval = absl::Seconds(5);
inline constexpr absl::Duration kFaultyDelay = absl::Seconds(30);

// Verifies the writes of a controller of machines with its own arithmetic.
//
// The server may accept a patch of the ControlPlaneMachineSet only under these conditions:
//
// - The patch changes the size by one step, and the status announced this step.
// - The step was decided from samples that the metrics API returned. The samples of each node fill the window, and
//   their mean is beyond the threshold.
// - The delay after the previous step has passed.
//
// The times of steps in the status must be the times of such patches. The log lines about a step must be correct.
//
// Thread-safe.
class MachineOracle {
 public:
  // Must be called before the metrics API returns a sample.
  void SeeSample(const std::string& node, absl::Time end, int millicores);
  // Must be called for each request to the service, before the service responds.
  void SeeRequest(v1::RecommendMachineRequest request);
  // FakeApiServer calls this function through Options::observe.
  void Check(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);
  // Must be called for each log line.
  void SeeLine(absl::string_view message, absl::Span<const LogField> fields);

  std::vector<std::string> wrong() const;
  int steps() const;
  // Returns the number of steps that were logged. A process that was killed after a step did not log this step.
  int logged_steps() const;
  // Returns the last steps that are missing in the status; empty if none is missing.
  std::string Forgotten(const kube::Json& status) const;

 private:
  struct Step {
    kube::Json pending;  // the pending change that the status announced
    double mean = 0;     // in percent
    bool logged = false;
  };

  // Each function returns the reason why the write is wrong, or an empty text if the write is correct.
  std::string VerifyPatch(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);
  std::string VerifyStatus(const testing::FakeApiWrite& write) const;
  std::string VerifyLine(absl::string_view message, const kube::Json& line);
  std::string VerifyRequest(const v1::RecommendMachineRequest& request, bool up, const std::string& from,
                            double& mean) const;
  std::string VerifyNode(const v1::MachineNodeSamples& node, absl::Time now, double& percent) const;

  mutable std::mutex mutex_;                                          // guards all fields below
  std::map<std::pair<std::string, absl::Time>, int64_t> samples_;     // billionths of a CPU, by node and end
  std::multimap<std::string, v1::RecommendMachineRequest> requests_;  // by `now`
  std::map<std::string, std::string> last_;                           // time of the last step, by direction
  std::vector<Step> steps_;
  std::vector<std::string> wrong_;
};

std::string MachineSizeOf(const kube::Json& machine_set);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_ORACLE_H_
