// Tests the validation of metadata, bounds, target and status: section 16 of
// docs/reference/horizontal-pod-autoscaler.md.
#include "server/engine/replicas/validate/check_autoscaler.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/validate_config.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/autoscalers.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AutoscalerOf;
using ::cpsizer::testing::ErrorsIn;
using ::cpsizer::testing::Validate;
using ::cpsizer::testing::WithSpec;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct CheckAutoscalerCase {
  const char* name;
  const char* json;
  std::vector<std::string> errors;
};

constexpr char kSpec[] = R"({"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
                             "maxReplicas": 10})";

TEST(CheckAutoscaler, ItsTypeNameAndNamespace) {
  const std::string long_label(64, 'n');
  const std::string long_name(254, 'n');
  const std::string long_namespace = absl::StrCat(R"({"name": "web", "namespace": ")", long_label, R"("})");
  const std::string too_long = absl::StrCat(R"({"name": ")", long_name, R"(", "namespace": "shop"})");
  const CheckAutoscalerCase cases[] = {
      {"as it should be", R"({"name": "web", "namespace": "shop"})", {}},
      {"a subdomain", R"({"name": "web.shop-1.example", "namespace": "shop"})", {}},
      {"no name", R"({"namespace": "shop"})", {"FIELD_REQUIRED metadata.name"}},
      {"no namespace, as in a manifest", R"({"name": "web"})", {}},
      {"neither", "{}", {"FIELD_REQUIRED metadata.name"}},
      {"a capital", R"({"name": "Web", "namespace": "shop"})", {"NAME_INVALID metadata.name"}},
      {"a part that is empty", R"({"name": "web..shop", "namespace": "shop"})", {"NAME_INVALID metadata.name"}},
      {"254 characters", too_long.c_str(), {"NAME_INVALID metadata.name"}},
      {"a namespace with a point", R"({"name": "web", "namespace": "a.b"})", {"NAME_INVALID metadata.namespace"}},
      {"a namespace of 64 characters", long_namespace.c_str(), {"NAME_INVALID metadata.namespace"}},
  };
  for (const CheckAutoscalerCase& c : cases) {
    const auto autoscaler = AutoscalerOf(absl::StrCat(R"({"metadata": )", c.json, R"(, "spec": )", kSpec, "}"));
    EXPECT_EQ(ErrorsIn(autoscaler), c.errors) << c.name;
  }
}

TEST(CheckAutoscaler, AnObjectOfAnotherTypeIsNone) {
  auto autoscaler = WithSpec(kSpec);
  autoscaler.set_api_version("autoscaling/v2");
  autoscaler.set_kind("HorizontalPodAutoscaler");
  EXPECT_THAT(ErrorsIn(autoscaler), IsEmpty());
  autoscaler.set_api_version("autoscaling/v1");
  autoscaler.set_kind("VerticalPodAutoscaler");
  EXPECT_THAT(ErrorsIn(autoscaler), ElementsAre("KIND_MISMATCH apiVersion", "KIND_MISMATCH kind"));
}

TEST(CheckAutoscaler, ItsBounds) {
  const CheckAutoscalerCase cases[] = {
      {"the least", R"("maxReplicas": 1)", {}},
      {"equal", R"("minReplicas": 3, "maxReplicas": 3)", {}},
      {"the most", R"("minReplicas": 2147483647, "maxReplicas": 2147483647)", {}},
      {"no maximum", R"("minReplicas": 1)", {"FIELD_REQUIRED spec.maxReplicas"}},
      {"a maximum of 0", R"("maxReplicas": 0)", {"FIELD_REQUIRED spec.maxReplicas"}},
      {"a negative maximum", R"("maxReplicas": -1)", {"VALUE_OUT_OF_RANGE spec.maxReplicas"}},
      {"a negative minimum", R"("minReplicas": -1, "maxReplicas": 3)", {"VALUE_OUT_OF_RANGE spec.minReplicas"}},
      {"both",
       R"("minReplicas": -1, "maxReplicas": -3)",
       {"VALUE_OUT_OF_RANGE spec.minReplicas", "VALUE_OUT_OF_RANGE spec.maxReplicas"}},
      {"a maximum below the minimum",
       R"("minReplicas": 5, "maxReplicas": 4)",
       {"MAX_REPLICAS_BELOW_MIN spec.maxReplicas"}},
      {"from zero on pods alone",
       R"("minReplicas": 0, "maxReplicas": 4)",
       {"SCALE_TO_ZERO_WITHOUT_METRIC spec.metrics"}},
      {"from zero by what is outside",
       R"("minReplicas": 0, "maxReplicas": 4, "metrics": [{"type": "External", "external": {
            "metric": {"name": "queue"}, "target": {"type": "Value", "value": "30"}}}])",
       {}},
      {"from zero by the type of a metric, which is all that counts",
       R"("minReplicas": 0, "maxReplicas": 4, "metrics": [{"type": "Object"}])",
       {"FIELD_REQUIRED spec.metrics[0].object"}},
  };
  for (const CheckAutoscalerCase& c : cases) {
    const auto autoscaler = WithSpec(absl::StrCat(
        R"({"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}, )", c.json, "}"));
    EXPECT_EQ(ErrorsIn(autoscaler), c.errors) << c.name;
  }
}

TEST(CheckAutoscaler, ItsTarget) {
  const std::string path = "spec.scaleTargetRef.";
  const CheckAutoscalerCase cases[] = {
      {"a kind of others", R"({"apiVersion": "example.com/v1beta1", "kind": "Widget", "name": "W_1"})", {}},
      {"no version after the group", R"({"apiVersion": "apps/", "kind": "Deployment", "name": "web"})", {}},
      {"the one kind of the core group", R"({"apiVersion": "v1", "kind": "ReplicationController", "name": "web"})", {}},
      {"that kind without a version", R"({"kind": "ReplicationController", "name": "web"})", {}},
      {"that kind with a malformed version",
       R"({"apiVersion": "a/b/c", "kind": "ReplicationController", "name": "web"})",
       {"API_VERSION_INVALID " + path + "apiVersion"}},
      {"nothing",
       "{}",
       {"FIELD_REQUIRED " + path + "kind", "FIELD_REQUIRED " + path + "name",
        "API_VERSION_INVALID " + path + "apiVersion"}},
      {"no group",
       R"({"apiVersion": "v1", "kind": "Pod", "name": "web"})",
       {"API_VERSION_INVALID " + path + "apiVersion"}},
      {"an empty group",
       R"({"apiVersion": "/v1", "kind": "Deployment", "name": "web"})",
       {"API_VERSION_INVALID " + path + "apiVersion"}},
      {"two slashes",
       R"({"apiVersion": "apps/v1/beta", "kind": "Deployment", "name": "web"})",
       {"API_VERSION_INVALID " + path + "apiVersion"}},
      {"names that are not a path",
       R"({"apiVersion": "apps/v1", "kind": "..", "name": "a/b"})",
       {"NAME_INVALID " + path + "kind", "NAME_INVALID " + path + "name"}},
      {"names with what a path encodes",
       R"({"apiVersion": "apps/v1", "kind": ".", "name": "a%b"})",
       {"NAME_INVALID " + path + "kind", "NAME_INVALID " + path + "name"}},
  };
  for (const CheckAutoscalerCase& c : cases) {
    EXPECT_EQ(ErrorsIn(WithSpec(absl::StrCat(R"({"maxReplicas": 3, "scaleTargetRef": )", c.json, "}"))), c.errors)
        << c.name;
  }
}

TEST(CheckAutoscaler, MessagesDescribeTheError) {
  const auto message = [](absl::string_view spec) {
    const v1::ValidateConfigResponse response = Validate(WithSpec(spec));
    return response.findings(0).message();
  };
  EXPECT_EQ(message(R"({"maxReplicas": -1, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "A", "name": "a"}})"),
            "-1 is below 1");
  EXPECT_EQ(message(R"({"maxReplicas": 3, "scaleTargetRef": {"apiVersion": "v1", "kind": "Pod", "name": "a"}})"),
            "\"v1\" does not specify an API group");
  EXPECT_EQ(message(R"({"maxReplicas": 3, "scaleTargetRef": {"apiVersion": "a/b/c", "kind": "A", "name": "a"}})"),
            "\"a/b/c\" is not a group and a version");
}

TEST(CheckAutoscaler, ItsStatusCountsNothingNegative) {
  auto autoscaler = WithSpec(kSpec);
  autoscaler.mutable_status()->set_current_replicas(0);
  autoscaler.mutable_status()->set_desired_replicas(7);
  EXPECT_THAT(ErrorsIn(autoscaler), IsEmpty());
  autoscaler.mutable_status()->set_current_replicas(-1);
  autoscaler.mutable_status()->set_desired_replicas(-2);
  EXPECT_THAT(ErrorsIn(autoscaler),
              ElementsAre("VALUE_NEGATIVE status.currentReplicas", "VALUE_NEGATIVE status.desiredReplicas"));
}

TEST(CheckAutoscaler, AConditionObservesNoNegativeGenerationFromV137) {
  const auto autoscaler = AutoscalerOf(absl::StrCat(
      R"({"metadata": {"name": "web"}, "status": {"conditions": [{"observedGeneration": "0"},
                                                                 {"observedGeneration": "-3"}]}, "spec": )",
      kSpec, "}"));
  EXPECT_THAT(ErrorsIn(autoscaler), ElementsAre("VALUE_NEGATIVE status.conditions[1].observedGeneration"));
  EXPECT_THAT(ErrorsIn(autoscaler, "v1.36.3"), IsEmpty());
}

TEST(CheckAutoscaler, EveryErrorComesInTheOrderOfTheApiServer) {
  const auto autoscaler = AutoscalerOf(R"({"spec": {
      "minReplicas": 5, "maxReplicas": 4,
      "scaleTargetRef": {"apiVersion": "apps/v1", "name": "web"},
      "metrics": [{"type": "Pods"}],
      "behavior": {"scaleUp": {"selectPolicy": "Most"}}}})");
  EXPECT_THAT(ErrorsIn(autoscaler),
              ElementsAre("FIELD_REQUIRED metadata.name", "MAX_REPLICAS_BELOW_MIN spec.maxReplicas",
                          "FIELD_REQUIRED spec.scaleTargetRef.kind", "FIELD_REQUIRED spec.metrics[0].pods",
                          "VALUE_NOT_SUPPORTED spec.behavior.scaleUp.selectPolicy"));
}

TEST(CheckAutoscaler, MessagesNameTheActualAndTheExpectedValue) {
  const auto response = Validate(AutoscalerOf(R"({
      "metadata": {"name": "web", "namespace": "shop"},
      "spec": {"minReplicas": 5, "maxReplicas": 4,
               "scaleTargetRef": {"name": "a/b"},
               "behavior": {"scaleDown": {"stabilizationWindowSeconds": 7200, "selectPolicy": "max"}}}})"));
  std::vector<std::string> messages;
  for (const v1::Finding& finding : response.findings()) messages.push_back(finding.message());
  EXPECT_THAT(messages,
              ElementsAre("maxReplicas 4 is below minReplicas 5", "scaleTargetRef has no kind",
                          "\"a/b\" is not one path segment: it must not be . or .., and must not contain / or %",
                          "there is no apiVersion, so there is no API group", "7200 is not from 0 to 3600",
                          "\"max\" is not one of Disabled, Max, Min"));
}

TEST(ValidateConfig, OfAnAutoscalerReturnsFindingsAndItsGenerationButNoSizes) {
  auto autoscaler = WithSpec(kSpec);
  autoscaler.mutable_metadata()->set_generation(4);
  v1::ValidateConfigResponse response = Validate(autoscaler);
  EXPECT_TRUE(response.valid());
  EXPECT_TRUE(response.decidable());
  EXPECT_EQ(response.config_generation(), 4);
  EXPECT_EQ(response.sizes_size(), 0);
  EXPECT_FALSE(response.has_condition());
  EXPECT_EQ(response.cpu_not_in_play_reason(), v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED);

  autoscaler.mutable_metadata()->set_name("a/b");
  EXPECT_FALSE(Validate(autoscaler).valid());
  EXPECT_TRUE(Validate(autoscaler).decidable()) << "no decision depends on it";
  autoscaler.mutable_spec()->set_max_replicas(0);
  EXPECT_FALSE(Validate(autoscaler).valid());
  EXPECT_FALSE(Validate(autoscaler).decidable());
}

TEST(ValidateConfig, AnUnknownVersionOfKubernetesIsRefused) {
  for (const char* const version : {"", "latest", "1.3", "2.0", "v1.37.2\n"}) {
    v1::ValidateConfigRequest request;
    *request.mutable_horizontal_pod_autoscaler() = WithSpec(kSpec);
    request.set_kubernetes_version(version);
    v1::ValidateConfigResponse response;
    const absl::Status status = ValidateConfig(request, response);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << version;
    EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("KUBERNETES_VERSION_UNKNOWN")) << version;
  }
}

TEST(ValidateConfig, ReportsErrorsOfAnAutoscalerBeforeWarnings) {
  const auto response = Validate(WithSpec(R"({
      "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent"},
      "minReplicas": 3, "maxReplicas": 3, "behavior": {"scaleDown": {"stabilizationWindowSeconds": -1}}})"));
  EXPECT_THAT(
      testing::Lines(response.findings()),
      ElementsAre("ERROR VALUE_OUT_OF_RANGE spec.behavior.scaleDown.stabilizationWindowSeconds",
                  "WARNING MIN_EQUALS_MAX spec.maxReplicas", "WARNING TARGET_NOT_SCALABLE spec.scaleTargetRef.kind"));
}

}  // namespace
}  // namespace cpsizer
