// Tests properties of decisions about control plane machines, with random requests and random series of requests.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "gtest/gtest.h"
#include "tests/engine/machine/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddMachineCpu;
using ::cpsizer::testing::AddMachineUse;
using ::cpsizer::testing::CpuMachineRequest;
using ::cpsizer::testing::DecideMachine;
using ::cpsizer::testing::kMachineNoon;
using ::cpsizer::testing::kMillicore;
using ::cpsizer::testing::MachineRequest;
using ::cpsizer::testing::MachineTime;
using ::cpsizer::testing::ProviderSpec;

constexpr int kMachineRounds = 2'000;

int Pick(std::mt19937& random, int least, int most) {
  return std::uniform_int_distribution<int>(least, most)(random);
}

// A random sample of a node.
struct GeneratedSample {
  int seconds_ago;
  int usage;     // millicores
  int capacity;  // millicores
};
using GeneratedNode = std::vector<GeneratedSample>;

v1::RecommendMachineRequest RandomMachineRequest(std::mt19937& random, std::vector<GeneratedNode>& generated) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  const int load = Pick(random, 1'300, 3'500);
  for (const std::string& node : request.nodes()) {
    GeneratedNode& samples = generated.emplace_back();
    const int count = Pick(random, 0, 9) == 0 ? Pick(random, 0, 10) : Pick(random, 9, 14);
    const int offset = Pick(random, 0, 40);
    for (int i = 0; i < count; ++i) {
      samples.push_back({offset + i * 60 + Pick(random, 0, 5), load + Pick(random, -200, 200),
                         Pick(random, 0, 9) == 0 ? 8'000 : 4'000});
      AddMachineCpu(request, node, samples.back().seconds_ago, samples.back().usage, samples.back().capacity);
    }
  }
  return request;
}

// Returns whether the mean of the nodes is above the limit, computed as an exact fraction. Returns nothing if a window
// of 600 s is not full. The denominator of the fraction is the product of all divisors: 3 nodes, the number of samples
// of each node, and capacities of 8 CPUs.
absl::optional<bool> IsAbove(const std::vector<GeneratedNode>& generated, int percent, int& order) {
  __extension__ typedef __int128 Wide;
  Wide numerator = 0;
  Wide counts = 1;
  std::vector<Wide> sums;
  std::vector<Wide> used;
  for (const GeneratedNode& node : generated) {
    Wide sum = 0;
    Wide n = 0;
    int oldest = 0;
    for (const GeneratedSample& sample : node) {
      if (sample.seconds_ago >= 600) continue;
      sum += sample.usage * (8'000 / sample.capacity);
      oldest = std::max(oldest, sample.seconds_ago);
      ++n;
    }
    // A sample covers the interval before its end. At the start of the window, at most half an interval may have no
    // sample.
    if (n < 9 || oldest + 60 < 600 - 30) return absl::nullopt;
    sums.push_back(sum);
    used.push_back(n);
    counts *= n;
  }
  for (size_t i = 0; i < sums.size(); ++i) numerator += sums[i] * (counts / used[i]);
  const Wide left = 100 * numerator;
  const Wide right = Wide{percent} * 3 * 8'000 * counts;
  order = left > right ? 1 : left < right ? -1 : 0;
  return left > right;
}

TEST(MachineProperties, AStepIsWhatTheWindowsJustify) {
  std::mt19937 random(18);
  int ups = 0, downs = 0;
  for (int round = 0; round < kMachineRounds; ++round) {
    std::vector<GeneratedNode> generated;
    const v1::RecommendMachineRequest request = RandomMachineRequest(random, generated);
    const v1::RecommendMachineResponse response = DecideMachine(request);
    int up = 0, down = 0;
    const bool known = IsAbove(generated, 80, up).has_value() && IsAbove(generated, 40, down).has_value();
    const bool scale_up = response.outcome() == v1::MACHINE_OUTCOME_SCALE_UP;
    const bool scale_down = response.outcome() == v1::MACHINE_OUTCOME_SCALE_DOWN;
    EXPECT_EQ(scale_up, known && up > 0) << request.DebugString();
    EXPECT_EQ(scale_down, known && down < 0) << request.DebugString();
    ups += scale_up;
    downs += scale_down;
  }
  EXPECT_GT(ups, 20);
  EXPECT_GT(downs, 20);
}

void ShuffleSamples(std::mt19937& random, v1::MachineUsageSamples& samples) {
  std::vector<int> order(static_cast<size_t>(samples.end_unix_nanos_size()));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  const v1::MachineUsageSamples before = samples;
  samples.Clear();
  for (const int i : order) AddMachineUse(before.end_unix_nanos(i), before.usages(i), before.capacities(i), samples);
}

// The order of nodes and of samples must not change the result. Repeated samples must not change it either.
TEST(MachineProperties, TheOrderOfSamplesDoesNotMatter) {
  std::mt19937 random(19);
  for (int round = 0; round < kMachineRounds / 4; ++round) {
    std::vector<GeneratedNode> generated;
    v1::RecommendMachineRequest request = RandomMachineRequest(random, generated);
    const v1::RecommendMachineResponse before = DecideMachine(request);
    for (v1::MachineNodeSamples& node : *request.mutable_samples()) {
      ShuffleSamples(random, *node.mutable_cpu());
    }
    for (int i = request.samples_size() - 1; i >= 0; --i) *request.add_samples() = request.samples(i);
    EXPECT_EQ(DecideMachine(request).SerializeAsString(), before.SerializeAsString());
  }
}

// A larger load must never give a smaller size.
TEST(MachineProperties, MoreLoadNeverMeansASmallerSize) {
  std::mt19937 random(20);
  for (int round = 0; round < kMachineRounds / 4; ++round) {
    std::vector<GeneratedNode> generated;
    v1::RecommendMachineRequest request = RandomMachineRequest(random, generated);
    const auto weight = [&] {
      const v1::RecommendMachineResponse response = DecideMachine(request);
      return response.has_target() ? response.target().weight() : response.current().weight();
    };
    const uint32_t before = weight();
    for (v1::MachineNodeSamples& node : *request.mutable_samples()) {
      for (int64_t& usage : *node.mutable_cpu()->mutable_usages()) usage += Pick(random, 0, 20) * 100 * kMillicore;
    }
    EXPECT_GE(weight(), before);
  }
}

// Steps up from the smallest size must reach all sizes in the order of their weights. Steps down must reach them in the
// reverse order.
TEST(MachineProperties, WeightsFormATotalOrder) {
  std::mt19937 random(21);
  for (int round = 0; round < 50; ++round) {
    v1::RecommendMachineRequest request = MachineRequest(
        R"("scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "2m"}}]},
           "scaleDown": {"triggers": [{"type": "cpu", "cpu": {"value": "40", "timeWindow": "2m"}}]})");
    v1::AutoscalerMachineSizes& sizes = *request.mutable_control_plane_machine_set_autoscaler()
                                             ->mutable_spec()
                                             ->mutable_machine_configuration()
                                             ->mutable_machines_v1beta1_machine_openshift_io()
                                             ->mutable_machine_configurations();
    sizes.clear_aws();
    std::vector<int64_t> weights;
    for (int64_t weight = Pick(random, 0, 3); weights.size() < 8; weight += Pick(random, 1, 1'000)) {
      weights.push_back(weight);
    }
    std::shuffle(weights.begin(), weights.end(), random);
    for (const int64_t weight : weights) {
      v1::AutoscalerAwsSize& size = *sizes.add_aws();
      size.set_weight(weight);
      size.set_instance_type(absl::StrCat("w", weight));
    }
    std::sort(weights.begin(), weights.end());
    const auto walk = [&](int millicores) {
      request.clear_samples();
      for (const char* node : {"a", "b", "c"}) {
        for (const int seconds : {0, 60}) AddMachineCpu(request, node, seconds, millicores);
      }
      std::vector<int64_t> seen;
      for (;;) {
        const v1::RecommendMachineResponse response = DecideMachine(request);
        seen.push_back(response.current().weight());
        if (!response.has_target()) return seen;
        ProviderSpec(request).set_instance_type(response.target().name());
      }
    };
    ProviderSpec(request).set_instance_type(absl::StrCat("w", weights.front()));
    EXPECT_EQ(walk(4'000), weights);
    std::reverse(weights.begin(), weights.end());
    EXPECT_EQ(walk(1'000), weights);
  }
}

// Simulates a cluster over time. The caller keeps the samples between requests. When the caller restarts, it has only
// the latest sample of each node.
class Trace {
 public:
  explicit Trace(std::mt19937& random) : random_(random) {
    request_ = CpuMachineRequest();
    v1::ControlPlaneMachineSetAutoscalerSpec& spec =
        *request_.mutable_control_plane_machine_set_autoscaler()->mutable_spec();
    spec.mutable_scale_up()->set_scale_up_delay("60m");
    spec.mutable_scale_down()->set_scale_down_delay("90m");
  }

  // Simulates one minute: adds a sample of each node, sometimes restarts the caller, and applies a decision.
  void Minute(int minute) {
    load_ = std::clamp(load_ + Pick(random_, -150, 150), 0, 4'000);
    request_.set_now(MachineTime(minute));
    for (const std::string& node : request_.nodes()) {
      AddMachineCpu(request_, node, (kMachineNoon - minute) * 60, load_);
    }
    loads_.push_back(load_);
    if (Pick(random_, 0, 60) == 0) Restart();
    const v1::RecommendMachineResponse response = DecideMachine(request_);
    *request_.mutable_samples() = response.samples();
    if (response.outcome() == v1::MACHINE_OUTCOME_HOLD) return;
    Apply(minute, response);
  }

  int steps() const { return steps_; }

 private:
  // Drops all samples except the latest sample of each node. Keeps the status.
  void Restart() {
    for (v1::MachineNodeSamples& node : *request_.mutable_samples()) {
      const v1::MachineUsageSamples cpu = node.cpu();
      node.clear_cpu();
      AddMachineUse(*cpu.end_unix_nanos().rbegin(), *cpu.usages().rbegin(), *cpu.capacities().rbegin(),
                    *node.mutable_cpu());
    }
    kept_from_ = loads_.size() - 1;
  }

  void Apply(int minute, const v1::RecommendMachineResponse& response) {
    const bool up = response.outcome() == v1::MACHINE_OUTCOME_SCALE_UP;
    if (last_minute_.has_value()) {
      EXPECT_GE(minute - *last_minute_, last_up_ ? 60 : 90) << "two steps within a delay";
    }
    ASSERT_GE(loads_.size() - kept_from_, 9u) << "a step without a full window";
    int64_t sum = 0;
    const size_t count = std::min<size_t>(10, loads_.size() - kept_from_);
    for (size_t i = loads_.size() - count; i < loads_.size(); ++i) sum += loads_[i];
    const auto samples = static_cast<int64_t>(count);
    EXPECT_TRUE(up ? sum > 3'200 * samples : sum < 1'600 * samples) << "the window does not justify the step";
    v1::ControlPlaneMachineSetAutoscalerStatus& status =
        *request_.mutable_control_plane_machine_set_autoscaler()->mutable_status();
    status.set_last_scale_up_time(response.last_scale_up_time());
    status.set_last_scale_down_time(response.last_scale_down_time());
    ProviderSpec(request_).set_instance_type(response.target().name());
    last_minute_ = minute;
    last_up_ = up;
    ++steps_;
  }

  std::mt19937& random_;
  v1::RecommendMachineRequest request_;
  int load_ = 2'000;
  std::vector<int> loads_;
  size_t kept_from_ = 0;
  absl::optional<int> last_minute_;
  bool last_up_ = false;
  int steps_ = 0;
};

TEST(MachineProperties, NeverTwoStepsWithinADelayOverTracesWithRestarts) {
  std::mt19937 random(22);
  int steps = 0;
  for (int round = 0; round < 3; ++round) {
    Trace trace(random);
    for (int minute = 0; minute < 23 * 60; ++minute) trace.Minute(minute);
    steps += trace.steps();
  }
  EXPECT_GT(steps, 5);
}

}  // namespace
}  // namespace cpsizer
