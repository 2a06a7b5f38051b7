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

// The autoscaler of the test: sizes small, medium and large, and these numbers.
inline constexpr absl::Duration kFaultyWindow = absl::Seconds(30);
inline constexpr absl::Duration kFaultyInterval = absl::Seconds(5);
inline constexpr absl::Duration kFaultyDelay = absl::Seconds(30);

// Checks the writes of a controller of machines with its own arithmetic. A patch of the ControlPlaneMachineSet that the
// server accepts must be one step, announced in the status, decided from samples that the metrics API has returned,
// whose windows are full and beyond the threshold, and not within the delay after the previous step. Times of steps in
// the status must be those of such patches, and log lines about a step must have its facts. Thread-safe.
class MachineOracle {
 public:
  // The metrics API has returned a sample.
  void SeeSample(const std::string& node, absl::Time end, int millicores);
  // The controller has sent a request to the service.
  void SeeRequest(v1::RecommendMachineRequest request);
  // For FakeApiServer::Options::observe.
  void Check(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);
  // For Log.
  void SeeLine(absl::string_view message, absl::Span<const LogField> fields);

  std::vector<std::string> wrong() const;
  int steps() const;
  // Returns the number of steps in the log. The others were made by a process that was killed.
  int logged_steps() const;
  // Returns which of the last steps are missing in the status; empty if none.
  std::string Forgotten(const kube::Json& status) const;

 private:
  struct Step {
    kube::Json pending;  // as announced
    double mean = 0;     // in percent
    bool logged = false;
  };

  // Each returns why the write is wrong; empty if it is correct.
  std::string VerifyPatch(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);
  std::string VerifyStatus(const testing::FakeApiWrite& write) const;
  std::string VerifyLine(absl::string_view message, const kube::Json& line);
  std::string VerifyRequest(const v1::RecommendMachineRequest& request, bool up, const std::string& from,
                            double& mean) const;
  std::string VerifyNode(const v1::MachineNodeSamples& node, absl::Time now, double& percent) const;

  mutable std::mutex mutex_;                                          // guards all below
  std::map<std::pair<std::string, absl::Time>, int64_t> samples_;     // billionths of a CPU, by node and end
  std::multimap<std::string, v1::RecommendMachineRequest> requests_;  // by `now`
  std::map<std::string, std::string> last_;                           // time of the last step, by direction
  std::vector<Step> steps_;
  std::vector<std::string> wrong_;
};

std::string MachineSizeOf(const kube::Json& machine_set);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_MACHINE_MACHINE_ORACLE_H_
