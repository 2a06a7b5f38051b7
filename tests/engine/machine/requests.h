#ifndef CPSIZER_TESTS_ENGINE_MACHINE_REQUESTS_H_
#define CPSIZER_TESTS_ENGINE_MACHINE_REQUESTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_machine.pb.h"

// Functions that make requests about the size of control plane machines. In these requests, the time is
// 2026-01-02T12:00:00Z, the sample interval is one minute, and there are three nodes: `a`, `b` and `c`.
namespace cpsizer::testing {

inline constexpr int kMachineNoon = 12 * 60;
// One millicore and one MiB, in the units that samples use.
inline constexpr int64_t kMillicore = 1'000'000;
inline constexpr int64_t kMebibyte = 1 << 20;

// Returns this time on 2026-01-02. For `minutes` = 720, returns `2026-01-02T12:00:00Z`. The time must be less than a
// day.
std::string MachineTime(int minutes, int seconds = 0);

// Returns a request with an autoscaler for AWS and an active ControlPlaneMachineSet. The ControlPlaneMachineSet has
// three updated machines of the size s2. The autoscaler has the sizes s1, s2 and s3 with the weights 10, 20 and 30.
// `spec` contains additional fields of its spec, such as `"scaleUp": {...}`.
v1::RecommendMachineRequest MachineRequest(absl::string_view spec);

// Returns a request with scaleUp above 80 % CPU and scaleDown below 40 % CPU, both with a window of 10 minutes.
v1::RecommendMachineRequest CpuMachineRequest();

// Adds a sample of each node for each of the last `minutes` minutes. The last sample ends now. The usage is
// `millicores` of 4 CPUs and `mebibytes` MiB of 16 GiB.
void AddMachineLoad(v1::RecommendMachineRequest& request, int minutes, int millicores, int mebibytes = 8'192);

// Returns the time of MachineTime() in nanoseconds, the unit of samples.
int64_t MachineNanos(int minutes, int seconds = 0);

// Returns the samples of a node. If the request has no entry for the node, adds one.
v1::MachineNodeSamples& MachineSamplesOf(v1::RecommendMachineRequest& request, absl::string_view node);

// Adds a sample with the length 30 s that ends at `end`.
void AddMachineUse(int64_t end, int64_t usage, int64_t capacity, v1::MachineUsageSamples& samples);

// Adds a sample of CPU that ends `seconds` before now.
void AddMachineCpu(v1::RecommendMachineRequest& request, absl::string_view node, int seconds, int millicores,
                   int capacity_millicores = 4'000);

v1::MachineQueryReading& AddMachineReading(v1::RecommendMachineRequest& request, v1::MachineDirection direction,
                                           int trigger, v1::MachineQueryResult result, absl::string_view value = "");

v1::ControlPlaneMachineProviderSpec& ProviderSpec(v1::RecommendMachineRequest& request);

// Calls the library and fails the test on an error.
v1::RecommendMachineResponse DecideMachine(const v1::RecommendMachineRequest& request);

// Returns the outcome and the reason, such as `SCALE_UP TRIGGERED`.
std::string OutcomeAndReason(const v1::RecommendMachineResponse& response);
std::string OutcomeAndReason(const v1::RecommendMachineRequest& request);

// Returns the rule and the path of each violation in the error, in order. Empty if there is no error.
std::vector<std::string> MachineErrors(const v1::RecommendMachineRequest& request);

// Returns the rules of the findings.
std::vector<std::string> MachineWarnings(const v1::RecommendMachineResponse& response);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_MACHINE_REQUESTS_H_
