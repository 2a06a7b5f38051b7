#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/controller_test.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// If the service or the API server refuses a request, the sidecar retries it slowly. The next attempt can succeed,
// because the refusal can be caused by another version of the service or API server, or by a temporary state.
class ControllerRefusalTest : public ControllerTest {
 protected:
  ControllerRefusalTest() { StartWithOne(); }

  // Returns the number of requests about single clusters in each second of `duration`.
  std::vector<int> SinglesOfEachSecond(absl::Duration duration) {
    std::vector<int> counts;
    for (absl::Duration passed; passed < duration; passed += absl::Seconds(1)) {
      const int before = at_.service.singles;
      at_.Pass(absl::Seconds(1));
      counts.push_back(at_.service.singles - before);
    }
    return counts;
  }
  // Makes the API server respond with this HTTP code to the next writes.
  void RefuseWrites(int count, int code = 422) {
    for (int i = 0; i < count; ++i) at_.writer.failures.push_back(kube::ApiError(code, "no", absl::nullopt));
  }
};

TEST_F(ControllerRefusalTest, ARefusedClusterIsRequestedOnceAMinute) {
  for (const absl::Status& refusal : {absl::InvalidArgumentError("no"), absl::FailedPreconditionError("no")}) {
    at_.service.broken = refusal;
    at_.PutVpa(VpaJson("hc1", "20Gi"));
    const int singles = at_.service.singles;
    at_.Pass(absl::Minutes(10));
    EXPECT_GE(at_.service.singles - singles, 8) << refusal;
    EXPECT_LE(at_.service.singles - singles, 14) << refusal;
    const HeldObjects held = at_.Status().held["INPUT_REFUSED"];
    EXPECT_EQ(held.count, 1u) << refusal;
    EXPECT_EQ(held.longest, absl::Minutes(10)) << "the hold goes on, also while it is asked again";
    at_.service.broken = absl::OkStatus();
    at_.Pass(absl::Seconds(75));
    EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium")) << refusal;
    EXPECT_THAT(at_.Status().held, IsEmpty()) << refusal;
    at_.PutCluster(ClusterJson("hc1", "small"));
    at_.PutVpa(VpaJson("hc1", "10Gi"));
    at_.Settle();
    at_.writer.writes.clear();
  }
  EXPECT_THAT(LinesWith("size held"), SizeIs(1)) << "of INVALID_ARGUMENT, which is about one cluster";
  EXPECT_THAT(LinesWith("warn the configuration is incomplete; sizes stay as they are"), SizeIs(1));
  EXPECT_THAT(LinesWith("info the configuration is complete again"), SizeIs(1));
}

TEST_F(ControllerRefusalTest, CapacitiesThatAreMissingAreLoggedOnceForAllClusters) {
  at_.service.corrupt_batch = [](v1::BatchRecommendSizeResponse& response) {
    for (v1::BatchRecommendSizeResult& result : *response.mutable_results()) {
      result.mutable_error()->set_code(static_cast<int>(absl::StatusCode::kFailedPrecondition));
      result.mutable_error()->set_message("no capacity");
    }
  };
  for (const char* name : {"hc2", "hc3"}) PutSized(name, "small", "20Gi");
  at_.Pause();
  at_.Start();
  at_.Pass(absl::Seconds(1));
  EXPECT_GE(at_.Status().held["INPUT_REFUSED"].count, 2u);
  EXPECT_THAT(LinesWith("warn "),
              ElementsAre(HasSubstr("sizes stay as they are reason=INPUT_REFUSED error=no capacity")));
  EXPECT_THAT(at_.writer.events, IsEmpty());
}

TEST_F(ControllerRefusalTest, AChangeAfterARefusalIsDecidedImmediately) {
  at_.service.broken = absl::InvalidArgumentError("no");
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Seconds(1));
  at_.service.broken = absl::OkStatus();
  at_.PutVpa(VpaJson("hc1", "40Gi"));
  at_.Pass(absl::Seconds(1));
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> large"));
}

TEST_F(ControllerRefusalTest, AChangedConfigurationIsDecidedImmediatelyAfterARefusal) {
  at_.service.broken = absl::InvalidArgumentError("no");
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Seconds(1));
  at_.service.broken = absl::OkStatus();
  at_.PutConfiguration(ConfigurationWithMiddle());
  at_.Pass(absl::Seconds(1));
  EXPECT_THAT(at_.writer.writes, Contains("hc1 small -> middle"));
}

TEST_F(ControllerRefusalTest, RefusalsOfManyAreNotRetriedTogether) {
  constexpr int kClusters = 120;
  std::mt19937 generator(1);
  at_.manual.random = [&generator] { return std::uniform_real_distribution<double>(0, 1)(generator); };
  at_.service.corrupt_batch = [](v1::BatchRecommendSizeResponse& response) {
    for (v1::BatchRecommendSizeResult& result : *response.mutable_results()) {
      result.mutable_error()->set_code(static_cast<int>(absl::StatusCode::kInvalidArgument));
    }
  };
  // The second iteration simulates a change of the leader.
  for (int start = 0; start < 2; ++start) {
    for (int i = 0; start == 0 && i < kClusters; ++i) PutSized(absl::StrCat("many", i), "small", "20Gi");
    at_.Pause();
    at_.Start();
    at_.Pass(absl::Seconds(1));
    EXPECT_GE(at_.Status().held["INPUT_REFUSED"].count, static_cast<size_t>(kClusters));
    at_.service.broken = absl::InvalidArgumentError("no");
    const std::vector<int> counts = SinglesOfEachSecond(absl::Seconds(80));
    at_.service.broken = absl::OkStatus();
    EXPECT_THAT(std::vector<int>(counts.begin(), counts.begin() + 43), Each(0));
    EXPECT_LE(*std::max_element(counts.begin(), counts.end()), 15) << "of " << kClusters;
  }
}

TEST_F(ControllerRefusalTest, AWriteThatTheApiServerRefusesHoldsTheClusterAndIsRepeatedOnceAMinute) {
  RefuseWrites(100);
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(10));
  EXPECT_GE(at_.writer.writes.size(), 8u);
  EXPECT_LE(at_.writer.writes.size(), 14u);
  EXPECT_THAT(LinesWith("error the API server refused a write"), SizeIs(1));
  const HeldObjects held = at_.Status().held["WRITE_FAILED"];
  EXPECT_EQ(held.count, 1u);
  EXPECT_EQ(held.longest, absl::Minutes(10));
  at_.writer.failures.clear();
  at_.Pass(absl::Seconds(75));
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  EXPECT_THAT(at_.Status().held, IsEmpty());
}

// A webhook that denies a request with controller-runtime responds with 403, and a missing permission too. 401 refuses
// the token, which can be renewed at any time.
TEST_F(ControllerRefusalTest, AWriteIsRefusedByAnyCodeThatDoesNotAskForARetry) {
  for (const int code : {400, 403, 405, 413, 422}) {
    RefuseWrites(100, code);
    at_.PutVpa(VpaJson("hc1", "20Gi"));
    at_.Pass(absl::Minutes(10));
    EXPECT_LE(at_.writer.writes.size(), 14u) << code;
    EXPECT_EQ(at_.Status().held["WRITE_FAILED"].longest, absl::Minutes(10)) << code;
    EXPECT_THAT(at_.writer.events, ElementsAre("ClusterSizeRecommendationHeld")) << code;
    EXPECT_THAT(at_.writer.notes.front(), HasSubstr("the API server refused the write of the size: ")) << code;
    at_.writer.failures.clear();
    at_.Pass(absl::Seconds(75));
    EXPECT_EQ(at_.SizeOf("hc1"), "medium") << code;
    EXPECT_THAT(at_.Status().held, IsEmpty()) << code;
    at_.PutCluster(ClusterJson("hc1", "small"));
    at_.PutVpa(VpaJson("hc1", "10Gi"));
    at_.Settle();
    at_.writer.writes.clear();
    at_.writer.events.clear();
    at_.writer.notes.clear();
  }
}

// The namespace of a new cluster may not exist yet, and a conflict or a busy server is not a refusal.
TEST_F(ControllerRefusalTest, AWriteThatMaySucceedSoonDoesNotHoldTheCluster) {
  const char kNoNamespace[] =
      R"({"kind":"Status","reason":"NotFound","message":"namespaces \"clusters-hc2\" not found",
          "details":{"name":"clusters-hc2","kind":"namespaces"},"code":404})";
  at_.writer.failures = {kube::ApiError(404, kNoNamespace, absl::nullopt), kube::ApiError(409, "no", absl::nullopt),
                         kube::ApiError(429, "no", absl::nullopt), kube::ApiError(500, "no", absl::nullopt)};
  at_.PutCluster(ClusterJson("hc2"));
  for (int i = 0; i < 30; ++i) {
    at_.Pass(absl::Seconds(1));
    EXPECT_EQ(at_.Status().held["WRITE_FAILED"].count, 0u);
  }
  EXPECT_THAT(at_.writer.writes, SizeIs(5));
  EXPECT_THAT(LinesWith("clusters-hc2"), Contains(HasSubstr("write failed; retrying")));
  EXPECT_THAT(at_.writer.events, IsEmpty());
}

TEST_F(ControllerRefusalTest, AnObsoleteRefusedWriteDoesNotHoldTheCluster) {
  RefuseWrites(100);
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Seconds(1));
  EXPECT_EQ(at_.Status().held["WRITE_FAILED"].count, 1u);
  at_.PutVpa(VpaJson("hc1", "10Gi"));
  at_.Pass(absl::Seconds(1));
  EXPECT_THAT(at_.Status().held, IsEmpty());
}

TEST_F(ControllerRefusalTest, ARefusedWriteDoesNotHoldADeletedCluster) {
  RefuseWrites(100);
  at_.writer.after_write = [this] { at_.RemoveCluster("hc1"); };
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(at_.writer.writes, SizeIs(1));
  EXPECT_THAT(at_.Status().held, IsEmpty());
}

TEST_F(ControllerRefusalTest, AVpaThatTheApiServerRefusesIsCreatedLater) {
  RefuseWrites(1);
  at_.PutCluster(ClusterJson("hc2"));
  at_.Pass(absl::Seconds(44));
  EXPECT_THAT(at_.writer.writes, ElementsAre("create hc2"));
  EXPECT_EQ(at_.Status().held["WRITE_FAILED"].count, 1u);
  at_.Pass(absl::Seconds(32));
  EXPECT_THAT(at_.writer.writes, ElementsAre("create hc2", "create hc2"));
  EXPECT_EQ(at_.Status().held["WRITE_FAILED"].count, 0u);
}

// The service may be older than the configuration. A newer service may accept the configuration, so the sidecar
// validates it again.
TEST_F(ControllerRefusalTest, AnInvalidConfigurationIsValidatedOnceAMinute) {
  at_.service.corrupt_verdict = [](v1::ValidateConfigResponse& response) {
    response.set_valid(false);
    response.set_decidable(false);
  };
  const int validations = at_.service.validations;
  at_.PutConfiguration(ConfigurationJson(2));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(10));
  EXPECT_GE(at_.service.validations - validations, 8);
  EXPECT_LE(at_.service.validations - validations, 14);
  EXPECT_THAT(LinesWith("holding all sizes"), SizeIs(1));
  EXPECT_EQ(at_.Status().held[kConfigurationUnusable].longest, absl::Minutes(10));
  at_.service.corrupt_verdict = nullptr;
  at_.Pass(absl::Seconds(75));
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
}

}  // namespace
}  // namespace cpsizer::sidecar
