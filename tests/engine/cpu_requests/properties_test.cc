// Tests properties of each response about CPU requests. The requests are random.
#include <cstdint>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/quantity.h"
#include "gtest/gtest.h"
#include "tests/engine/cpu_requests/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddContainer;
using ::cpsizer::testing::AddInitContainer;
using ::cpsizer::testing::AddWorkload;
using ::cpsizer::testing::CpuContainers;
using ::cpsizer::testing::CpuLimit;
using ::cpsizer::testing::ScaleCpu;

constexpr int kRounds = 2'000;

Nanos CpuOf(const std::string& text) {
  Quantity quantity;
  EXPECT_EQ(ParseQuantity(text, quantity), QuantityError::kNone) << text;
  return quantity.nanos;
}

int Random(std::mt19937& random, int least, int most) {
  return std::uniform_int_distribution<int>(least, most)(random);
}

v1::ScaleCpuRequestsRequest RandomRequest(std::mt19937& random) {
  v1::ScaleCpuRequestsRequest request = CpuLimit(Random(random, 0, 8));
  const int workloads = Random(random, 1, 5);
  for (int i = 0; i < workloads; ++i) {
    v1::CpuRequestsWorkload& workload = AddWorkload(request, absl::StrCat("n", Random(random, 0, 2)), "w");
    workload.set_pods(Random(random, 0, 3));
    for (int c = Random(random, 0, 3); c > 0; --c) {
      AddContainer(workload, "c", absl::StrCat(Random(random, 0, 900), "m"));
    }
    for (int c = Random(random, 0, 2); c > 0; --c) {
      AddInitContainer(workload, "i", absl::StrCat(Random(random, 0, 900), "m"), Random(random, 0, 1) == 1);
    }
  }
  return request;
}

// Checks a scaled request. It must not be above its default. It may be below 5m only if its default is below 5m. It may
// be above the exact share only because of this minimum.
void CheckScaled(const v1::CpuRequestsScaledRequest& scaled, int limit, int count) {
  const Nanos before = CpuOf(scaled.default_request());
  const Nanos after = CpuOf(scaled.scaled_request());
  constexpr Nanos kMinimum = 5'000'000;
  EXPECT_LE(after, before);
  EXPECT_GE(after, before < kMinimum ? before : kMinimum);
  if (limit == 0 || limit >= count) {
    EXPECT_EQ(after, before);
    return;
  }
  if (after > kMinimum) {
    EXPECT_LE(after * count, before * limit);
    EXPECT_GT((after + 1'000'000) * count, before * limit) << "rounded down by less than a millicore";
  }
}

TEST(CpuProperties, EachScaledRequestIsTheFloorOfItsShareWithinItsBounds) {
  std::mt19937 random(18);
  for (int round = 0; round < kRounds; ++round) {
    const v1::ScaleCpuRequestsRequest request = RandomRequest(random);
    const v1::ScaleCpuRequestsResponse response = ScaleCpu(request);
    for (const v1::CpuRequestsScaledWorkload& workload : response.workloads()) {
      for (const v1::CpuRequestsScaledRequest& scaled : workload.containers()) {
        CheckScaled(scaled, response.control_plane_cpu_limit(), response.default_control_plane_cpu_count());
      }
    }
  }
}

TEST(CpuProperties, TheSumIsWithinTheLimitOrTheShortfallIsReported) {
  std::mt19937 random(19);
  for (int round = 0; round < kRounds; ++round) {
    const v1::ScaleCpuRequestsResponse response = ScaleCpu(RandomRequest(random));
    Nanos pods = 0, spaces = 0;
    for (const v1::CpuRequestsScaledWorkload& workload : response.workloads()) {
      pods += CpuOf(workload.scaled_request()) * workload.pods();
    }
    for (const v1::CpuRequestsNamespaceTotal& space : response.namespaces()) spaces += CpuOf(space.scaled_request());
    const Nanos total = CpuOf(response.fit().scaled_request());
    EXPECT_EQ(pods, total);
    EXPECT_EQ(spaces, total);
    const Nanos limit = Nanos{response.control_plane_cpu_limit()} * kNanosPerUnit;
    if (limit == 0) continue;
    if (total > limit) {
      EXPECT_FALSE(response.fit().fits());
      EXPECT_EQ(CpuOf(response.fit().shortfall()), total - limit);
      EXPECT_EQ(response.findings_size(), 1);
    } else {
      EXPECT_TRUE(response.fit().fits());
      EXPECT_EQ(CpuOf(response.fit().left()), limit - total);
    }
  }
}

TEST(CpuProperties, AnswersAreTheSameTwice) {
  std::mt19937 random(20);
  for (int round = 0; round < kRounds / 10; ++round) {
    const v1::ScaleCpuRequestsRequest request = RandomRequest(random);
    EXPECT_EQ(ScaleCpu(request).SerializeAsString(), ScaleCpu(request).SerializeAsString());
  }
}

// The requests have no bound by idle usage. A larger default or a larger limit then never gives a smaller scaled
// request.
TEST(CpuProperties, ScalingIsMonotone) {
  for (int limit = 1; limit <= 7; ++limit) {
    Nanos last = 0;
    for (int millicores = 0; millicores <= 700; millicores += 7) {
      const std::string text = absl::StrCat(millicores, "m");
      const auto scaled = [&](int with_limit) {
        return CpuOf(ScaleCpu(CpuContainers(with_limit, {text})).workloads(0).containers(0).scaled_request());
      };
      EXPECT_GE(scaled(limit), last);
      EXPECT_LE(scaled(limit), scaled(limit + 1));
      last = scaled(limit);
    }
  }
}

}  // namespace
}  // namespace cpsizer
