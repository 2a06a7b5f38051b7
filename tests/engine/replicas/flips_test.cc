// Tests the amounts at which the proposal of a metric changes. The expected amounts are computed manually. For random
// requests, a search through all amounts computes them. docs/reference/horizontal-pod-autoscaler.md describes the
// traps.
#include "server/engine/replicas/flips.h"

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "server/engine/replicas/total_curve.h"
#include "server/engine/replicas/validate/milli.h"
#include "tests/engine/replicas/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddAverageValue;
using ::cpsizer::testing::AddCpuPods;
using ::cpsizer::testing::AddExternal;
using ::cpsizer::testing::AddObject;
using ::cpsizer::testing::AddPod;
using ::cpsizer::testing::AddPodsMetric;
using ::cpsizer::testing::AddPodsValue;
using ::cpsizer::testing::AddSample;
using ::cpsizer::testing::AddUtilization;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::FailReading;
using ::cpsizer::testing::ReplicasRequest;

v1::ReplicasProposal FlipsProposalFor(const v1::RecommendReplicasRequest& request) {
  return Decide(request).metrics(0);
}

struct PodsCase {
  absl::string_view name;
  int current;
  std::vector<absl::string_view> usages;  // in cores; `-`: no usage; `!`: a pending pod
  absl::string_view grows_at;
  absl::string_view shrinks_at;
};

v1::RecommendReplicasRequest PodsRequest(const PodsCase& c) {
  v1::RecommendReplicasRequest request = ReplicasRequest(c.current);
  AddUtilization(request, "cpu", 50);
  for (const absl::string_view usage : c.usages) {
    if (usage == "!") {
      AddPod(request, absl::StrCat("p", request.pods_size()), {"Pending", "False"});
    } else {
      AddCpuPods(request, {usage});
    }
  }
  return request;
}

// In all cases the target is 50 % with a tolerance of 0.1.
TEST(Flips, OfAUtilization) {
  const PodsCase cases[] = {
      // 55 % is within the tolerance. At 56 % the result is ceil(1.12 x 2) = 3. At 25 % the result is ceil(0.5 x 2) =
      // 1, and at 26 % it is still 2.
      {"held", 2, {"500m", "500m"}, "56%", "25%"},
      // At 80 % the result is ceil(1.6 x 2) = 4. Above 100 % the result is 5, and at 75 % it is 3.
      {"past the tolerance", 2, {"800m", "800m"}, "101%", "75%"},
      // There is one pod for four replicas. From 45 % to 55 % the result is 4, and at 56 % it is 2. Only above 200 %
      // the result is 5.
      {"trap 1: fewer pods than replicas", 4, {"500m"}, "201%", "44%"},
      // Above the target the missing pod counts as 0: 90 % of one pod is an average of 45 %, and 111 % is an average of
      // 55 %. Both are within the tolerance. 112 % is an average of 56 %, and the result is ceil(1.12 x 2) = 3. Below
      // the target the missing pod counts as 100 %. This would change the direction for any smaller usage, so the
      // result stays 2.
      {"missing pods hold it", 2, {"900m", "-"}, "112%", ""},
      // Above the target the pending pod counts as 0, like the missing pod of the previous case. Below the target the
      // pending pod is not counted: at 44 % the result is ceil(0.88 x 1) = 1.
      {"unready pods hold it on the way up alone", 2, {"900m", "!"}, "112%", "44%"},
      {"nothing is below nothing", 1, {"0"}, "1%", ""},
  };
  for (const PodsCase& c : cases) {
    const v1::ReplicasProposal proposal = FlipsProposalFor(PodsRequest(c));
    EXPECT_EQ(proposal.flips().grows_at(), c.grows_at) << c.name << ": " << proposal.arithmetic();
    EXPECT_EQ(proposal.flips().shrinks_at(), c.shrinks_at) << c.name << ": " << proposal.arithmetic();
  }
}

// At 50 % the result is 4, and at 56 % it is ceil(1.12 x 1) = 2. It is not a flip if more usage gives fewer replicas.
TEST(Flips, AreTheNearestOfTheirKindWhereMoreUsageGivesFewer) {
  EXPECT_EQ(Decide(PodsRequest({"", 4, {"560m"}, "", ""})).metrics(0).replicas(), 2);
  EXPECT_EQ(FlipsProposalFor(PodsRequest({"", 4, {"560m"}, "", ""})).flips().grows_at(), "101%");
  // With less usage the result is first 4, which is more than 2. At 44 % the result is ceil(0.88 x 1) = 1.
  EXPECT_EQ(FlipsProposalFor(PodsRequest({"", 4, {"560m"}, "", ""})).flips().shrinks_at(), "44%");
}

struct FlipsTotalCase {
  absl::string_view name;
  absl::string_view type;
  absl::string_view value;
  int current;
  absl::string_view grows_at;
  absl::string_view shrinks_at;
};

// In all cases the target is 10, and there are three ready pods.
TEST(Flips, OfValues) {
  const FlipsTotalCase cases[] = {
      // Above 11 the result is ceil(1.1001 x 3) = 4. At 6.666 and below, the result is 2.
      {"a value", "Value", "10", 3, "11001m", "6666m"},
      // At 25 the result is ceil(2.5 x 3) = 8. Above 26.666 the result is 9. At 23.333 and below, the result is 7.
      {"a value past the tolerance", "Value", "25", 3, "26667m", "23333m"},
      // A total of 40 for three replicas is reported as 13334m, and the result is ceil(4) = 4. Above 40 the result is
      // 5. A total of 33 is reported as 11. It is within the tolerance of 3 x 10, and the result is 3.
      {"an average", "AverageValue", "40", 3, "13335m", "11"},
      // If the current number is zero, there is no tolerance. The result is ceil(0.5) = 1.
      {"a value from zero", "Value", "5", 0, "10001m", "0"},
      {"the least value from zero", "Value", "1m", 0, "10001m", "0"},
  };
  for (const FlipsTotalCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(c.current, 0);
    AddObject(request, c.type, "10", c.value);
    AddCpuPods(request, {"1", "1", "1"});
    request.mutable_options()->set_zero_replicas_rule(v1::REPLICAS_ZERO_RULE_MIN_REPLICAS);
    const v1::ReplicasProposal proposal = FlipsProposalFor(request);
    EXPECT_EQ(proposal.flips().grows_at(), c.grows_at) << c.name << ": " << proposal.arithmetic();
    EXPECT_EQ(proposal.flips().shrinks_at(), c.shrinks_at) << c.name << ": " << proposal.arithmetic();
  }
}

TEST(Flips, OfAValueWithoutPodsThereAreNone) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddExternal(request, "Value", "10", {"10"});
  const v1::ReplicasProposal proposal = FlipsProposalFor(request);
  ASSERT_EQ(proposal.replicas(), 3);
  EXPECT_TRUE(proposal.has_flips());
  EXPECT_EQ(proposal.flips().ByteSizeLong(), 0U) << "past the tolerance it fails";
}

// There are no flips for amounts with which the controller cannot compute correctly: sums that wrap, targets that are
// not above zero, and negative usage.
TEST(Flips, AreOmittedIfIntegersWrap) {
  const struct {
    const char* target;
    const char* usage;
  } kCases[] = {{"1", "5e15"}, {"20E", "1"}, {"16Ei", "1"}, {"1", "-1"}};
  for (const auto& c : kCases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(2);
    AddAverageValue(request, "cpu", c.target);
    AddCpuPods(request, {c.usage, c.usage});
    const v1::ReplicasProposal proposal = FlipsProposalFor(request);
    EXPECT_TRUE(proposal.error().empty()) << c.usage;
    EXPECT_EQ(proposal.flips().ByteSizeLong(), 0U) << c.target << " " << c.usage;
  }
}

TEST(Flips, AreOmittedIfTheTargetOfATotalIsZero) {
  for (const char* type : {"Value", "AverageValue"}) {
    v1::RecommendReplicasRequest request = ReplicasRequest(2);
    AddObject(request, type, "20E", "1");
    AddCpuPods(request, {"1"});
    EXPECT_EQ(FlipsProposalFor(request).flips().ByteSizeLong(), 0U) << type;
  }
}

TEST(Flips, AFailedMetricHasNone) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  FailReading(AddExternal(request, "Value", "10", {"10"}), "no such series");
  EXPECT_FALSE(FlipsProposalFor(request).has_flips());
}

// A request with one metric. A test can set the total of this metric.
struct Adjustable {
  v1::RecommendReplicasRequest request;
  int64_t total;  // in milli-units; for an average, the total of the ready pods
  std::function<void(v1::RecommendReplicasRequest&, int64_t)> set;
};

class FlipsRandom {
 public:
  explicit FlipsRandom(uint32_t seed) : engine_(seed) {}
  // Returns a random number from `least` to `most`, including both.
  int Between(int least, int most) { return std::uniform_int_distribution<int>(least, most)(engine_); }
  bool Maybe() { return Between(0, 1) == 1; }

 private:
  std::mt19937 engine_;
};

std::string Milli(int64_t amount) {
  return absl::StrCat(amount, "m");
}

// Returns pods whose requests are a few milli-units, so that a search can try each amount. The first pod uses the whole
// total.
Adjustable RandomPods(FlipsRandom& random) {
  Adjustable adjustable = {ReplicasRequest(random.Between(1, 8)), 0, {}};
  v1::RecommendReplicasRequest& request = adjustable.request;
  const bool utilization = random.Maybe();
  if (utilization) {
    AddUtilization(request, "cpu", random.Between(20, 150));
  } else {
    AddAverageValue(request, "cpu", Milli(random.Between(5, 40)));
  }
  const int ready = random.Between(1, 4);
  const int missing = random.Maybe() ? 0 : random.Between(1, 3);
  const int unready = random.Maybe() ? 0 : random.Between(1, 3);
  for (int i = 0; i < ready + missing + unready; ++i) {
    v1::Pod& pod = AddPod(request, absl::StrCat("p", i), {i < ready + missing ? "Running" : "Pending"});
    auto& requests = *pod.mutable_spec()->mutable_containers(0)->mutable_resources()->mutable_requests();
    requests["cpu"] = Milli(random.Between(2, 60));
  }
  for (int i = 0; i < ready; ++i) AddSample(request, absl::StrCat("p", i), "cpu", "0");
  if (random.Between(0, 3) == 0) AddSample(request, "stranger", "cpu", utilization ? "7m" : "0");
  adjustable.total = random.Between(0, 90);
  adjustable.set = [](v1::RecommendReplicasRequest& changed, int64_t total) {
    (*changed.mutable_pod_metrics(0)->mutable_containers(0)->mutable_usage())["cpu"] = Milli(total);
  };
  return adjustable;
}

Adjustable RandomPodsMetric(FlipsRandom& random) {
  Adjustable adjustable = {ReplicasRequest(random.Between(1, 6)), random.Between(0, 90), {}};
  v1::ReplicasReading& reading = AddPodsMetric(adjustable.request, Milli(random.Between(5, 40)));
  const int sampled = random.Between(1, 4);
  for (int i = 0; i < sampled; ++i) AddPodsValue(reading, absl::StrCat("p", i), "0");
  for (int i = 0; i < sampled + random.Between(0, 3); ++i) AddPod(adjustable.request, absl::StrCat("p", i));
  adjustable.set = [](v1::RecommendReplicasRequest& changed, int64_t total) {
    changed.mutable_readings(0)->mutable_values(0)->set_value(Milli(total));
  };
  return adjustable;
}

Adjustable RandomTotal(FlipsRandom& random) {
  Adjustable adjustable = {ReplicasRequest(random.Between(0, 6), 0), random.Between(0, 150), {}};
  v1::RecommendReplicasRequest& request = adjustable.request;
  AddExternal(request, random.Maybe() ? "Value" : "AverageValue", Milli(random.Between(3, 40)), {"0"});
  request.mutable_scale()->mutable_status()->set_replicas(random.Between(0, 5));
  request.mutable_options()->set_zero_replicas_rule(v1::REPLICAS_ZERO_RULE_MIN_REPLICAS);
  for (int i = 0; i < random.Between(1, 5); ++i) AddPod(request, absl::StrCat("p", i));
  adjustable.set = [](v1::RecommendReplicasRequest& changed, int64_t total) {
    changed.mutable_readings(0)->mutable_external_values(0)->set_value(Milli(total));
  };
  return adjustable;
}

// The expected flips. A search makes a decision for each amount in order. If several amounts have the same reported
// value, only the first of these amounts is used.
struct Searched {
  std::string grows_at;
  std::string shrinks_at;
};

constexpr int64_t kFarthest = 400;

Searched Search(Adjustable& adjustable) {
  adjustable.set(adjustable.request, adjustable.total);
  const v1::ReplicasProposal now = FlipsProposalFor(adjustable.request);
  Searched searched;
  for (const int step : {1, -1}) {
    std::string figure = now.usage();
    std::string& found = step > 0 ? searched.grows_at : searched.shrinks_at;
    for (int64_t total = adjustable.total + step; total >= 0 && total <= kFarthest && found.empty(); total += step) {
      adjustable.set(adjustable.request, total);
      const v1::ReplicasProposal other = FlipsProposalFor(adjustable.request);
      if (other.usage() == figure) continue;
      figure = other.usage();
      const bool flips = step > 0 ? other.replicas() > now.replicas() : other.replicas() < now.replicas();
      if (flips) found = figure;
    }
  }
  adjustable.set(adjustable.request, adjustable.total);
  return searched;
}

TEST(Flips, EqualTheResultOfASearchThroughAllAmounts) {
  FlipsRandom random(7);
  int grow = 0;
  int shrink = 0;
  constexpr int kRounds = 60;
  for (int i = 0; i < kRounds; ++i) {
    for (const auto& make : {RandomPods, RandomPodsMetric, RandomTotal}) {
      Adjustable adjustable = make(random);
      if (random.Maybe()) adjustable.request.mutable_options()->set_tolerance(Milli(random.Between(0, 300)));
      const Searched searched = Search(adjustable);
      const v1::ReplicasProposal proposal = FlipsProposalFor(adjustable.request);
      ASSERT_TRUE(proposal.error().empty()) << proposal.error();
      const v1::ReplicasFlips& flips = proposal.flips();
      ASSERT_EQ(flips.shrinks_at(), searched.shrinks_at) << adjustable.request.ShortDebugString();
      // The search stops at kFarthest, so it does not find all flips.
      if (!searched.grows_at.empty()) {
        ASSERT_EQ(flips.grows_at(), searched.grows_at) << adjustable.request.ShortDebugString();
      }
      grow += searched.grows_at.empty() ? 0 : 1;
      shrink += searched.shrinks_at.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(grow, 2 * kRounds);
  EXPECT_GT(shrink, kRounds);
}

// Uses realistic amounts. The proposal must change at the flip, and must not change one unit before the flip.
TEST(Flips, OfLargeAmountsAreExactToTheLastUnit) {
  FlipsRandom random(11);
  for (int i = 0; i < 200; ++i) {
    v1::RecommendReplicasRequest request = ReplicasRequest(random.Between(1, 50));
    AddAverageValue(request, "memory", absl::StrCat(random.Between(100, 900), "Mi"));
    for (int pod = 0; pod < random.Between(1, 30); ++pod) AddPod(request, absl::StrCat("p", pod));
    for (int pod = 0; pod < random.Between(1, 30) && pod < request.pods_size(); ++pod) {
      AddSample(request, absl::StrCat("p", pod), "memory", absl::StrCat(random.Between(0, 2'000'000), "Ki"));
    }
    // With equal samples, the sum for this average is the smallest. With `more` added to the first sample, the sum is
    // the largest.
    const int64_t more = request.pod_metrics_size() - 1;
    const auto ask = [&](int64_t average, int64_t on_first) {
      for (v1::PodMetrics& metrics : *request.mutable_pod_metrics()) {
        (*metrics.mutable_containers(0)->mutable_usage())["memory"] = MilliText(average + on_first);
        on_first = 0;
      }
      return FlipsProposalFor(request);
    };
    const int64_t average = int64_t{random.Between(0, 2'000'000)} * 1'024'000;
    const v1::ReplicasProposal now = ask(average, 0);
    int64_t flip = 0;
    bool overflows = false;
    if (!now.flips().grows_at().empty()) {
      ASSERT_EQ(ParseMilli(now.flips().grows_at(), flip, overflows), QuantityError::kNone);
      EXPECT_GT(ask(flip, 0).replicas(), now.replicas());
      EXPECT_LE(ask(flip - 1, 0).replicas(), now.replicas());
    }
    if (!now.flips().shrinks_at().empty()) {
      ASSERT_EQ(ParseMilli(now.flips().shrinks_at(), flip, overflows), QuantityError::kNone);
      EXPECT_LT(ask(flip, more).replicas(), now.replicas());
      EXPECT_GE(ask(flip + 1, flip + 1 == average ? 0 : more).replicas(), now.replicas());
    }
  }
}

// The curve of a metric with a target of type Value. There are as many ready pods as replicas. Counts the evaluations
// of the curve.
class CountingCurve final : public ProposalCurve {
 public:
  explicit CountingCurve(int64_t usage) : curve_(usage, kTarget, kReplicas, kReplicas, Tolerances()) {}

  int evaluations() const { return evaluations_; }

  int64_t usage() const override { return curve_.usage(); }
  int64_t most() const override { return curve_.most(); }
  Outcome At(int64_t usage) const override {
    ++evaluations_;
    return curve_.At(usage);
  }
  int64_t ReportedAt(int64_t usage) const override { return usage; }
  double UsageAt(double ratio, Side side) const override { return curve_.UsageAt(ratio, side); }

  static constexpr int64_t kTarget = 1'000'000'000'000'000'000;
  static constexpr int kReplicas = 100;

 private:
  const ValueCurve curve_;
  mutable int evaluations_ = 0;
};

// A curve that gives two replicas below the usage `step`, and three replicas for all other usages. The target is a
// usage of 50.
class StepCurve final : public ProposalCurve {
 public:
  StepCurve(int64_t usage, int64_t step) : usage_(usage), step_(step) {}

  int64_t usage() const override { return usage_; }
  int64_t most() const override { return kMost; }
  Outcome At(int64_t usage) const override {
    Outcome outcome;
    outcome.ratio = static_cast<double>(usage) / 50;
    outcome.count = 2;
    outcome.replicas = usage < step_ ? 2 : 3;
    return outcome;
  }
  int64_t ReportedAt(int64_t usage) const override { return usage; }
  double UsageAt(double ratio, Side /*side*/) const override { return ratio * 50; }

  static constexpr int64_t kMost = 100;

 private:
  const int64_t usage_;
  const int64_t step_;
};

TEST(Flips, AreFoundUpToTheLargestUsage) {
  for (const int64_t step : {61, 98, 99, 100}) {
    const Flips flips = FindFlips(StepCurve(60, step), Tolerances());
    EXPECT_EQ(flips.grows_at, step);
    EXPECT_FALSE(flips.shrinks_at.has_value());
  }
  EXPECT_FALSE(FindFlips(StepCurve(60, 101), Tolerances()).grows_at.has_value());
}

TEST(Flips, AreFoundFromTheLargestUsageAndNotFromALargerOne) {
  for (const int64_t step : {1, 2, 49, 50, 51, 99, 100}) {
    const Flips flips = FindFlips(StepCurve(StepCurve::kMost, step), Tolerances());
    EXPECT_EQ(flips.shrinks_at, step - 1);
    EXPECT_FALSE(flips.grows_at.has_value());
    EXPECT_FALSE(FindFlips(StepCurve(StepCurve::kMost + 1, step), Tolerances()).shrinks_at.has_value());
  }
  EXPECT_FALSE(FindFlips(StepCurve(StepCurve::kMost, 0), Tolerances()).shrinks_at.has_value());
}

// A bisection without other steps would need about 240 evaluations.
TEST(Flips, NeedFewEvaluationsForAmountsOfAnySize) {
  for (const int percent : {1, 80, 100, 150, 800}) {
    const CountingCurve curve(CountingCurve::kTarget / 100 * percent);
    const Flips flips = FindFlips(curve, Tolerances());
    ASSERT_TRUE(flips.grows_at.has_value()) << percent;
    EXPECT_TRUE(flips.shrinks_at.has_value()) << percent;
    EXPECT_LT(curve.evaluations(), 80) << percent;
  }
}

}  // namespace
}  // namespace cpsizer
