#ifndef CPSIZER_TESTS_ENGINE_MACHINE_REQUESTS_H_
#define CPSIZER_TESTS_ENGINE_MACHINE_REQUESTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_machine.pb.h"

// Short requests about the size of control plane machines. The time is 2026-01-02T12:00:00Z, a sample interval one
// minute, and there are three nodes, `a`, `b` and `c`.
namespace cpsizer::testing {

inline constexpr int kMachineNoon = 12 * 60;
// In the units of samples.
inline constexpr int64_t kMillicore = 1'000'000;
inline constexpr int64_t kMebibyte = 1 << 20;

// Returns `2026-01-02T12:00:00Z` for 12 hours. Requires less than a day.
std::string MachineTime(int minutes, int seconds = 0);

// Returns an autoscaler of AWS with the sizes s1, s2 and s3 (weights 10, 20, 30) and these further fields of its
// spec, such as `"scaleUp": {...}`; and an active ControlPlaneMachineSet of three updated machines of size s2.
v1::RecommendMachineRequest MachineRequest(absl::string_view spec);

// Returns scaleUp above 80 % CPU and scaleDown below 40 % CPU, both over 10 minutes.
v1::RecommendMachineRequest CpuMachineRequest();

// Adds a sample a minute to each node for the last `minutes`, the last one now: so many millicores of 4 CPUs, and so
// many MiB of 16 GiB.
void AddMachineLoad(v1::RecommendMachineRequest& request, int minutes, int millicores, int mebibytes = 8'192);

// Returns the instant of MachineTime, in the unit of samples.
int64_t MachineNanos(int minutes, int seconds = 0);

// Returns the samples of a node, which are added to the request if it has none.
v1::MachineNodeSamples& MachineSamplesOf(v1::RecommendMachineRequest& request, absl::string_view node);

// Adds a sample that ends at `end` and has a length of 30 s.
void AddMachineUse(int64_t end, int64_t usage, int64_t capacity, v1::MachineUsageSamples& samples);

// Adds a sample of CPU that ends `seconds` before now.
void AddMachineCpu(v1::RecommendMachineRequest& request, absl::string_view node, int seconds, int millicores,
                   int capacity_millicores = 4'000);

v1::MachineQueryReading& AddMachineReading(v1::RecommendMachineRequest& request, v1::MachineDirection direction,
                                           int trigger, v1::MachineQueryResult result, absl::string_view value = "");

v1::ControlPlaneMachineProviderSpec& ProviderSpec(v1::RecommendMachineRequest& request);

// Calls the library and fails the test on an error.
v1::RecommendMachineResponse DecideMachine(const v1::RecommendMachineRequest& request);

// Returns `SCALE_UP TRIGGERED`.
std::string MachineGist(const v1::RecommendMachineResponse& response);
std::string MachineGist(const v1::RecommendMachineRequest& request);

// Returns rule and path of each violation of the error, in order; empty if there is no error.
std::vector<std::string> MachineErrors(const v1::RecommendMachineRequest& request);

// Returns the rules of the findings.
std::vector<std::string> MachineWarnings(const v1::RecommendMachineResponse& response);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_MACHINE_REQUESTS_H_
