#include "client/machine/observer.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "client/kube/api_client.h"
#include "client/machine/limits.h"
#include "client/tree/parse_json.h"
#include "gmock/gmock.h"
#include "tests/kube/scripted_api.h"
#include "tests/machine/machine_objects_json.h"
#include "tests/replicas/fake_cluster.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_front.h"

namespace cpsizer::machine {
namespace {

using kube::Json;
using replicas::FakeCluster;
using replicas::StatusJson;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kSampledAt[] = "2026-03-01T12:00:00Z";
constexpr char kMachineSetPath[] =
    "/apis/machine.openshift.io/v1/namespaces/openshift-machine-api/controlplanemachinesets/cluster";
constexpr char kNodesPath[] = "/api/v1/nodes";
constexpr char kMasterNodesPath[] = "/api/v1/nodes?labelSelector=node-role.kubernetes.io%2Fmaster";
constexpr char kMetricsPath[] = "/apis/metrics.k8s.io/v1beta1/nodes";
constexpr char kQueryPath[] = "/api/v1/query";
constexpr char kAuthenticationPath[] =
    "/apis/machine.openshift.io/v1alpha1/namespaces/openshift-machine-api/"
    "controlplanemachinesetautoscalingtriggerauthentications/token";
constexpr char kSecretPath[] = "/api/v1/namespaces/openshift-machine-api/secrets/prometheus";

Json Authentication(const std::string& parameter, const std::string& key) {
  Json object = {{"metadata", {{"name", "token"}}}};
  object["spec"]["secretTargetRef"] = Json::array({{{"parameter", parameter}, {"name", "prometheus"}, {"key", key}}});
  return object;
}

class MachineObserverTest : public ::testing::Test {
 protected:
  MachineObserverTest() {
    Json machine_set = MachineSetJson();
    machine_set["metadata"]["resourceVersion"] = "7";
    cluster_.Answer(kMachineSetPath, machine_set);
    cluster_.Answer(kNodesPath, ListOf("NodeList", {NodeJson("a"), NodeJson("b")}));
    cluster_.Answer(kMasterNodesPath, ListOf("NodeList", {NodeJson("b"), NodeJson("c")}));
    cluster_.Answer(kMetricsPath, ListOf("NodeMetricsList", {NodeMetricsJson("a", kSampledAt, "1"),
                                                             NodeMetricsJson("worker", kSampledAt, "1")}));
    prometheus_.Answer(kQueryPath,
                       Json::parse(R"({"status":"success","data":{"resultType":"scalar","result":[1,"3"]}})"));
  }

  absl::StatusOr<Observation> ObserveNow() {
    const auto autoscaler = ReadAutoscaler(tree::ParseJson(autoscaler_.dump()));
    EXPECT_TRUE(autoscaler.ok()) << autoscaler.status();
    absl::optional<absl::StatusOr<Observation>> result;
    Observe(manual_.loop(), client_, kNamespace, *autoscaler,
            [&](absl::StatusOr<Observation> observation) { result = std::move(observation); });
    manual_.RunUntil([&] { return result.has_value(); });
    return *std::move(result);
  }

  // Makes an observation with one query, and returns the reading of this query.
  v1::MachineQueryReading ReadingNow() {
    const absl::StatusOr<Observation> observation = ObserveNow();
    EXPECT_TRUE(observation.ok()) << observation.status();
    if (!observation.ok() || observation->request.readings_size() != 1) return {};
    return observation->request.readings(0);
  }

  void AddQuery(const std::string& server) {
    autoscaler_["spec"]["scaleUp"]["triggers"].push_back(QueryTriggerJson(server, "1"));
  }

  // Adds a query that uses TLS and a bearer token.
  void AddTokenQuery() {
    AddQuery(absl::StrCat("https://localhost:", front_.port()));
    Json& trigger = autoscaler_["spec"]["scaleUp"]["triggers"][1];
    trigger["prometheus"]["authModes"] = "bearer";
    trigger["authenticationRef"] = {{"name", "token"}};
    Json both = Authentication("bearer", "token");
    both["spec"]["secretTargetRef"].push_back({{"parameter", "ca"}, {"name", "prometheus"}, {"key", "ca.crt"}});
    cluster_.Answer(kAuthenticationPath, both);
    Json secret = SecretJson("prometheus", "token", "s3cret\n");
    secret["data"]["ca.crt"] = SecretJson("", "ca", authority_.pem())["data"]["ca"];
    cluster_.Answer(kSecretPath, secret);
  }

  FakeCluster cluster_;
  FakeCluster prometheus_;
  testing::CertificateAuthority authority_{"prometheus"};
  testing::TlsFront front_{authority_.IssueServer(), prometheus_.url()};
  kube::ManualLoop manual_{cluster_.url()};
  kube::ApiClient client_{manual_.loop(), {}, kube::RateLimit(1'000, 1'000)};
  Json autoscaler_ = AutoscalerJson();
};

TEST_F(MachineObserverTest, MakesTheRequest) {
  AddQuery(prometheus_.url());
  const absl::StatusOr<Observation> observation = ObserveNow();
  ASSERT_TRUE(observation.ok()) << observation.status();
  const v1::RecommendMachineRequest& request = observation->request;
  EXPECT_EQ(request.control_plane_machine_set_autoscaler().metadata().name(), "cluster");
  EXPECT_EQ(request.control_plane_machine_set().metadata().resource_version(), "7");
  EXPECT_THAT(request.nodes(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(request.metrics_source(), v1::MACHINE_METRICS_SOURCE_OK);
  ASSERT_EQ(request.readings_size(), 1);
  EXPECT_EQ(request.readings(0).direction(), v1::MACHINE_DIRECTION_UP);
  EXPECT_EQ(request.readings(0).trigger(), 1);
  EXPECT_EQ(request.readings(0).value(), "3");
  ASSERT_EQ(observation->usage.samples.size(), 1u);
  EXPECT_EQ(observation->usage.samples.at("a").cpu().usages(0), 1'000'000'000);
  EXPECT_FALSE(observation->machine_set_deleting);
}

TEST_F(MachineObserverTest, AMachineSetThatCannotBeReadIsAnError) {
  cluster_.Answer(kMachineSetPath, 404, StatusJson(404, "not found").dump());
  EXPECT_THAT(std::string(ObserveNow().status().message()), HasSubstr("the ControlPlaneMachineSet cluster: "));
  cluster_.Answer(kMachineSetPath, MachineSetJson());
  EXPECT_THAT(std::string(ObserveNow().status().message()), HasSubstr("metadata.resourceVersion is empty"));
  Json broken = MachineSetJson();
  broken["spec"]["replicas"] = "three";
  cluster_.Answer(kMachineSetPath, broken);
  EXPECT_THAT(std::string(ObserveNow().status().message()), HasSubstr("spec.replicas"));
}

TEST_F(MachineObserverTest, AMachineSetWithoutAStatusIsNotObservedYet) {
  Json machine_set = MachineSetJson();
  machine_set["metadata"]["resourceVersion"] = "7";
  machine_set.erase("status");
  cluster_.Answer(kMachineSetPath, machine_set);
  const absl::StatusOr<Observation> observation = ObserveNow();
  ASSERT_TRUE(observation.ok()) << observation.status();
  const v1::ControlPlaneMachineSet& read = observation->request.control_plane_machine_set();
  EXPECT_TRUE(read.has_status());
  EXPECT_LT(read.status().observed_generation(), read.metadata().generation());
}

TEST_F(MachineObserverTest, NodesThatCannotBeListedAreAnError) {
  cluster_.Answer(kMasterNodesPath, 403, StatusJson(403, "nodes is forbidden").dump());
  const absl::Status status = ObserveNow().status();
  EXPECT_TRUE(absl::IsPermissionDenied(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("Nodes: "));
}

TEST_F(MachineObserverTest, AFailureOfTheMetricsApiIsPartOfTheRequest) {
  cluster_.Answer(kMetricsPath, 403, StatusJson(403, "nodes.metrics.k8s.io is forbidden").dump());
  EXPECT_EQ(ObserveNow()->request.metrics_source(), v1::MACHINE_METRICS_SOURCE_FORBIDDEN);
  for (const int code : {404, 503}) {
    cluster_.Answer(kMetricsPath, code, "no metrics", "text/plain");
    const absl::StatusOr<Observation> observation = ObserveNow();
    EXPECT_EQ(observation->request.metrics_source(), v1::MACHINE_METRICS_SOURCE_UNAVAILABLE);
    EXPECT_THAT(observation->request.metrics_error(), HasSubstr("no metrics"));
  }
  cluster_.Answer(kMetricsPath, ListOf("NodeMetricsList", {NodeMetricsJson("a", kSampledAt, "text")}));
  const absl::StatusOr<Observation> observation = ObserveNow();
  EXPECT_EQ(observation->request.metrics_source(), v1::MACHINE_METRICS_SOURCE_UNAVAILABLE);
  EXPECT_THAT(observation->request.metrics_error(), HasSubstr("usage[cpu]: \"text\""));
  EXPECT_TRUE(observation->usage.samples.empty());
}

TEST_F(MachineObserverTest, AnAnswerOfTenMebibytesIsNotReadToItsEnd) {
  cluster_.Answer(kMetricsPath, 200, std::string(size_t{10} << 20, ' '));
  EXPECT_THAT(ObserveNow()->request.metrics_error(), HasSubstr("is longer than"));
  AddQuery(prometheus_.url());
  prometheus_.Answer(kQueryPath, 200, std::string(size_t{10} << 20, ' '));
  const v1::MachineQueryReading reading = ReadingNow();
  EXPECT_EQ(reading.result(), v1::MACHINE_QUERY_RESULT_MALFORMED);
  EXPECT_THAT(reading.message(), HasSubstr("is longer than 262144 bytes"));
  cluster_.Answer(kMachineSetPath, 200, std::string(size_t{10} << 20, ' '));
  EXPECT_THAT(std::string(ObserveNow().status().message()), HasSubstr("is longer than"));
}

TEST_F(MachineObserverTest, SendsTheTokenOnlyToTheServerOfTheQuery) {
  AddTokenQuery();
  const v1::MachineQueryReading reading = ReadingNow();
  EXPECT_EQ(reading.value(), "3") << reading.message();
  EXPECT_EQ(prometheus_.HeaderOf(kQueryPath, "authorization"), "Bearer s3cret");
  EXPECT_EQ(cluster_.HeaderOf(kMachineSetPath, "authorization"), "");
}

TEST_F(MachineObserverTest, ARedirectIsNotFollowed) {
  AddTokenQuery();
  FakeCluster other;
  prometheus_.Answer(kQueryPath, 302, "", absl::StrCat("text/plain\r\nLocation: ", other.url(), "/steal"));
  const v1::MachineQueryReading reading = ReadingNow();
  EXPECT_EQ(reading.result(), v1::MACHINE_QUERY_RESULT_HTTP_ERROR);
  EXPECT_EQ(reading.http_status(), 302);
  EXPECT_TRUE(other.requests().empty());
}

TEST_F(MachineObserverTest, AnUnknownAuthorityIsUnreachableUnlessItIsNotChecked) {
  AddQuery(absl::StrCat("https://localhost:", front_.port()));
  EXPECT_EQ(ReadingNow().result(), v1::MACHINE_QUERY_RESULT_UNREACHABLE);
  autoscaler_["spec"]["scaleUp"]["triggers"][1]["prometheus"]["unsafeSsl"] = true;
  EXPECT_EQ(ReadingNow().value(), "3");
}

TEST_F(MachineObserverTest, MissingCredentialsAreNamed) {
  AddTokenQuery();
  cluster_.Answer(kSecretPath, SecretJson("prometheus", "other", "x"));
  v1::MachineQueryReading reading = ReadingNow();
  EXPECT_EQ(reading.result(), v1::MACHINE_QUERY_RESULT_AUTH_FAILED);
  EXPECT_EQ(reading.message(), "there is no key token of the Secret prometheus");
  cluster_.Answer(kSecretPath, 403, StatusJson(403, "secrets is forbidden").dump());
  reading = ReadingNow();
  EXPECT_EQ(reading.result(), v1::MACHINE_QUERY_RESULT_AUTH_FAILED);
  EXPECT_THAT(reading.message(), HasSubstr("the Secret prometheus cannot be read"));
  cluster_.Answer(kAuthenticationPath, 404, StatusJson(404, "not found").dump());
  reading = ReadingNow();
  EXPECT_EQ(reading.result(), v1::MACHINE_QUERY_RESULT_AUTH_FAILED);
  EXPECT_THAT(reading.message(), HasSubstr("the trigger authentication token cannot be read"));
  EXPECT_TRUE(prometheus_.requests().empty());
}

TEST_F(MachineObserverTest, ManyQueriesAreSentAFewAtATimeAndAllAnswered) {
  for (int i = 0; i < 20; ++i) AddQuery(i % 2 == 0 ? prometheus_.url() : "not a server");
  const absl::StatusOr<Observation> observation = ObserveNow();
  ASSERT_TRUE(observation.ok()) << observation.status();
  ASSERT_EQ(observation->request.readings_size(), 20);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(observation->request.readings(i).trigger(), i + 1);
    EXPECT_EQ(observation->request.readings(i).result(),
              i % 2 == 0 ? v1::MACHINE_QUERY_RESULT_VALUE : v1::MACHINE_QUERY_RESULT_UNREACHABLE);
  }
  EXPECT_EQ(prometheus_.CountOf(kQueryPath), 10u);
}

}  // namespace
}  // namespace cpsizer::machine
