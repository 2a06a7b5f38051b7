// Tests section 1 of docs/reference/horizontal-pod-autoscaler.md and the rules for requests: numbers, times, limits,
// and the errors for invalid values.
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/recommend_replicas.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/engine/base/instant.h"
#include "server/engine/replicas/arithmetic.h"
#include "server/engine/replicas/validate/milli.h"
#include "tests/engine/replicas/requests.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddCpuPods;
using ::cpsizer::testing::AddExternal;
using ::cpsizer::testing::AddPodsMetric;
using ::cpsizer::testing::AddPodsValue;
using ::cpsizer::testing::AddRecommendation;
using ::cpsizer::testing::AddUpEvent;
using ::cpsizer::testing::AddUtilization;
using ::cpsizer::testing::At;
using ::cpsizer::testing::BadRequestOf;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::Desiring;
using ::cpsizer::testing::ErrorInfoOf;
using ::cpsizer::testing::ReplicasRequest;

TEST(Instant, ReadsAndWritesRfc3339) {
  struct Case {
    absl::string_view text;
    absl::string_view canonical;  // empty if the text is not a valid time
  };
  const Case cases[] = {
      {"1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"},
      {"2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"},
      {"2026-01-02T03:04:05.600Z", "2026-01-02T03:04:05.6Z"},
      {"2026-01-02T03:04:05.0000000019Z", "2026-01-02T03:04:05.000000001Z"},
      {"2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"},
      {"2026-12-31T23:30:00-00:30", "2027-01-01T00:00:00Z"},
      {"2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"},
      {"2000-02-29T12:00:00Z", "2000-02-29T12:00:00Z"},
      {"0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
      {"0000-03-01T00:00:00Z", "0000-03-01T00:00:00Z"},
      {"0000-02-29T00:00:00Z", "0000-02-29T00:00:00Z"},
      {"0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"},
      {"2026-01-02T00:00:00+23:00", "2026-01-01T01:00:00Z"},
      {"2026-01-02T00:00:00-23:59", "2026-01-02T23:59:00Z"},
      {"1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.5Z"},
      {"9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"},
      {"2023-02-29T00:00:00Z", ""},
      {"2024-02-30T00:00:00Z", ""},
      {"1900-02-29T00:00:00Z", ""},
      {"2026-13-01T00:00:00Z", ""},
      {"2026-00-01T00:00:00Z", ""},
      {"2026-04-31T00:00:00Z", ""},
      {"2026-01-02T24:00:00Z", ""},
      {"2026-01-02T00:60:00Z", ""},
      {"2026-01-02T00:00:60Z", ""},
      {"2026-01-02T00:00:00", ""},
      {"2026-01-02T00:00:00.Z", ""},
      {"2026-01-02 00:00:00Z", ""},
      {"2026-01-02T00:00:00+24:00", ""},
      {"2026-01-02T00:00:00+00:60", ""},
      {"2026-01-02T00:00:00Zulu", ""},
      {"26-01-02T00:00:00Z", ""},
      {"", ""},
  };
  for (const Case& c : cases) {
    const absl::optional<Instant> instant = ParseInstant(c.text);
    EXPECT_EQ(instant.has_value() ? FormatInstant(*instant) : "", c.canonical) << c.text;
  }
  EXPECT_EQ(*ParseInstant("0001-01-01T00:00:00Z") == kZeroTime, true);
  EXPECT_EQ(FormatSeconds(*ParseInstant("2026-01-02T03:04:05.999Z")), "2026-01-02T03:04:05Z");
}

// Tests every seventh day of 400 years. The text of each time must be read as the same time.
TEST(Instant, WritesTheDayThatItRead) {
  Instant instant = *ParseInstant("1900-03-01T00:00:00Z");
  for (int day = 0; day < 146'097; day += 7, instant += 7 * 86'400 * kSecond) {
    ASSERT_TRUE(ParseInstant(FormatInstant(instant)) == instant) << FormatInstant(instant);
  }
  EXPECT_EQ(FormatInstant(*ParseInstant("1900-03-01T00:00:00Z") + Instant{146'097} * 86'400 * kSecond),
            "2300-03-01T00:00:00Z");
}

// The expected values of amounts that overflow are results of MilliValue in k8s.io/apimachinery v0.36.3. For 400,000
// random texts, MilliValue and ParseMilli had equal results.
TEST(Milli, Section1CountsMilliUnitsAndRoundsAwayFromZero) {
  struct Case {
    absl::string_view text;
    int64_t milli;
    bool overflows = false;
  };
  const Case cases[] = {
      {"1", 1000},
      {"1500u", 2},
      {"-1500u", -2},
      {"1n", 1},
      {"-1n", -1},
      {"0", 0},
      {"1Mi", 1048576000},
      {"8Ti", 8796093022208000},
      {"100000000.0000001", 100000000001},
      {"9223372036854775807m", INT64_MAX},
      {"9223372036854775", 9223372036854775000},
      {"000000000000000000001", 1000},
      {"10000000000.000000001", 10000000000001},
      {"-10000000000.0000001", -10000000000001},
      // Leading zeros are not counted as digits. A single zero before the point is counted.
      {"-0000000000000000001500u", -2},
      {"-0.99999999999999999G", -1000000000000},
      // These amounts have at most 18 digits. Their digits are multiplied by 10^k to get milli-units. If the product
      // does not fit, the result is its low 64 bits if k is 1, 2, 3, 6 or 9, and 0 for any other k.
      {"20E", 0, true},
      {"-20E", 0, true},
      {"1e17", 0, true},
      {"10P", 0, true},
      {"9e4000", 0, true},
      {"123456789012345678e2", 0, true},
      {"99999999999999999e1", 0, true},
      {"92233720368547758.1k", 0, true},
      {"9223372036854775.808", INT64_MIN, true},
      {"9223372036854775.81", -9223372036854775806, true},
      {"92233720368547758.1", 20, true},
      {"9223372036854.775M", -808000, true},
      {"9223372036854776", -9223372036854775616, true},
      {"-9223372036854776", 9223372036854775616, true},
      {"10000000000000001", -8446744073709550616, true},
      {"999999999999999999", 3875820019684211736, true},
      {"9223372036854776k", 192000, true},
      {"9999999999999999k", 1864712049422024128, true},
      {"99999999999999999e3", 200376420519689664, true},
      {"999999999999999999M", -6930898828444486144, true},
      // These amounts have more digits or binary suffixes. The result is the low 64 bits.
      {"0.999999999999999999E", 3875820019684211736, true},
      {"9223372036854775807", -1000, true},
      {"-9223372036854775807", 1000, true},
      {"9223372036854775808", 0, true},
      {"10000000000000000000", 1864712049423024128, true},
      {"12345678901234567890123456789", 6432227781800638984, true},
      {"1234567890123456789e4000", 0, true},
      {"18446744073709551617e1", 10000, true},
      {"9223372036854775808.0001", 1, true},
      {"8999999999999999.0000000001Ki", -7372036854776831999, true},
      {"16Ei", -1000, true},
      {"-16Ei", 1000, true},
      {"9007199254740991Ki", -1024000, true},
      {"0.5Ei", 4611686018427387904, true},
      {"8999999999999999Ki", -7372036854776832000, true},
      // These negative amounts are rounded up and then increased by one. They wrap in nano-units.
      {"-9223372036854775808m", 0, true},
      {"-1000000.5n", 0},
      {"-9223372036854775808n", -9223372036853},
      {"-0.0000000001", 1},
      {"-1.0001Ki", -1024101},
      {"-999Gi", -1072668082176000},
      {"-10000000000.00000000001", 8446744073710, true},
      {"-10000000Gi", 7210192634676, true},
      // An amount with a binary suffix is exact if it has at most 14 digits, including the digits of the suffix.
      {"-99Ti", -108851651149824000},
      {"-100Ti", -8568098291071, true},
      {"-99999999Mi", -104857598951424000},
      {"-100000000Mi", -6306685034907, true},
  };
  for (const Case& c : cases) {
    int64_t milli = 7;
    bool overflows = !c.overflows;
    EXPECT_EQ(ParseMilli(c.text, milli, overflows), QuantityError::kNone) << c.text;
    EXPECT_EQ(milli, c.milli) << c.text;
    EXPECT_EQ(overflows, c.overflows) << c.text;
  }
  int64_t milli = 7;
  bool overflows = true;
  EXPECT_EQ(ParseMilli("1GB", milli, overflows), QuantityError::kSuffix);
  EXPECT_FALSE(overflows);
  EXPECT_EQ(milli, 7);
}

TEST(Milli, ATolerancesDoubleIsItsCanonicalSignificandTimesAPowerOfTen) {
  const auto read = [](absl::string_view text) {
    Quantity quantity;
    EXPECT_EQ(ParseQuantity(text, quantity), QuantityError::kNone);
    return ApproximateDouble(quantity);
  };
  EXPECT_EQ(read("0.1"), 100 * 1e-3);
  EXPECT_EQ(read("100m"), 0.1);
  EXPECT_EQ(read("0.07"), 70 * 1e-3);
  EXPECT_EQ(read("0.3"), 0.3) << "as 300m, and not as 300000000n";
  EXPECT_EQ(read("9223372036854775807"), 9223372036854775808.0);
  EXPECT_EQ(read("9E"), 9e18);
  EXPECT_EQ(read("0"), 0.0);
  EXPECT_EQ(read("2"), 2.0);
  EXPECT_EQ(read("1n"), 1e-9);
  EXPECT_EQ(read("3k"), 3000.0);
}

TEST(Arithmetic, Section1SaturatesWhereTheControllersProcessorDecides) {
  EXPECT_EQ(CeilToReplicas(1e300), INT32_MAX);
  EXPECT_EQ(CeilToReplicas(-1e300), INT32_MIN);
  EXPECT_EQ(CeilToReplicas(std::numeric_limits<double>::infinity()), INT32_MAX);
  EXPECT_EQ(CeilToReplicas(std::numeric_limits<double>::quiet_NaN()), 0);
  EXPECT_EQ(CeilToReplicas(-0.5), 0);
  EXPECT_EQ(Saturate<int64_t>(9.3e18), INT64_MAX);
  EXPECT_EQ(Saturate<int64_t>(-9.3e18), INT64_MIN);
}

TEST(Arithmetic, Section1IntegersWrapAndDivideTowardZero) {
  EXPECT_EQ(WrapAdd<int32_t>(INT32_MAX, 1), INT32_MIN);
  EXPECT_EQ(WrapSubtract<int32_t>(INT32_MIN, 1), INT32_MAX);
  EXPECT_EQ(WrapMultiply(INT64_MAX, 2), -2);
  EXPECT_EQ(WrapDivide(INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(WrapDivide(-7, 2), -3);
}

// Returns a request that contains each kind of field that the library reads.
v1::RecommendReplicasRequest FullRequest() {
  v1::RecommendReplicasRequest request = ReplicasRequest(2);
  AddUtilization(request, "cpu", 50);
  AddCpuPods(request, {"500m", "500m"});
  AddPodsValue(AddPodsMetric(request, "1"), "p0", "1");
  AddExternal(request, "AverageValue", "1", {"1"});
  AddRecommendation(request, 2, -10);
  AddUpEvent(request, 1, -10);
  return request;
}

struct ReadingErrorCase {
  absl::string_view path;
  absl::string_view rule;
  std::function<void(v1::RecommendReplicasRequest&)> spoil;
};

TEST(Reading, UnreadableFieldsAreNamed) {
  using R = v1::RecommendReplicasRequest;
  const std::vector<ReadingErrorCase> cases = {
      {"horizontalPodAutoscaler", "FIELD_MISSING", [](R& r) { r.clear_horizontal_pod_autoscaler(); }},
      {"scale", "FIELD_MISSING", [](R& r) { r.clear_scale(); }},
      {"now", "FIELD_MISSING", [](R& r) { r.clear_now(); }},
      {"now", "TIME_MALFORMED", [](R& r) { r.set_now("soon"); }},
      {"readings[1]", "FIELD_MISSING", [](R& r) { r.clear_readings(); }},
      {"readings", "FIELD_MISSING", [](R& r) { r.mutable_readings()->RemoveLast(); }},
      {"readings", "LIMIT_EXCEEDED", [](R& r) { r.add_readings(); }},
      {"scale.spec.replicas", "VALUE_NEGATIVE", [](R& r) { r.mutable_scale()->mutable_spec()->set_replicas(-1); }},
      {"scale.status.replicas", "VALUE_NEGATIVE", [](R& r) { r.mutable_scale()->mutable_status()->set_replicas(-1); }},
      {"pods[1].metadata.name", "POD_NAME_DUPLICATE",
       [](R& r) { r.mutable_pods(1)->mutable_metadata()->set_name("p0"); }},
      {"podMetrics[1].metadata.name", "POD_NAME_DUPLICATE",
       [](R& r) { r.mutable_pod_metrics(1)->mutable_metadata()->set_name("p0"); }},
      {"pods[0].status.startTime", "TIME_MALFORMED",
       [](R& r) { r.mutable_pods(0)->mutable_status()->set_start_time("x"); }},
      {"pods[0].status.conditions[0].lastTransitionTime", "TIME_MALFORMED",
       [](R& r) { r.mutable_pods(0)->mutable_status()->mutable_conditions(0)->set_last_transition_time("x"); }},
      {"podMetrics[0].timestamp", "TIME_MALFORMED", [](R& r) { r.mutable_pod_metrics(0)->set_timestamp("x"); }},
      {"podMetrics[0].window", "DURATION_MALFORMED", [](R& r) { r.mutable_pod_metrics(0)->set_window("30"); }},
      {"podMetrics[0].containers[0].usage[cpu]", "QUANTITY_MALFORMED",
       [](R& r) { (*r.mutable_pod_metrics(0)->mutable_containers(0)->mutable_usage())["cpu"] = "much"; }},
      {"pods[0].spec: container \"app\": resources.requests[cpu]", "QUANTITY_MALFORMED",
       [](R& r) {
         auto& container = *r.mutable_pods(0)->mutable_spec()->mutable_containers(0);
         (*container.mutable_resources()->mutable_requests())["cpu"] = "much";
       }},
      {"readings[1].values[0].value", "QUANTITY_MALFORMED",
       [](R& r) { r.mutable_readings(1)->mutable_values(0)->set_value(""); }},
      {"readings[2].externalValues[0].value", "QUANTITY_MALFORMED",
       [](R& r) { r.mutable_readings(2)->mutable_external_values(0)->set_value("1e4097"); }},
      {"history.recommendations[0].time", "TIME_MALFORMED",
       [](R& r) { r.mutable_history()->mutable_recommendations(0)->clear_time(); }},
      {"history.scaleUpEvents[0].change", "VALUE_NEGATIVE",
       [](R& r) { r.mutable_history()->mutable_scale_up_events(0)->set_change(-1); }},
      {"observedRescales[0].time", "FIELD_MISSING", [](R& r) { r.add_observed_rescales(); }},
      {"observedRescales[0].time", "TIME_MALFORMED", [](R& r) { r.add_observed_rescales()->set_time("x"); }},
      {"observedRescales[0].fromReplicas", "VALUE_NEGATIVE",
       [](R& r) {
         r.add_observed_rescales()->set_time(At(0));
         r.mutable_observed_rescales(0)->set_from_replicas(-1);
       }},
      {"observedRescales[0].toReplicas", "VALUE_NEGATIVE",
       [](R& r) {
         r.add_observed_rescales()->set_time(At(0));
         r.mutable_observed_rescales(0)->set_to_replicas(-1);
       }},
      {"options.downscaleStabilization", "DURATION_MALFORMED",
       [](R& r) { r.mutable_options()->set_downscale_stabilization(""); }},
      {"options.initialReadinessDelay", "VALUE_NEGATIVE",
       [](R& r) { r.mutable_options()->set_initial_readiness_delay("-1s"); }},
      {"options.tolerance", "VALUE_NEGATIVE", [](R& r) { r.mutable_options()->set_tolerance("-0.1"); }},
      {"options.zeroReplicasRule", "ENUM_UNKNOWN",
       [](R& r) { r.mutable_options()->set_zero_replicas_rule(static_cast<v1::ReplicasZeroRule>(77)); }},
      {"options.detail", "ENUM_UNKNOWN", [](R& r) { r.mutable_options()->set_detail(static_cast<v1::Detail>(77)); }},
  };
  Decide(FullRequest());
  for (const ReadingErrorCase& c : cases) {
    R request = FullRequest();
    c.spoil(request);
    v1::RecommendReplicasResponse response;
    const absl::Status status = RecommendReplicas(request, response);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.path << " " << c.rule;
    if (status.ok()) continue;
    EXPECT_EQ(ErrorInfoOf(status).reason(), c.rule) << c.path;
    EXPECT_EQ(BadRequestOf(status).field_violations(0).field(), c.path);
  }
}

// A field that the controller does not read may have any value.
TEST(Reading, UnusedFieldsAreNotChecked) {
  v1::RecommendReplicasRequest request = FullRequest();
  request.mutable_readings(1)->mutable_values(0)->set_timestamp("x");
  (*request.mutable_pods(0)->mutable_spec()->mutable_containers(0)->mutable_resources()->mutable_requests())["gpu"] =
      "x";
  (*request.mutable_pod_metrics(0)->mutable_containers(0)->mutable_usage())["gpu"] = "x";
  request.mutable_horizontal_pod_autoscaler()->mutable_status()->set_last_scale_time("x");
  Decide(request);
}

// The pod itself requests another resource, so the requests of its containers are added up.
TEST(Reading, RequestsOfAPodAreReadOnceForAllMetrics) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddUtilization(request, "cpu", 50);
  AddUtilization(request, "memory", 50);
  AddCpuPods(request, {"1"});
  v1::PodSpec& spec = *request.mutable_pods(0)->mutable_spec();
  (*spec.mutable_resources()->mutable_requests())["hugepages-2Mi"] = "2Mi";
  (*spec.mutable_containers(0)->mutable_resources()->mutable_requests())["cpu"] = "x";
  v1::RecommendReplicasResponse response;
  EXPECT_EQ(BadRequestOf(RecommendReplicas(request, response)).field_violations_size(), 1);
}

struct ReadingLimitCase {
  absl::string_view path;
  int64_t most;
  std::function<v1::RecommendReplicasRequest(int)> with;
};

TEST(Reading, AcceptsEachLimitAndRefusesOneMore) {
  using R = v1::RecommendReplicasRequest;
  const std::vector<ReadingLimitCase> cases = {
      {"pods", kMaxPods,
       [](int n) {
         R request = Desiring(1, 1);
         for (int i = 0; i < n; ++i) request.add_pods()->mutable_metadata()->set_name(absl::StrCat("p", i));
         return request;
       }},
      {"spec.metrics", kMaxAutoscalerMetrics,
       [](int n) {
         R request = ReplicasRequest(1);
         for (int i = 0; i < n; ++i) AddExternal(request, "AverageValue", "1", {"1"});
         return request;
       }},
      {"readings", kMaxSamples,
       [](int n) {
         R request = Desiring(1, 1);
         v1::ReplicasReading& reading = *request.mutable_readings(0);
         reading.clear_external_values();
         for (int i = 0; i < n; ++i) reading.add_external_values()->set_value("0");
         return request;
       }},
      {"pods", kMaxPodContainers,
       [](int n) {
         R request = Desiring(1, 1);
         v1::PodSpec& spec = *request.add_pods()->mutable_spec();
         for (int i = 0; i < n; ++i) spec.add_containers();
         return request;
       }},
      {"podMetrics", kMaxPodContainers,
       [](int n) {
         R request = Desiring(1, 1);
         v1::PodMetrics& metrics = *request.add_pod_metrics();
         metrics.set_timestamp(At(0));
         for (int i = 0; i < n; ++i) metrics.add_containers();
         return request;
       }},
      {"status.conditions", kMaxAutoscalerConditions,
       [](int n) {
         R request = Desiring(1, 1);
         for (int i = 0; i < n; ++i) request.mutable_horizontal_pod_autoscaler()->mutable_status()->add_conditions();
         return request;
       }},
      {"history", kMaxHistoryEntries,
       [](int n) {
         R request = Desiring(1, 1);
         for (int i = 0; i < n; ++i) AddRecommendation(request, 1, -1);
         return request;
       }},
      {"observedRescales", kMaxObservedRescales,
       [](int n) {
         R request = Desiring(1, 1);
         for (int i = 0; i < n; ++i) request.add_observed_rescales()->set_time(At(-1));
         return request;
       }},
      {"rivals", kMaxRivals,
       [](int n) {
         R request = Desiring(1, 1);
         for (int i = 0; i < n; ++i) request.add_rivals("r");
         return request;
       }},
      {"otherOwners", kMaxOtherOwners,
       [](int n) {
         R request = Desiring(1, 1);
         for (int i = 0; i < n; ++i) request.add_other_owners("o");
         return request;
       }},
  };
  for (const ReadingLimitCase& c : cases) {
    v1::RecommendReplicasResponse response;
    EXPECT_TRUE(RecommendReplicas(c.with(static_cast<int>(c.most)), response).ok()) << c.path;
    response.Clear();
    const absl::Status status = RecommendReplicas(c.with(static_cast<int>(c.most) + 1), response);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.path;
    if (status.ok()) continue;
    EXPECT_EQ(ErrorInfoOf(status).reason(), "LIMIT_EXCEEDED") << c.path;
    EXPECT_EQ(BadRequestOf(status).field_violations(0).field(), c.path);
  }
}

// For a resource metric, each pod with metrics is a sample.
TEST(Reading, CountsTheSamplesOfResources) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  for (int i = 0; i < kMaxAutoscalerMetrics; ++i) testing::AddAverageValue(request, "memory", "1");
  v1::MetricSpec& container = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_metrics(0);
  container.set_type("ContainerResource");
  container.mutable_container_resource()->set_name("memory");
  container.mutable_container_resource()->set_container("app");
  *container.mutable_container_resource()->mutable_target() = container.resource().target();
  container.clear_resource();
  for (int i = 0; i < kMaxPods; ++i) request.add_pod_metrics()->mutable_metadata()->set_name(absl::StrCat("p", i));
  Decide(request);
  request.add_pod_metrics()->mutable_metadata()->set_name("one more");
  v1::RecommendReplicasResponse response;
  const absl::Status status = RecommendReplicas(request, response);
  EXPECT_EQ(BadRequestOf(status).field_violations(0).field(), "readings");
  EXPECT_EQ(BadRequestOf(status).field_violations(0).description().substr(0, 24), "there are 500050 samples");
}

TEST(Reading, TheNumberOfErrorsIsBounded) {
  v1::RecommendReplicasRequest request = Desiring(1, 1);
  for (int i = 0; i < 3 * kMaxReplicasFindings; ++i) {
    request.mutable_readings(0)->add_external_values()->set_value("much");
  }
  v1::RecommendReplicasResponse response;
  const absl::Status status = RecommendReplicas(request, response);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(response.findings_size(), kMaxReplicasFindings);
}

// The response repeats texts of the request in several places.
TEST(Reading, LongTextsAreCutWhereTheyAreRepeated) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddUtilization(request, "cpu", 50);
  request.set_pod_metrics_error(std::string(1 << 20, 'x'));
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_LE(response.metrics(0).error().size(), kMaxReportedTextBytes);
  EXPECT_LE(response.error().size(), kMaxReportedTextBytes);
  EXPECT_EQ(response.events().rbegin()->message(), response.error()) << "of FailedComputeMetricsReplicas";
  EXPECT_LT(response.ByteSizeLong(), 20 * kMaxReportedTextBytes);
}

}  // namespace
}  // namespace cpsizer
