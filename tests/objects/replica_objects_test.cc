#include "client/objects/replica_objects.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "client/objects/inventory_builder.h"
#include "client/tree/node_json.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string ReplicaObjectsJson(const google::protobuf::Message& message) {
  std::string json;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(message, &json).ok());
  return json;
}

Inventory ReadReplicaObjects(absl::string_view bytes) {
  return ReadObjects(bytes, kReplicaKinds);
}

constexpr absl::string_view kAutoscaler =
    "apiVersion: autoscaling/v2\n"
    "kind: HorizontalPodAutoscaler\n"
    "metadata: {name: web, namespace: shop, managedFields: [{manager: kubectl}]}\n";

FoundAutoscaler TheAutoscaler(absl::string_view text) {
  Inventory inventory = ReadReplicaObjects(text);
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  EXPECT_THAT(inventory.replicas.autoscalers, SizeIs(1));
  return inventory.replicas.autoscalers.empty() ? FoundAutoscaler() : inventory.replicas.autoscalers.front();
}

TEST(ReadAutoscaler, AcceptsNumbersAsQuantitiesLikeTheApiServer) {
  struct Case {
    absl::string_view written, read;
  };
  constexpr Case kCases[] = {{"0.5", "0.5"},    {"5", "5"},       {"500m", "500m"}, {"'0.5'", "0.5"},
                             {"1e-7", "1e-07"}, {"+.5", "0.5"},   {"0x10", "16"},   {"1_000.5", "1000.5"},
                             {"2.0", "2"},      {"-1.5", "-1.5"}, {"1e30", "1e+30"}};
  for (const Case& test : kCases) {
    const FoundAutoscaler found = TheAutoscaler(absl::StrCat(
        kAutoscaler, "spec: {metrics: [{type: Pods, pods: {target: {averageValue: ", test.written, "}}}]}\n"));
    ASSERT_EQ(found.autoscaler.spec().metrics_size(), 1) << test.written;
    EXPECT_EQ(found.autoscaler.spec().metrics(0).pods().target().average_value(), test.read) << test.written;
  }
}

TEST(ReadAutoscaler, RefusesAnInvalidQuantity) {
  const auto problem = [](absl::string_view value) {
    return Sentences(
        ReadReplicaObjects(absl::StrCat(kAutoscaler, "spec: {behavior: {scaleUp: {tolerance: ", value, "}}}\n"))
            .problems);
  };
  EXPECT_THAT(problem(".inf"),
              ElementsAre("4:40: spec.behavior.scaleUp.tolerance: .inf is a number where a quantity is expected"));
  EXPECT_THAT(problem("true"),
              ElementsAre("4:40: spec.behavior.scaleUp.tolerance: true is a boolean where a quantity is expected"));
  EXPECT_THAT(problem("[1]"), ElementsAre("4:40: spec.behavior.scaleUp.tolerance is a list where text is expected"));
}

TEST(ReadAutoscaler, FindsMisspeltFieldsOnlyInTheSpec) {
  const FoundAutoscaler found =
      TheAutoscaler(absl::StrCat(kAutoscaler, "spec:\n  maxReplica: 5\nstatus: {unknown: 1, desiredReplicas: 2}\n"));
  ASSERT_THAT(found.unknown_fields, SizeIs(1));
  EXPECT_EQ(found.unknown_fields[0].path(), "spec.maxReplica");
  EXPECT_EQ(found.unknown_fields[0].message(), "spec has no field maxReplica");
  EXPECT_EQ(found.unknown_fields[0].remedy(), "Write maxReplicas.");
  EXPECT_EQ(Text(found.PositionOf("spec.maxReplica")), "5:3");
  const FoundAutoscaler top = TheAutoscaler(absl::StrCat(kAutoscaler, "specs: {}\n"));
  ASSERT_THAT(top.unknown_fields, SizeIs(1));
  EXPECT_EQ(top.unknown_fields[0].message(), "a HorizontalPodAutoscaler has no field specs");
}

TEST(ReadAutoscaler, FindsPoliciesThatAreWrittenOutEmpty) {
  const FoundAutoscaler found = TheAutoscaler(absl::StrCat(
      kAutoscaler,
      "spec:\n  behavior:\n    scaleUp: {policies: []}\n    scaleDown: {selectPolicy: Disabled, policies: []}\n"));
  ASSERT_THAT(found.unknown_fields, SizeIs(2));
  const v1::Finding& finding = found.unknown_fields[0];
  EXPECT_EQ(finding.rule(), "FIELD_REQUIRED");
  EXPECT_EQ(finding.severity(), v1::SEVERITY_ERROR);
  EXPECT_EQ(finding.path(), "spec.behavior.scaleUp.policies");
  EXPECT_EQ(finding.message(), "policies is an empty list, which the API server refuses");
  EXPECT_EQ(finding.remedy(), "Write at least one entry, or leave policies out for the defaults.");
  EXPECT_EQ(Text(found.PositionOf(finding.path())), "6:15");
  EXPECT_EQ(found.unknown_fields[1].path(), "spec.behavior.scaleDown.policies");
}

// The API server sets defaults for all of these empty fields.
TEST(ReadAutoscaler, AcceptsEmptyFieldsThatMayBeEmpty) {
  for (const char* spec : {"behavior: {scaleUp: {policies: null}}", "behavior: {scaleUp: {}}", "behavior: {}",
                           "behavior: {scaleUp: null}", "metrics: []", "metrics: null"}) {
    EXPECT_THAT(TheAutoscaler(absl::StrCat(kAutoscaler, "spec: {", spec, "}\n")).unknown_fields, IsEmpty()) << spec;
  }
}

TEST(ReadAutoscaler, ConvertsTheOlderVersionAndKeepsFieldPositions) {
  const FoundAutoscaler found = TheAutoscaler(
      "apiVersion: autoscaling/v1\n"     // 1
      "kind: HorizontalPodAutoscaler\n"  // 2
      "metadata:\n"                      // 3
      "  name: web\n"                    // 4
      "  annotations:\n"                 // 5
      "    autoscaling.alpha.kubernetes.io/metrics: '[{\"type\":\"Pods\",\"pods\":{\"metricName\":\"hits\","
      "\"targetAverageValue\":\"10\"}}]'\n"                                                           // 6
      "    autoscaling.alpha.kubernetes.io/behavior: '{\"ScaleDown\":{\"SelectPolicy\":\"Min\"}}'\n"  // 7
      "    autoscaling.alpha.kubernetes.io/conditions: 'none'\n"                                      // 8
      "spec:\n"                                                                                       // 9
      "  maxReplicas: 5\n"                                                                            // 10
      "  targetCPUUtilizationPercentage: 60\n");                                                      // 11
  EXPECT_EQ(ReplicaObjectsJson(found.autoscaler.spec()),
            R"({"minReplicas":1,"maxReplicas":5,"metrics":[{"type":"Pods","pods":{"metric":{"name":"hits"},)"
            R"("target":{"type":"AverageValue","averageValue":"10"}}},{"type":"Resource","resource":{"name":"cpu",)"
            R"("target":{"type":"Utilization","averageUtilization":60}}}],)"
            R"("behavior":{"scaleDown":{"selectPolicy":"Min"}}})");
  EXPECT_EQ(found.autoscaler.api_version(), "autoscaling/v2");
  EXPECT_THAT(found.unreadable_annotations, ElementsAre("autoscaling.alpha.kubernetes.io/conditions"));
  EXPECT_EQ(Text(found.PositionOf("spec.maxReplicas")), "10:16");
  EXPECT_EQ(Text(found.PositionOf("spec.metrics[1].resource.target.averageUtilization")), "11:35");
  EXPECT_EQ(Text(found.PositionOf("spec.metrics[0].pods.target.averageValue")), "6:46");
  EXPECT_EQ(Text(found.PositionOf("spec.behavior.scaleDown.selectPolicy")), "7:47");
}

TEST(ReadAutoscaler, ReportsFieldsThatTheOlderVersionDoesNotHave) {
  const FoundAutoscaler found = TheAutoscaler(
      "apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\n"
      "spec:\n  maxReplicas: 5\n  metrics: [{type: Resource}]\n  maxReplica: 3\n  behavior: {scaleUp: {}}\n");
  ASSERT_THAT(found.unknown_fields, SizeIs(3));
  EXPECT_EQ(found.unknown_fields[0].path(), "spec.metrics");
  EXPECT_EQ(found.unknown_fields[0].message(), "spec of autoscaling/v1 has no field metrics");
  EXPECT_EQ(found.unknown_fields[0].remedy(), "Write apiVersion: autoscaling/v2, which has it.");
  EXPECT_EQ(found.unknown_fields[1].remedy(), "Write maxReplicas.");
  EXPECT_EQ(Text(found.PositionOf("spec.behavior")), "7:3");
  // The API server drops unknown fields.
  EXPECT_FALSE(found.autoscaler.spec().has_behavior());
  EXPECT_EQ(ReplicaObjectsJson(found.autoscaler.spec().metrics(0)),
            R"({"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":80}}})");
}

TEST(ReadAutoscaler, RefusesAnOlderOneOfTheWrongTypes) {
  const auto problems = [](absl::string_view spec) {
    return Sentences(ReadReplicaObjects(absl::StrCat("apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\n"
                                                     "spec: ",
                                                     spec, "\n"))
                         .problems);
  };
  EXPECT_THAT(
      problems("{targetCPUUtilizationPercentage: '80'}"),
      ElementsAre("3:40: spec.targetCPUUtilizationPercentage: 80 is text where a whole number of 32 bits is expected"));
  EXPECT_THAT(problems("{targetCPUUtilizationPercentage: 2147483648}"), SizeIs(1));
  EXPECT_THAT(problems("{maxReplicas: many}"),
              ElementsAre("3:21: spec.maxReplicas: \"many\" is text where a whole number is expected"));
  EXPECT_THAT(problems("[]"), ElementsAre("3:7: spec is a list where a mapping is expected"));
}

TEST(ReadAutoscaler, AnotherVersionIsAProblem) {
  for (const char* version : {"autoscaling/v2beta2", "autoscaling/v3", "v2", "autoscaling.k8s.io/v2"}) {
    const Inventory inventory =
        ReadReplicaObjects(absl::StrCat("apiVersion: ", version, "\nkind: HorizontalPodAutoscaler\n"));
    EXPECT_THAT(Sentences(inventory.problems), ElementsAre(absl::StrCat("1:1: HorizontalPodAutoscaler of ", version,
                                                                        " is not supported; use autoscaling/v2")));
  }
}

TEST(ReadScale, AcceptsTheFieldsOfTheSubresource) {
  const Inventory inventory = ReadReplicaObjects(
      R"({"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"web","namespace":"shop","uid":"1"},)"
      R"("spec":{"replicas":3},"status":{"replicas":2,"selector":"app=web"}})");
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  ASSERT_THAT(inventory.replicas.scales, SizeIs(1));
  const FoundScale& found = inventory.replicas.scales[0];
  EXPECT_EQ(found.name_space, "shop");
  EXPECT_EQ(found.name, "web");
  EXPECT_EQ(ReplicaObjectsJson(found.scale), R"({"spec":{"replicas":3},"status":{"replicas":2,"selector":"app=web"}})");
}

TEST(ReadWorkload, HasTheContentOfItsScaleSubresource) {
  struct Case {
    absl::string_view name, object, scale;
    int manifest_replicas;  // -1: absent
  };
  constexpr Case kCases[] = {
      {"a Deployment of the cluster",
       "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3, paused: false, selector: "
       "{matchLabels: {tier: front, app: web}}}\nstatus: {replicas: 4, readyReplicas: 2, conditions: [{type: 7}]}\n",
       R"({"spec":{"replicas":3},"status":{"replicas":4,"selector":"app=web,tier=front"}})", 3},
      {"one at zero",
       "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 0, selector: {matchLabels: "
       "{app: web}}}\nstatus: {observedGeneration: 3}\n",
       R"({"spec":{},"status":{"selector":"app=web"}})", 0},
      {"a manifest",
       "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec: {selector: {matchExpressions: "
       "[{key: app, operator: In, values: [web]}]}}\n",
       R"x({"spec":{"replicas":1},"status":{"replicas":1,"selector":"app in (web)"}})x", -1},
      {"a ReplicationController",
       "apiVersion: v1\nkind: ReplicationController\nmetadata: {name: web}\nspec: "
       "{replicas: 2, selector: {app: web}}\n",
       R"({"spec":{"replicas":2},"status":{"replicas":2,"selector":"app=web"}})", 2},
      {"a ReplicationController that leaves it to its pods",
       "apiVersion: v1\nkind: ReplicationController\nmetadata: {name: web}\nspec: "
       "{template: {metadata: {labels: {run: it}}}}\n",
       R"({"spec":{"replicas":1},"status":{"replicas":1,"selector":"run=it"}})", -1},
      {"one of a cluster, which was scaled",
       "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, uid: a}\nspec: {replicas: 3}\n",
       R"({"spec":{"replicas":3},"status":{"replicas":3}})", -1},
      {"one of a cluster, with what was applied",
       "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, uid: a, annotations: "
       "{kubectl.kubernetes.io/last-applied-configuration: '{\"spec\":{\"replicas\":2}}'}}\nspec: {replicas: 3}\n",
       R"({"spec":{"replicas":3},"status":{"replicas":3}})", 2},
      {"one of a cluster, with something else there",
       "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, uid: a, annotations: "
       "{kubectl.kubernetes.io/last-applied-configuration: '{\"spec\":{\"replicas\":\"2\"'}}\nspec: {replicas: 3}\n",
       R"({"spec":{"replicas":3},"status":{"replicas":3}})", -1},
  };
  for (const Case& test : kCases) {
    SCOPED_TRACE(test.name);
    const Inventory inventory = ReadReplicaObjects(test.object);
    EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
    ASSERT_THAT(inventory.replicas.workloads, SizeIs(1));
    EXPECT_EQ(ReplicaObjectsJson(inventory.replicas.workloads[0].scale), test.scale);
    EXPECT_EQ(inventory.replicas.workloads[0].manifest_replicas.value_or(-1), test.manifest_replicas);
  }
}

TEST(ReadWorkload, RefusesAnOlderVersionAndWrongTypes) {
  EXPECT_THAT(Sentences(ReadReplicaObjects("apiVersion: apps/v1beta1\nkind: Deployment\n").problems),
              ElementsAre("1:1: Deployment of apps/v1beta1 is not supported; use apps/v1"));
  EXPECT_THAT(
      Sentences(
          ReadReplicaObjects("apiVersion: apps/v1\nkind: Deployment\nspec: {replicas: two, selector: a}\n").problems),
      ElementsAre("3:18: spec.replicas: \"two\" is text where a whole number is expected",
                  "3:33: spec.selector: \"a\" is text where a mapping is expected"));
}

TEST(ReadPod, ReadsTheFieldsOfADecisionAndSetsDefaultRequests) {
  const Inventory inventory = ReadReplicaObjects(
      "apiVersion: v1\nkind: Pod\n"
      "metadata: {name: web-1, namespace: shop, labels: {app: web}, deletionTimestamp: 2026-01-01T00:00:00Z}\n"
      "spec:\n"
      "  nodeName: a\n"
      "  overhead: {cpu: 0.25}\n"
      "  resources: {limits: {memory: 1Gi, cpu: 2}}\n"
      "  containers:\n"
      "  - {name: app, image: x, resources: {requests: {cpu: 500m}, limits: {cpu: 1, memory: 64Mi}}}\n"
      "  - {name: log, ports: [{containerPort: 80}]}\n"
      "  initContainers: [{name: side, restartPolicy: Always, resources: {limits: {cpu: 0.1}}}]\n"
      "status:\n"
      "  phase: Running\n"
      "  startTime: 2026-01-01T00:00:00Z\n"
      "  containerStatuses: [{ready: true}]\n"
      "  conditions: [{type: Ready, status: 'True', lastProbeTime: null, lastTransitionTime: 2026-01-01T00:01:00Z}]\n");
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  ASSERT_THAT(inventory.replicas.pods, SizeIs(1));
  const FoundPod& found = inventory.replicas.pods[0];
  EXPECT_EQ(found.name_space, "shop");
  EXPECT_EQ(found.labels.at("app"), "web");
  EXPECT_EQ(found.pod.metadata().name(), "web-1");
  EXPECT_EQ(found.pod.metadata().deletion_timestamp(), "2026-01-01T00:00:00Z");
  EXPECT_EQ(found.pod.spec().overhead().at("cpu"), "0.25");
  ASSERT_EQ(found.pod.spec().containers_size(), 2);
  const auto& app = found.pod.spec().containers(0).resources().requests();
  EXPECT_EQ(app.at("cpu"), "500m");
  EXPECT_EQ(app.at("memory"), "64Mi");
  EXPECT_EQ(found.pod.spec().containers(1).resources().requests_size(), 0);
  ASSERT_EQ(found.pod.spec().init_containers_size(), 1);
  EXPECT_EQ(found.pod.spec().init_containers(0).resources().requests().at("cpu"), "0.1");
  EXPECT_EQ(found.pod.spec().init_containers(0).restart_policy(), "Always");
  // The result has no pod-level requests, because containers request both resources.
  EXPECT_EQ(found.pod.spec().resources().requests_size(), 0);
  EXPECT_EQ(ReplicaObjectsJson(found.pod.status()),
            R"({"phase":"Running","startTime":"2026-01-01T00:00:00Z","conditions":[{"type":"Ready","status":"True",)"
            R"("lastTransitionTime":"2026-01-01T00:01:00Z"}]})");
}

TEST(ReadPod, ALimitOfThePodIsItsRequestIfNoContainerHasOne) {
  const Inventory inventory = ReadReplicaObjects(
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web-1}\nspec: {resources: {limits: {cpu: 2}}, containers: [{}]}\n");
  ASSERT_THAT(inventory.replicas.pods, SizeIs(1));
  EXPECT_EQ(inventory.replicas.pods[0].pod.spec().resources().requests().at("cpu"), "2");
}

TEST(ReadPodMetrics, ReadsAListWhoseItemsHaveNoKind) {
  const Inventory inventory = ReadReplicaObjects(
      R"({"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/v1beta1","metadata":{},"items":[)"
      R"({"metadata":{"name":"web-1","namespace":"shop","labels":{"app":"web"}},"timestamp":"2026-01-01T00:00:00Z",)"
      R"("window":"30s","containers":[{"name":"app","usage":{"cpu":"156340n","memory":1024}}]},)"
      R"({"metadata":{"name":"web-2"}}]})");
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  ASSERT_THAT(inventory.replicas.pod_metrics, SizeIs(2));
  const FoundPodMetrics& found = inventory.replicas.pod_metrics[0];
  EXPECT_EQ(found.name_space, "shop");
  EXPECT_EQ(found.labels.at("app"), "web");
  EXPECT_EQ(found.metrics.window(), "30s");
  EXPECT_EQ(found.metrics.containers(0).usage().at("cpu"), "156340n");
  EXPECT_EQ(found.metrics.containers(0).usage().at("memory"), "1024");
}

TEST(ReadMetricValue, ReadsBothVersions) {
  const Inventory inventory = ReadReplicaObjects(
      R"({"kind":"MetricValueList","apiVersion":"custom.metrics.k8s.io/v1beta2","items":[)"
      R"({"describedObject":{"kind":"Pod","namespace":"shop","name":"web-1","apiVersion":"/v1"},)"
      R"("metric":{"name":"hits","selector":{"matchLabels":{"verb":"GET"}}},"timestamp":"2026-01-01T00:00:00Z",)"
      R"("windowSeconds":60,"value":0.5}]})"
      "\n---\n"
      R"({"kind":"MetricValueList","apiVersion":"custom.metrics.k8s.io/v1beta1","items":[)"
      R"({"describedObject":{"kind":"Namespace","name":"shop"},"metricName":"queue","window":60,"value":"7"}]})");
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  ASSERT_THAT(inventory.replicas.metric_values, SizeIs(2));
  const FoundMetricValue& first = inventory.replicas.metric_values[0];
  EXPECT_EQ(first.name_space, "shop");
  EXPECT_EQ(first.metric.name(), "hits");
  EXPECT_EQ(first.metric.selector().match_labels().at("verb"), "GET");
  EXPECT_EQ(ReplicaObjectsJson(first.value),
            R"({"describedObject":{"kind":"Pod","name":"web-1","apiVersion":"/v1"},)"
            R"("timestamp":"2026-01-01T00:00:00Z","windowSeconds":"60","value":"0.5"})");
  const FoundMetricValue& second = inventory.replicas.metric_values[1];
  EXPECT_EQ(second.metric.name(), "queue");
  EXPECT_EQ(second.value.value(), "7");
}

TEST(ReadExternalValue, ReadsNameLabelsAndValue) {
  const Inventory inventory = ReadReplicaObjects(
      "apiVersion: external.metrics.k8s.io/v1beta1\nkind: ExternalMetricValueList\nitems:\n"
      "- {metricName: depth, metricLabels: {queue: mail}, timestamp: 2026-01-01T00:00:00Z, window: 60, value: 12}\n"
      "- {metricName: depth, metricLabels: , value: 1500m}\n");
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  ASSERT_THAT(inventory.replicas.external_values, SizeIs(2));
  EXPECT_EQ(inventory.replicas.external_values[0].metric, "depth");
  EXPECT_EQ(inventory.replicas.external_values[0].labels.at("queue"), "mail");
  EXPECT_EQ(inventory.replicas.external_values[0].value.value(), "12");
  EXPECT_EQ(inventory.replicas.external_values[1].value.value(), "1500m");
}

TEST(ReplicaObjects, ReportMissingFields) {
  struct Case {
    absl::string_view object, problem;
  };
  constexpr Case kCases[] = {
      {"apiVersion: v1\nkind: Pod\n", "1:1: a Pod without metadata.name"},
      {"apiVersion: autoscaling/v1\nkind: Scale\n", "1:1: a Scale without metadata.name"},
      {"apiVersion: metrics.k8s.io/v1beta1\nkind: PodMetrics\n", "1:1: PodMetrics without metadata.name"},
      {"apiVersion: metrics.k8s.io/v1\nkind: PodMetrics\n",
       "1:1: PodMetrics of metrics.k8s.io/v1 is not supported; use metrics.k8s.io/v1beta1"},
      {"apiVersion: custom.metrics.k8s.io/v1beta2\nkind: MetricValue\nvalue: 1\n",
       "1:1: the MetricValue has no metric.name"},
      {"apiVersion: external.metrics.k8s.io/v1beta1\nkind: ExternalMetricValue\nvalue: 1\n",
       "1:1: the ExternalMetricValue has no metricName"},
      {"apiVersion: external.metrics.k8s.io/v1beta1\nkind: ExternalMetricValue\nmetricName: a\nmetricLabels: [1]\n",
       "4:15: metricLabels.labels is a list where a mapping is expected"},
      {"apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: 5}]}\n",
       "4:28: spec.containers[0].name: 5 is a number where text is expected; quote it: \"5\""},
      {"apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{resources: {requests: {cpu: yes}}}]}\n",
       "4:50: spec.containers[0].resources.requests[cpu]: yes is a boolean where a quantity is expected"},
  };
  for (const Case& test : kCases) {
    EXPECT_THAT(Sentences(ReadReplicaObjects(test.object).problems), ElementsAre(test.problem)) << test.object;
  }
}

TEST(ReplicaObjects, AreReadOfAnApiServersJson) {
  const nlohmann::json json = nlohmann::json::parse(
      R"({"metadata":{"name":"web-1"},"spec":{"containers":[{"name":"app","resources":{"requests":{"cpu":0.5}}}]}})");
  std::vector<FileProblem> problems;
  ProblemList list("Pod web-1", problems);
  FoundPod found;
  ASSERT_TRUE(ReadPod(tree::FromJson(json), list, found));
  EXPECT_EQ(found.pod.spec().containers(0).resources().requests().at("cpu"), "0.5");
}

TEST(ReplicaObjects, AreSkippedForSizing) {
  const Inventory inventory = ReadObjects(absl::StrCat(kAutoscaler, "---\napiVersion: v1\nkind: Pod\n"));
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  EXPECT_THAT(inventory.replicas.autoscalers, IsEmpty());
  EXPECT_EQ(inventory.skipped_objects, 2);
  EXPECT_EQ(inventory.first_skipped->kind, "HorizontalPodAutoscaler");
}

}  // namespace
}  // namespace cpsizer::objects
