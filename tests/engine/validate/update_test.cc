// Tests ValidateConfig with an old object: fields that an update must not change, and errors that are tolerated because
// the old object has the same errors.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/rules.h"
#include "cpsizer/validate_config.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/autoscalers.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AutoscalerOf;
using ::cpsizer::testing::BadRequestOf;
using ::cpsizer::testing::ErrorInfoOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The fields of the oneof in the request, in their JSON form.
constexpr const char* kKinds[] = {"clusterSizingConfiguration",
                                  "horizontalPodAutoscaler",
                                  "infrastructure",
                                  "kubeletConfig",
                                  "controlPlaneMachineSetAutoscaler",
                                  "controlPlaneMachineSetAutoscalingTriggerAuthentication",
                                  "clusterAutoscaler",
                                  "machineAutoscaler"};

v1::ValidateConfigRequest Request(const std::string& json) {
  v1::ValidateConfigRequest request;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &request).ok()) << json;
  return request;
}

v1::ValidateConfigRequest Update(absl::string_view kind, absl::string_view metadata, absl::string_view old_metadata) {
  return Request(absl::StrCat("{\"", kind, "\": {\"metadata\": {", metadata, "}}, \"oldConfig\": {\"", kind,
                              "\": {\"metadata\": {", old_metadata, "}}}}"));
}

v1::ValidateConfigResponse Answer(const v1::ValidateConfigRequest& request) {
  v1::ValidateConfigResponse response;
  const absl::Status status = ValidateConfig(request, response);
  EXPECT_TRUE(status.ok()) << status;
  return response;
}

// Returns a text "error RULE PATH" or "warning RULE PATH" for each finding with one of these rules.
std::vector<std::string> FindingsOf(const v1::ValidateConfigRequest& request, std::vector<absl::string_view> rules) {
  std::vector<std::string> lines;
  const v1::ValidateConfigResponse response = Answer(request);
  for (const v1::Finding& finding : response.findings()) {
    if (std::find(rules.begin(), rules.end(), finding.rule()) == rules.end()) continue;
    lines.push_back(absl::StrCat(SeverityWord(finding.severity()), " ", finding.rule(), " ", finding.path()));
  }
  return lines;
}

std::vector<std::string> UpdateErrors(const v1::ValidateConfigRequest& request) {
  return FindingsOf(request, {"FIELD_IMMUTABLE", "FINALIZER_ADDED"});
}

TEST(Update, OfEachKindNameNamespaceAndUidDoNotChange) {
  constexpr char kOld[] = R"("name": "a", "namespace": "shop", "uid": "1", "resourceVersion": "5", "generation": 7)";
  for (const char* kind : kKinds) {
    EXPECT_THAT(UpdateErrors(Update(kind, kOld, kOld)), IsEmpty()) << kind;
    EXPECT_THAT(UpdateErrors(Update(kind, R"("name": "b", "namespace": "bar", "uid": "2")", kOld)),
                ElementsAre("error FIELD_IMMUTABLE metadata.name", "error FIELD_IMMUTABLE metadata.namespace",
                            "error FIELD_IMMUTABLE metadata.uid"))
        << kind;
    EXPECT_FALSE(Answer(Update(kind, R"("uid": "2")", kOld)).valid()) << kind;
  }
}

TEST(Update, AFieldThatAManifestLeavesOutIsTheOldOne) {
  EXPECT_THAT(UpdateErrors(Update("machineAutoscaler", R"("name": "a")",
                                  R"("name": "a", "namespace": "shop", "uid": "1", "resourceVersion": "5")")),
              IsEmpty());
  EXPECT_THAT(UpdateErrors(Update("machineAutoscaler", R"("name": "a", "namespace": "shop", "uid": "1")", "")),
              IsEmpty());
}

TEST(Update, OnlyTheApiServerSetsDeletionTimestamp) {
  constexpr char kTime[] = R"("deletionTimestamp": "2026-01-02T03:04:05Z")";
  EXPECT_THAT(UpdateErrors(Update("machineAutoscaler", kTime, "")),
              ElementsAre("error FIELD_IMMUTABLE metadata.deletionTimestamp"));
  EXPECT_THAT(UpdateErrors(Update("machineAutoscaler", "", kTime)), IsEmpty());
  EXPECT_THAT(UpdateErrors(Update("machineAutoscaler", R"("deletionTimestamp": "2027-01-02T03:04:05Z")", kTime)),
              IsEmpty());
}

TEST(Update, AnObjectThatIsBeingDeletedGetsNoNewFinalizers) {
  constexpr char kDeleted[] = R"("deletionTimestamp": "2026-01-02T03:04:05Z", "finalizers": ["x/a", "x/b"])";
  constexpr char kAlive[] = R"("finalizers": ["x/a", "x/b"])";
  constexpr char kMore[] = R"("finalizers": ["x/b", "x/c", "x/d"])";
  EXPECT_THAT(UpdateErrors(Update("machineAutoscaler", kMore, kDeleted)),
              ElementsAre("error FINALIZER_ADDED metadata.finalizers[1]"));
  EXPECT_THAT(UpdateErrors(Update("machineAutoscaler", R"("finalizers": ["x/c", "x/a"])", kDeleted)),
              ElementsAre("error FINALIZER_ADDED metadata.finalizers[0]"));
  EXPECT_THAT(UpdateErrors(Update("machineAutoscaler", kMore, kAlive)), IsEmpty());
  EXPECT_THAT(UpdateErrors(Update("machineAutoscaler", R"("finalizers": ["x/b"])", kDeleted)), IsEmpty());
  EXPECT_THAT(UpdateErrors(Update("machineAutoscaler", "", kDeleted)), IsEmpty());
}

TEST(Update, AnOldObjectOfAnotherKindIsAnErrorOfTheCall) {
  const auto refused = [](const v1::ValidateConfigRequest& request) {
    v1::ValidateConfigResponse response;
    const absl::Status status = ValidateConfig(request, response);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(ErrorInfoOf(status).reason(), "KIND_MISMATCH");
    EXPECT_EQ(BadRequestOf(status).field_violations(0).field(), "oldConfig");
    return std::string(status.message());
  };
  for (const char* kind : kKinds) {
    for (const char* other : kKinds) {
      if (other == kind) continue;
      refused(Request(absl::StrCat("{\"", kind, "\": {}, \"oldConfig\": {\"", other, "\": {}}}")));
    }
    refused(Request(absl::StrCat("{\"", kind, "\": {}, \"oldConfig\": {}}")));
    EXPECT_THAT(refused(Request(
                    absl::StrCat("{\"", kind, "\": {}, \"oldConfig\": {\"", kind, "\": {\"kind\": \"ConfigMap\"}}}"))),
                HasSubstr("the old object has the kind \"ConfigMap\""));
  }
}

// Returns an autoscaler `shop/web` with this target. `rest` contains additional fields of its spec.
v1::HorizontalPodAutoscaler Autoscaler(const std::string& target, const std::string& rest = "") {
  return AutoscalerOf(absl::StrCat(R"({"metadata": {"name": "web", "namespace": "shop"}, "spec": {"maxReplicas": 10,
                                   "scaleTargetRef": {)",
                                   target, "}", rest, "}}"));
}

v1::ValidateConfigRequest AutoscalerUpdate(const v1::HorizontalPodAutoscaler& autoscaler,
                                           const v1::HorizontalPodAutoscaler& old) {
  v1::ValidateConfigRequest request;
  *request.mutable_horizontal_pod_autoscaler() = autoscaler;
  *request.mutable_old_config()->mutable_horizontal_pod_autoscaler() = old;
  return request;
}

constexpr char kWeb[] = R"("apiVersion": "apps/v1", "kind": "Deployment", "name": "web")";
constexpr char kNoGroup[] = R"("apiVersion": "v1", "kind": "Deployment", "name": "web")";
constexpr char kNoGroupOther[] = R"("apiVersion": "v1", "kind": "Deployment", "name": "other")";
constexpr char kNoGroupSet[] = R"("apiVersion": "v1", "kind": "StatefulSet", "name": "web")";
constexpr char kMalformed[] = R"("apiVersion": "a/b/c", "kind": "Deployment", "name": "web")";

std::vector<std::string> ApiVersionFindings(const v1::HorizontalPodAutoscaler& autoscaler,
                                            const v1::HorizontalPodAutoscaler& old) {
  return FindingsOf(AutoscalerUpdate(autoscaler, old), {"API_VERSION_INVALID"});
}

TEST(Update, AnInvalidApiVersionOfTheTargetStaysWhereItAndTheKindStay) {
  const auto error = ElementsAre("error API_VERSION_INVALID spec.scaleTargetRef.apiVersion");
  const auto warning = ElementsAre("warning API_VERSION_INVALID spec.scaleTargetRef.apiVersion");
  EXPECT_THAT(ApiVersionFindings(Autoscaler(kNoGroup), Autoscaler(kNoGroup)), warning);
  EXPECT_THAT(ApiVersionFindings(Autoscaler(kNoGroupOther), Autoscaler(kNoGroup)), warning);
  EXPECT_THAT(ApiVersionFindings(Autoscaler(kNoGroupSet), Autoscaler(kNoGroup)), error);
  EXPECT_THAT(ApiVersionFindings(Autoscaler(kMalformed), Autoscaler(kNoGroup)), error);
  EXPECT_THAT(ApiVersionFindings(Autoscaler(kNoGroup), Autoscaler(kWeb)), error);

  // A decision about the new object is not possible, and the old object does not change this.
  const v1::ValidateConfigResponse tolerated = Answer(AutoscalerUpdate(Autoscaler(kNoGroup), Autoscaler(kNoGroup)));
  EXPECT_TRUE(tolerated.valid());
  EXPECT_FALSE(tolerated.decidable());
}

std::string ObjectMetric(const std::string& api_version) {
  return absl::StrCat(R"({"type": "Object", "object": {"describedObject": {"apiVersion": ")", api_version,
                      R"(", "kind": "Ingress", "name": "web"}, "metric": {"name": "hits"},
                      "target": {"type": "Value", "value": "10"}}})");
}

TEST(Update, InvalidApiVersionsOfDescribedObjectsAreToleratedWhereTheOldOneHasOne) {
  const auto with = [](const std::string& metrics) {
    return Autoscaler(kWeb, absl::StrCat(R"(, "metrics": [)", metrics, "]"));
  };
  const std::string good = ObjectMetric("networking.k8s.io/v1"), bad = ObjectMetric("a/b/c"),
                    worse = ObjectMetric("//");
  EXPECT_THAT(ApiVersionFindings(with(good + "," + worse), with(good + "," + bad)),
              ElementsAre("warning API_VERSION_INVALID spec.metrics[1].object.describedObject.apiVersion"));
  EXPECT_THAT(ApiVersionFindings(with(bad), with(good)),
              ElementsAre("error API_VERSION_INVALID spec.metrics[0].object.describedObject.apiVersion"));
  EXPECT_THAT(ApiVersionFindings(with(bad), with(R"({"type": "Object"})")),
              ElementsAre("error API_VERSION_INVALID spec.metrics[0].object.describedObject.apiVersion"));
  // The old object has an error only in another field, so the error in the new object is not tolerated.
  EXPECT_THAT(ApiVersionFindings(with(bad), Autoscaler(kMalformed)),
              ElementsAre("error API_VERSION_INVALID spec.metrics[0].object.describedObject.apiVersion"));
}

TEST(Update, ZeroMinReplicasNeedNoGateWhereTheOldOneHasThem) {
  const auto min = [](const char* replicas) {
    return Autoscaler(kWeb, absl::StrCat(R"(, "minReplicas": )", replicas,
                                         R"(, "metrics": [{"type": "External", "external": {"metric": {"name": "q"},
                                         "target": {"type": "AverageValue", "averageValue": "5"}}}])"));
  };
  const auto gated = [](const v1::HorizontalPodAutoscaler& autoscaler, const v1::HorizontalPodAutoscaler& old) {
    v1::ValidateConfigRequest request = AutoscalerUpdate(autoscaler, old);
    request.set_kubernetes_version("v1.36.3");
    return FindingsOf(request, {"SCALE_TO_ZERO_GATED"});
  };
  EXPECT_THAT(gated(min("0"), min("0")), IsEmpty());
  EXPECT_THAT(gated(min("0"), min("1")), ElementsAre("warning SCALE_TO_ZERO_GATED spec.minReplicas"));
  EXPECT_THAT(gated(min("0"), Autoscaler(kWeb)), ElementsAre("warning SCALE_TO_ZERO_GATED spec.minReplicas"));
}

// The API server tolerates no other kind of error in an autoscaler.
TEST(Update, OtherErrorsStayErrorsThoughTheOldOneHasThem) {
  const v1::HorizontalPodAutoscaler bad = Autoscaler(kWeb, R"(, "minReplicas": 20)");
  EXPECT_THAT(FindingsOf(AutoscalerUpdate(bad, bad), {"MAX_REPLICAS_BELOW_MIN"}),
              ElementsAre("error MAX_REPLICAS_BELOW_MIN spec.maxReplicas"));
}

}  // namespace
}  // namespace cpsizer
