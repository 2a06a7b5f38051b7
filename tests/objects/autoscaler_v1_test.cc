#include "client/objects/autoscaler_v1.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "client/tree/node_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::objects {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using AutoscalerV1Json = nlohmann::json;

struct ConvertedJson {
  AutoscalerV1Json object;
  std::vector<std::string> unreadable_annotations;
};

ConvertedJson Converted(const AutoscalerV1Json& object) {
  ConvertedAutoscaler converted = ConvertAutoscalerV1(tree::FromJson(object));
  return {tree::ToJson(converted.object), std::move(converted.unreadable_annotations)};
}

AutoscalerV1Json Autoscaler(const AutoscalerV1Json& spec,
                            const AutoscalerV1Json& annotations = AutoscalerV1Json::object()) {
  return {{"apiVersion", "autoscaling/v1"},
          {"kind", "HorizontalPodAutoscaler"},
          {"metadata", {{"name", "web"}, {"annotations", annotations}}},
          {"spec", spec}};
}

AutoscalerV1Json WithAnnotation(const char* name, const std::string& value) {
  return Autoscaler({{"maxReplicas", 10}}, {{name, value}});
}

AutoscalerV1Json Cpu(int percent) {
  return AutoscalerV1Json::parse(
             R"({"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization"}}})")
      .patch({{{"op", "add"}, {"path", "/resource/target/averageUtilization"}, {"value", percent}}});
}

// Returns the metrics of an autoscaler with this annotation after the conversion.
AutoscalerV1Json MetricsOf(const std::string& annotation) {
  return Converted(WithAnnotation(kMetricsAnnotation, annotation)).object["spec"]["metrics"];
}

TEST(AutoscalerV1, WithoutAnnotationsIsItsCpuUtilization) {
  const AutoscalerV1Json converted =
      Converted(Autoscaler({{"maxReplicas", 10}, {"targetCPUUtilizationPercentage", 60}})).object;
  EXPECT_EQ(converted["apiVersion"], "autoscaling/v2");
  EXPECT_EQ(converted["spec"], AutoscalerV1Json({{"maxReplicas", 10}, {"minReplicas", 1}, {"metrics", {Cpu(60)}}}));
}

TEST(AutoscalerV1, WithoutAnyMetricItIsCpuAt80Percent) {
  EXPECT_EQ(Converted(Autoscaler({{"maxReplicas", 10}})).object["spec"]["metrics"], AutoscalerV1Json::array({Cpu(80)}));
}

TEST(AutoscalerV1, MetricsOfTheAnnotationComeBeforeTheCpuUtilization) {
  AutoscalerV1Json autoscaler = WithAnnotation(kMetricsAnnotation, R"([{"type": "Pods", "pods": {"metricName": "rps",
                                                                               "targetAverageValue": "500m"}}])");
  autoscaler["spec"]["targetCPUUtilizationPercentage"] = 60;
  const AutoscalerV1Json pods = AutoscalerV1Json::parse(R"({"type": "Pods", "pods": {"metric": {"name": "rps"},
                                    "target": {"type": "AverageValue", "averageValue": "500m"}}})");
  EXPECT_EQ(Converted(autoscaler).object["spec"]["metrics"], AutoscalerV1Json({pods, Cpu(60)}));
}

struct AutoscalerV1Case {
  const char* name;
  const char* v1;
  const char* v2;
};

TEST(AutoscalerV1, EveryKindOfMetricHasTheTypeOfItsTarget) {
  const AutoscalerV1Case cases[] = {
      {"Resource, a share", R"({"type": "Resource", "resource": {"name": "memory", "targetAverageUtilization": 70}})",
       R"({"type": "Resource", "resource": {"name": "memory",
           "target": {"type": "Utilization", "averageUtilization": 70}}})"},
      {"Resource, an amount", R"({"type": "Resource", "resource": {"name": "memory", "targetAverageValue": "1Gi"}})",
       R"({"type": "Resource", "resource": {"name": "memory",
           "target": {"type": "AverageValue", "averageValue": "1Gi"}}})"},
      {"ContainerResource",
       R"({"type": "ContainerResource", "containerResource": {"name": "cpu", "container": "app",
           "targetAverageUtilization": 70}})",
       R"({"type": "ContainerResource", "containerResource": {"name": "cpu", "container": "app",
           "target": {"type": "Utilization", "averageUtilization": 70}}})"},
      {"Object, a value",
       R"({"type": "Object", "object": {"target": {"kind": "Ingress", "name": "main"}, "metricName": "rps",
           "targetValue": "2k", "selector": {"matchLabels": {"a": "b"}}}})",
       R"({"type": "Object", "object": {"describedObject": {"kind": "Ingress", "name": "main"},
           "metric": {"name": "rps", "selector": {"matchLabels": {"a": "b"}}},
           "target": {"type": "Value", "value": "2k"}}})"},
      {"Object, a value that v1 cannot leave out",
       R"({"type": "Object", "object": {"metricName": "rps", "targetValue": "0", "averageValue": "5"}})",
       R"({"type": "Object", "object": {"metric": {"name": "rps"},
           "target": {"type": "AverageValue", "averageValue": "5"}}})"},
      {"Object, both",
       R"({"type": "Object", "object": {"metricName": "rps", "targetValue": "1", "averageValue": "5"}})",
       R"({"type": "Object", "object": {"metric": {"name": "rps"},
           "target": {"type": "AverageValue", "averageValue": "5", "value": "1"}}})"},
      {"Object, neither", R"({"type": "Object", "object": {"metricName": "rps"}})",
       R"({"type": "Object", "object": {"metric": {"name": "rps"}, "target": {"type": "Value", "value": "0"}}})"},
      {"External, a value",
       R"({"type": "External", "external": {"metricName": "q", "metricSelector": {"matchLabels": {"a": "b"}},
           "targetValue": "30"}})",
       R"({"type": "External", "external": {"metric": {"name": "q", "selector": {"matchLabels": {"a": "b"}}},
           "target": {"type": "Value", "value": "30"}}})"},
      {"External, an average", R"({"type": "External", "external": {"metricName": "q", "targetAverageValue": "30"}})",
       R"({"type": "External", "external": {"metric": {"name": "q"},
           "target": {"type": "AverageValue", "averageValue": "30"}}})"},
      {"keys of another case, as Go takes them",
       R"({"Type": "External", "External": {"metricname": "q", "TARGETVALUE": "30"}})",
       R"({"type": "External", "external": {"metric": {"name": "q"}, "target": {"type": "Value", "value": "30"}}})"},
  };
  for (const AutoscalerV1Case& c : cases) {
    EXPECT_EQ(MetricsOf(std::string("[") + c.v1 + "]"), AutoscalerV1Json::array({AutoscalerV1Json::parse(c.v2)}))
        << c.name;
  }
}

TEST(AutoscalerV1, TheBehaviorHasTheNamesOfItsFieldsInGo) {
  const AutoscalerV1Json converted =
      Converted(WithAnnotation(kBehaviorAnnotation,
                               R"({"ScaleUp": null, "ScaleDown": {"StabilizationWindowSeconds": 60,
          "SelectPolicy": "Min", "Tolerance": "50m", "Policies": [{"Type": "Pods", "Value": 4, "PeriodSeconds": 15}]}})"))
          .object;
  EXPECT_EQ(converted["spec"]["behavior"],
            AutoscalerV1Json::parse(
                R"({"scaleDown": {"stabilizationWindowSeconds": 60, "selectPolicy": "Min", "tolerance": "50m",
                            "policies": [{"type": "Pods", "value": 4, "periodSeconds": 15}]}})"));
}

TEST(AutoscalerV1, AnEmptyBehaviorIsNone) {
  for (const char* empty : {"{}", "null", R"({"ScaleUp": null, "ScaleDown": null})"}) {
    const ConvertedJson converted = Converted(WithAnnotation(kBehaviorAnnotation, empty));
    EXPECT_FALSE(converted.object["spec"].contains("behavior")) << empty;
    EXPECT_THAT(converted.unreadable_annotations, IsEmpty()) << empty;
  }
}

TEST(AutoscalerV1, TheStatusHasConditionsAndMetricsFromAnnotations) {
  AutoscalerV1Json autoscaler = Autoscaler(
      {{"maxReplicas", 10}},
      {{kConditionsAnnotation, R"([{"type": "AbleToScale", "status": "True", "reason": "ReadyForNewScale"}])"},
       {kCurrentMetricsAnnotation, R"([{"type": "Resource", "resource": {"name": "cpu",
                                       "currentAverageUtilization": 50, "currentAverageValue": "250m"}}])"}});
  autoscaler["status"] = {{"currentReplicas", 3}, {"currentCPUUtilizationPercentage", 49}};
  EXPECT_EQ(Converted(autoscaler).object["status"], AutoscalerV1Json::parse(R"({
      "currentReplicas": 3,
      "conditions": [{"type": "AbleToScale", "status": "True", "reason": "ReadyForNewScale"}],
      "currentMetrics": [{"type": "Resource", "resource": {"name": "cpu",
          "current": {"averageUtilization": 50, "averageValue": "250m"}}}]})"));
}

TEST(AutoscalerV1, TheCpuUtilizationOfTheStatusIsUsedWithoutAnnotations) {
  AutoscalerV1Json autoscaler = Autoscaler({{"maxReplicas", 10}});
  autoscaler["status"] = {{"currentCPUUtilizationPercentage", 49}};
  EXPECT_EQ(Converted(autoscaler).object["status"]["currentMetrics"],
            AutoscalerV1Json::parse(
                R"([{"type": "Resource", "resource": {"name": "cpu", "current": {"averageUtilization": 49}}}])"));
}

TEST(AutoscalerV1, ItsAnnotationsAreGoneAndOthersStay) {
  const AutoscalerV1Json converted =
      Converted(Autoscaler({{"maxReplicas", 10}}, {{"owner", "team-a"},
                                                   {kMetricsAnnotation, "[]"},
                                                   {kBehaviorAnnotation, "{}"},
                                                   {kConditionsAnnotation, "[]"},
                                                   {kCurrentMetricsAnnotation, "[]"},
                                                   {"autoscaling.alpha.kubernetes.io/scale-up-tolerance", "1"}}))
          .object;
  EXPECT_EQ(converted["metadata"]["annotations"], AutoscalerV1Json({{"owner", "team-a"}}));
}

TEST(AutoscalerV1, AnUnreadableAnnotationIsIgnoredAndNamed) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  for (const std::string& bad :
       {std::string("["), std::string(""), std::string("{}"), std::string("[1]"), std::string("[] []"),
        std::string("[]} {\"a\": []"), std::string("[], \"b\": []"), deep, std::string(R"([{"type": 1}])"),
        std::string(R"([{"type": "Pods", "pods": 5}])"),
        std::string(R"([{"type": "Resource", "resource": {"name": "cpu", "targetAverageUtilization": "60"}}])"),
        std::string(R"([{"type": "Object", "object": {"target": "x"}}])")}) {
    const ConvertedJson converted = Converted(WithAnnotation(kMetricsAnnotation, bad));
    EXPECT_THAT(converted.unreadable_annotations, ElementsAre(kMetricsAnnotation)) << bad.substr(0, 80);
    EXPECT_EQ(converted.object["spec"]["metrics"], AutoscalerV1Json::array({Cpu(80)})) << bad.substr(0, 80);
  }
}

TEST(AutoscalerV1, AcceptsAnyJson) {
  for (const char* strange : {"null", "5", "[]", "{}", R"({"metadata": 5, "spec": [], "status": "x"})",
                              R"({"metadata": {"annotations": []}})",
                              R"({"metadata": {"annotations": {"autoscaling.alpha.kubernetes.io/metrics": 5}}})"}) {
    EXPECT_THAT(Converted(AutoscalerV1Json::parse(strange)).unreadable_annotations, IsEmpty()) << strange;
  }
}

}  // namespace
}  // namespace cpsizer::objects
