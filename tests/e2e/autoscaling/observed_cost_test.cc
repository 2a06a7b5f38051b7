// Measures the cost of observe mode with the shipped sidecar and many autoscalers. `./dev soak autoscalers` runs this
// test for a longer time, with more autoscalers and the default period of 15 s. The results are in docs/replicas.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "tests/bench/machine.h"
#include "tests/e2e/autoscaling/autoscaling_test.h"

namespace cpsizer::e2e {
namespace {

// The number of pods of each autoscaler.
constexpr int kObservedCostPods = 5;
// One decision needs three requests: for the scale, the pods, and the resource metrics of the pods.
constexpr int64_t kRequestsOfADecision = 3;

int FromEnvironment(const char* name, int otherwise) {
  const char* const text = std::getenv(name);
  int value = 0;
  return text != nullptr && absl::SimpleAtoi(text, &value) ? value : otherwise;
}

Scenario Busy(size_t number) {
  const kube::Json fields = kube::ParseJson(absl::StrFormat(R"({
      "replicas": %d,
      "spec": {"maxReplicas": 100, "metrics": [{"type": "Resource", "resource":
          {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}}]},
      "pods": [{"count": %d, "requests": {"cpu": "100m"}, "usage": {"cpu": "50m"}}]})",
                                                            kObservedCostPods, kObservedCostPods));
  return {"a busy one", "", absl::StrFormat("busy-%03d", number), fields};
}

double Mib(int64_t bytes) {
  return static_cast<double>(bytes) / (1 << 20);
}

class ObservedCostTest : public AutoscalingTest {
 protected:
  // Returns the number of requests about autoscalers and the objects that autoscalers use. Includes requests to the API
  // server and to the metrics APIs.
  int64_t Requests() {
    const absl::StatusOr<std::string> text = admin().GetText("/metrics");
    EXPECT_TRUE(text.ok()) << text.status();
    int64_t requests = 0;
    for (const absl::string_view line : absl::StrSplit(text.value_or(""), '\n')) {
      if (!absl::StartsWith(line, "apiserver_request_total{")) continue;
      if (!absl::StrContains(line, "resource=\"pods\"") && !absl::StrContains(line, "resource=\"replicasets\"")) {
        continue;
      }
      double count = 0;
      EXPECT_TRUE(absl::SimpleAtod(line.substr(line.rfind(' ') + 1), &count)) << line;
      requests += static_cast<int64_t>(count);
    }
    for (const Scenario& scenario : scenarios()) {
      requests += static_cast<int64_t>(fixture().metrics().RequestsOf(kSidecar, scenario.name_space).size());
    }
    return requests;
  }
};

TEST_F(ObservedCostTest, IsThreeRequestsForEachDecision) {
  const int count = FromEnvironment("CPSIZER_AUTOSCALERS", 5);
  const int periods = FromEnvironment("CPSIZER_PERIODS", 0);
  std::vector<Scenario> busy;
  for (int i = 0; i < count; ++i) busy.push_back(Busy(i));
  Add(busy);
  ASSERT_FALSE(HasFatalFailure());
  StartSidecar(periods == 0 ? Flags{"--sync-period=1s"} : Flags{});
  const auto decided = [&](int64_t rounds) {
    return admin().RunUntil([&] { return sidecar().Decisions() >= rounds * count; }, absl::Minutes(1) * rounds);
  };
  ASSERT_TRUE(decided(1));
  const pid_t process = sidecar().process().pid();
  const int64_t requests_before = Requests();
  const int64_t decisions_before = sidecar().Decisions();
  const absl::Duration cpu_before = bench::CpuTimeOf(process);
  const absl::Time begin = absl::Now();
  ASSERT_TRUE(decided(2 + periods));
  const double seconds = absl::ToDoubleSeconds(absl::Now() - begin);
  const absl::Duration cpu = bench::CpuTimeOf(process) - cpu_before;
  const int64_t decisions = sidecar().Decisions() - decisions_before;
  const int64_t requests = Requests() - requests_before;
  // Requests in flight cause a difference. For each autoscaler, this difference is at most the requests of one
  // decision.
  EXPECT_LE(requests, kRequestsOfADecision * (decisions + count));
  EXPECT_GE(requests, kRequestsOfADecision * (decisions - count));
  const bench::ResidentMemory memory = bench::ResidentMemoryOf(process);
  std::cout << absl::StrFormat(
      "%d autoscalers of %d pods, %.0f s: %d decisions, %.1f requests a second, CPU %.2f %%, RSS %.1f MiB (peak "
      "%.1f)\n",
      count, kObservedCostPods, seconds, decisions, static_cast<double>(requests) / seconds,
      100 * absl::ToDoubleSeconds(cpu) / seconds, Mib(memory.now), Mib(memory.peak));
}

}  // namespace
}  // namespace cpsizer::e2e
